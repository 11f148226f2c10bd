import { describe, expect, it } from 'vitest';
import { fieldError, formErrors, isDirty, type FieldRule } from './formState.ts';

type V = { channel: number | null; name: string; zone: string };
const RULES: readonly FieldRule<V>[] = [
  { key: 'channel', label: 'Channel ID', required: true },
  { key: 'name', label: 'Name', validate: value => (value === 'bad' ? 'Name is bad' : null) },
  { key: 'zone', label: 'Zone Code', required: true, hidden: values => values.name === 'no zone' },
];

describe('form checks', () => {
  it('an empty, null or blank value is reported as "{label} is required" (FORM-5)', () => {
    expect(formErrors(RULES, { channel: null, name: '', zone: '  ' })).toEqual({
      channel: 'Channel ID is required',
      zone: 'Zone Code is required',
    });
  });

  it('errors are in the order of the fields, so that the first error is the first field (FORM-7)', () => {
    expect(Object.keys(formErrors(RULES, { channel: null, name: 'bad', zone: '' }))).toEqual([
      'channel',
      'name',
      'zone',
    ]);
  });

  it('hidden fields are not checked', () => {
    expect(formErrors(RULES, { channel: 1, name: 'no zone', zone: '' })).toEqual({});
  });

  it('0 counts as a value', () => {
    expect(fieldError(RULES[0]!, { channel: 0, name: '', zone: 'A' })).toBeNull();
  });

  it('a change of any value is detected', () => {
    expect(isDirty({ a: 1, b: [1] }, { a: 1, b: [1] })).toBe(false);
    expect(isDirty({ a: 1 }, { a: 2 })).toBe(true);
    expect(isDirty({ a: 1 }, { a: 1, b: 'x' })).toBe(true);
  });
});
