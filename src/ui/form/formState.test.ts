import { describe, expect, it } from 'vitest';
import { fieldError, formErrors, isDirty, type FieldRule } from './formState.ts';

type V = { channel: number | null; name: string; zone: string };
const RULES: readonly FieldRule<V>[] = [
  { key: 'channel', label: 'Channel ID', required: true },
  { key: 'name', label: 'Name', validate: value => (value === 'bad' ? 'Name is bad' : null) },
  { key: 'zone', label: 'Zone Code', required: true, hidden: values => values.name === 'no zone' },
];

describe('form validation', () => {
  it('an empty, null or blank value fails with "{label} is required" (FORM-5)', () => {
    expect(formErrors(RULES, { channel: null, name: '', zone: '  ' })).toEqual({
      channel: 'Channel ID is required',
      zone: 'Zone Code is required',
    });
  });

  it('errors are listed in field order, so that the first error belongs to the first field (FORM-7)', () => {
    expect(Object.keys(formErrors(RULES, { channel: null, name: 'bad', zone: '' }))).toEqual([
      'channel',
      'name',
      'zone',
    ]);
  });

  it('hidden fields are not validated', () => {
    expect(formErrors(RULES, { channel: 1, name: 'no zone', zone: '' })).toEqual({});
  });

  it('0 is accepted as the value of a required field', () => {
    expect(fieldError(RULES[0]!, { channel: 0, name: '', zone: 'A' })).toBeNull();
  });

  it('a form is dirty once any of its values differs from the initial one', () => {
    expect(isDirty({ a: 1, b: [1] }, { a: 1, b: [1] })).toBe(false);
    expect(isDirty({ a: 1 }, { a: 2 })).toBe(true);
    expect(isDirty({ a: 1 }, { a: 1, b: 'x' })).toBe(true);
  });
});
