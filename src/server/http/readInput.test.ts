import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { longestBlock } from '../../../tests/support/eventLoop.ts';
import { CHECK_MOST, checkServed } from '../../contract/serviceability.ts';
import { kindOf } from '../../contract/fields/all.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { readInput, readInputInTurns, type RawInput } from './readInput.ts';

const { startTime } = timeslot.fields;
const timeslotTimes = z.object({ startTime: kindOf(startTime).shape(startTime, true) });
const schema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(9)),
  size: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  note: z.optional(z.string()),
  rows: z.optional(
    z.array(z.object({ code: z.string().check(z.maxLength(4)), at: z._default(z.int(), 7) })).check(z.maxLength(600)),
  ),
});
const raw = (body: unknown, stores = true): RawInput => ({ params: {}, query: {}, body, fromBody: true, stores });
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ code: ` ${n}` }));

const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`cod${n}`, 1]));

const BODIES: [string, unknown][] = [
  ['nothing to trim', { name: 'a' }],
  ['texts to trim, a null and an underscore key', { name: ' a ', size: null, _x: 1, note: ' ' }],
  ['an empty text for a field that can be empty', { name: 'a', size: '' }],
  ['an empty text for a text', { name: 'a', note: '' }],
  ['few rows', { name: 'a', rows: rows(3) }],
  ['many rows', { name: 'a', rows: rows(600) }],
  ['more rows than a list has', { name: 'a', rows: rows(601) }],
  ['a row of another shape among many', { name: 'a', rows: [...rows(300), { code: 7 }] }],
  ['a row whose text is too long', { name: 'a', rows: [...rows(300), { code: '12345' }] }],
  ['no list', { name: 'a', rows: 'x' }],
  ['a missing field', { rows: rows(300) }],
  ['a text that lost a letter, far down', { name: 'a', rows: [...rows(300), { code: '\ufffd' }] }],
  ['a character that no text can have', { name: 'a', rows: [...rows(300), { code: '\0' }] }],
  ['half a pair', { name: 'a', note: '\ud800' }],
  ['no object', []],
  ['too deep', { name: 'a', note: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown }],
  ['two spellings of one field', { name: 'a', na_me: 'b' }],
  ['a misspelled field', { name: 'a', ntoe: 'b' }],
  ['a misspelled field in a row among many', { name: 'a', rows: [...rows(300), { cdoe: '1' }] }],
  ['more fields than any call has', { name: 'a', ...manyFields(501) }],
  ['a row with more fields than any call has', { name: 'a', rows: [...rows(3), { code: '1', ...manyFields(501) }] }],
  ['a misspelled field in a row among few', { name: 'a', rows: [...rows(3), { cdoe: '1' }] }],
];

const outcome = async (read: () => unknown): Promise<unknown> => {
  try {
    return { input: await read() };
  } catch (error) {
    return { message: (error as Error).message };
  }
};

describe('reading the body of a request', () => {
  it.each(BODIES)('reading a body in slices gives the same result as reading it as a whole: %s', async (_, body) => {
    const copy = structuredClone(body);
    const atOnce = await outcome(() => readInput(schema, raw(body)));
    expect(await outcome(() => readInputInTurns(schema, raw(copy)))).toEqual(atOnce);
  });

  it('a value that the contract refuses is described in the words of the contract, if it has any', () => {
    const day = z.object({ day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a valid day')) });
    expect(() => readInput(day, raw({ day: '31.1.2026' }))).toThrow('day: must be a valid day');
    expect(() => readInput(day, raw({ day: '' }))).toThrow('day: is required');
    const code = z.object({ code: z.string().check(z.regex(/^[a-z]+$/)) });
    expect(() => readInput(code, raw({ code: '1' }))).toThrow('code: has a wrong value');
    expect(() => readInput(timeslotTimes, raw({ startTime: '25:00' }))).toThrow(
      'startTime: must be a time of day from 00:00 to 23:59, such as 14:30',
    );
  });

  it('null and an empty string are kept for fields that may be empty, and other nulls dropped (REQ-9)', () => {
    expect(readInput(schema, raw({ name: 'a', size: null, note: null }))).toEqual({ name: 'a', size: null });
    expect(readInput(schema, raw({ name: 'a', size: '', note: '' }))).toEqual({ name: 'a', size: null, note: '' });
    expect(readInput(schema, raw({ name: 'a' }))).toEqual({ name: 'a' });
  });

  it('a field that is probably misspelled is refused, and other unknown fields are ignored', () => {
    const problem = (body: unknown, stores = true): string | null => {
      try {
        readInput(schema, raw(body, stores));
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(problem({ name: 'a', ntoe: 'b' })).toBe('ntoe: is not a field of this call; did you mean note?');
    expect(problem({ nmae: 'a' })).toBe('nmae: is not a field of this call; did you mean name?');
    expect(problem({ name: 'a', rows: [{ code: '1' }, { Code: '2' }] })).toBe(
      'rows.1.Code: is not a field of this call; did you mean code?',
    );
    expect(problem({ name: 'a', note: 'b', notes: 'c' })).toBeNull();
    expect(problem({ name: 'a', Note: 'b', created_at: 1, _ntoe: 'c', ntoe: null })).toBeNull();
    expect(problem({ name: 'a', ntoe: 'b' }, false)).toBeNull();
  });

  it('a body or a row with thousands of fields is refused before they are compared with those of the call', async () => {
    // Created before the measurement: copying that many fields takes as long as reading them.
    const many = manyFields(60_000);
    const body = raw({ name: 'a', ...many });
    const withRow = raw({ name: 'a', rows: [many] });
    const top = await longestBlock(() =>
      expect(readInputInTurns(schema, body)).rejects.toThrow('The body has more than 500 fields.'),
    );
    expect(top.block).toBeLessThan(100 + top.idle);
    const row = await longestBlock(() =>
      expect(readInputInTurns(schema, withRow)).rejects.toThrow('rows.0: has more than 500 fields'),
    );
    expect(row.block).toBeLessThan(100 + row.idle);
    expect(readInput(schema, raw({ name: 'a', ...manyFields(499) }))).toEqual({ name: 'a' });
  });

  it('other calls run while the longest possible query string is read', async () => {
    const address = (at: number) => ({ locationId: at + 1, other: { locationId: at + 1, postcode: '40132' } });
    const body = { addresses: Array.from({ length: CHECK_MOST }, (_, at) => address(at)) };
    const { block, idle } = await longestBlock(() => readInputInTurns(checkServed.input, raw(body)));
    expect(block).toBeLessThan(60 + idle);
  });
});
