import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBody, cleanParams, isEmpty, trimDeep } from './requestParams.ts';

describe('recognizing empty values (G61)', () => {
  it.each(['', ' ', '\t\n', null, undefined, []].map(value => [value]))('the value %j counts as empty', value =>
    expect(isEmpty(value)).toBe(true),
  );
  it.each([0, false, '0', [''], {}, -1, Number.NaN].map(value => [value]))(
    'the value %j does not count as empty',
    value => expect(isEmpty(value)).toBe(false),
  );
});

describe('trimming strings (REQ-8)', () => {
  it('trimDeep trims strings at any depth and leaves other values unchanged', () => {
    const date = new Date(0);
    expect(trimDeep({ ' a ': ' x ', list: [' y', 1, null], deep: { b: [{ c: 'z ' }] }, date, flag: false })).toEqual({
      ' a ': 'x',
      list: ['y', 1, null],
      deep: { b: [{ c: 'z' }] },
      date,
      flag: false,
    });
  });

  it('trimDeep does not modify its input', () => {
    const given = Object.freeze({ a: Object.freeze([' x ']) });
    expect(trimDeep(given)).toEqual({ a: ['x'] });
    expect(given.a[0]).toBe(' x ');
  });

  it('trimDeep is idempotent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(trimDeep(trimDeep(value))).toEqual(trimDeep(value));
      }),
    );
  });

  it('trimDeep treats __proto__ as an ordinary key', () => {
    const value = JSON.parse('{"__proto__":{"admin":" yes "}}') as object;
    const trimmed = trimDeep(value);
    expect(Object.hasOwn(trimmed, '__proto__')).toBe(true);
    expect((trimmed as { admin?: string }).admin).toBeUndefined();
  });
});

describe('cleaning query parameters (REQ-9)', () => {
  it('cleanParams drops empty values, empty keys and keys with a leading underscore, and keeps 0 and false', () => {
    expect(
      cleanParams({ channelId: ' ', city: ' Bandung ', type: 0, off: false, list: [], none: null, _x: 1, '': 2 }),
    ).toEqual({ city: 'Bandung', type: 0, off: false });
  });

  it('cleanParams leaves no value or key that must be dropped, whatever the input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))), params => {
        const cleaned = cleanParams(params);
        for (const [key, value] of Object.entries(cleaned)) {
          expect(key === '' || key.startsWith('_') || isEmpty(value)).toBe(false);
        }
        expect(cleanParams(cleaned)).toEqual(cleaned);
      }),
    );
  });
});

describe('cleaning a request body (REQ-8, REQ-9)', () => {
  it('cleanBody keeps empty strings, which clear a field, and drops nulls and underscore keys', () => {
    expect(cleanBody({ name: '  ', zone: ' A1 ', none: null, gone: undefined, _draft: 1, '': 2, list: [] })).toEqual({
      name: '',
      zone: 'A1',
      list: [],
    });
  });
});
