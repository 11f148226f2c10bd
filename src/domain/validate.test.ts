import { describe, expect, it } from 'vitest';
import { emailError, requiredError } from './validate.ts';

describe('required fields (FORM-5, G61)', () => {
  it.each(['', '  ', null, undefined, []].map(value => [value]))(
    'for the empty value %j, the error message contains the field’s label',
    value => expect(requiredError('Channel ID', value)).toBe('Channel ID is required'),
  );
  it.each([0, false, 'x', [1]].map(value => [value]))('the value %j counts as filled in', value =>
    expect(requiredError('Channel ID', value)).toBeNull(),
  );
});

describe('e-mail addresses (FORM-6)', () => {
  it.each(['a@b.co', ' id.editor@ops.example ', "o'hara+x@sub.domain.example", ''])(
    'the e-mail address %j is accepted',
    value => expect(emailError(value)).toBeNull(),
  );
  it.each(['a', 'a@b', '@b.co', 'a@', 'a b@c.co', 'a@b@c.co', 'a@b.', 'a,b'])(
    'the e-mail address %j is refused',
    value => expect(emailError(value)).toBe('Invalid email'),
  );
});
