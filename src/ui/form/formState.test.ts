import { describe, expect, it } from 'vitest';
import { fieldError, formErrors, isDirty, type FieldRule } from './formState.ts';

type V = { channel: number | null; name: string; zone: string };
const RULES: readonly FieldRule<V>[] = [
  { key: 'channel', label: 'Channel ID', required: true },
  { key: 'name', label: 'Name', validate: value => (value === 'bad' ? 'Name is bad' : null) },
  { key: 'zone', label: 'Zone Code', required: true, hidden: values => values.name === 'no zone' },
];

describe('form checks', () => {
  it('say "{label} is required" of what is empty, null or blank (FORM-5)', () => {
    expect(formErrors(RULES, { channel: null, name: '', zone: '  ' })).toEqual({
      channel: 'Channel ID is required',
      zone: 'Zone Code is required',
    });
  });

  it('keep the order of the fields, so that the first error is the first field (FORM-7)', () => {
    expect(Object.keys(formErrors(RULES, { channel: null, name: 'bad', zone: '' }))).toEqual([
      'channel',
      'name',
      'zone',
    ]);
  });

  it('do not check hidden fields', () => {
    expect(formErrors(RULES, { channel: 1, name: 'no zone', zone: '' })).toEqual({});
  });

  it('take 0 for a value', () => {
    expect(fieldError(RULES[0]!, { channel: 0, name: '', zone: 'A' })).toBeNull();
  });

  it('know whether anything was changed', () => {
    expect(isDirty({ a: 1, b: [1] }, { a: 1, b: [1] })).toBe(false);
    expect(isDirty({ a: 1 }, { a: 2 })).toBe(true);
    expect(isDirty({ a: 1 }, { a: 1, b: 'x' })).toBe(true);
  });
});
