import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVERY_CALL } from '../../contract/everyCall.ts';
import { readInput } from './readInput.ts';
import { fieldsOf, listElement, objectFields } from './schemaKind.ts';

/** The fields of an input, also those within its objects and lists, by their path. */
function* fieldsIn(schema: z.ZodMiniType, path: string): Generator<[string, z.ZodMiniType]> {
  for (const [name, field] of Object.entries(objectFields(schema) ?? fieldsOf(schema))) {
    const at = path === '' ? name : `${path}.${name}`;
    yield [at, field];
    yield* fieldsIn(listElement(field) ?? field, at);
  }
}

/** Values that most fields refuse, from a body and from an address. */
const WRONG: readonly unknown[] = [
  'abc',
  'x y',
  '1,2',
  '1,abc',
  '-1',
  '1.5',
  '99999999999999999999',
  [],
  ['abc'],
  {},
  '/',
  'a/b',
  '\u202e',
];
const WRONG_IN_BODY: readonly unknown[] = [...WRONG, -1, 1.5, 1e30, true, [{}], [1, 'x'], { a: 1 }];

function refusals(field: z.ZodMiniType, fromBody: boolean): string[] {
  const schema = z.object({ given: field });
  return (fromBody ? WRONG_IN_BODY : WRONG).flatMap(given => {
    const input = { given };
    try {
      readInput(schema, { params: {}, query: fromBody ? {} : input, body: fromBody ? input : undefined, fromBody });
      return [];
    } catch (error) {
      return [`${JSON.stringify(given)} -> ${(error as Error).message}`];
    }
  });
}

describe('the refusal of a value', () => {
  it('says what was expected, for every field of every call', () => {
    const fields = EVERY_CALL.flatMap(({ id, method, input }) =>
      [...fieldsIn(input, '')].map(([path, field]) => ({ path: `${id} ${path}`, field, fromBody: method !== 'GET' })),
    );
    expect(fields.length).toBeGreaterThan(2000);
    const all = fields.flatMap(({ path, field, fromBody }) =>
      refusals(field, fromBody).map(text => `${path}: ${text}`),
    );
    expect(all.length).toBeGreaterThan(fields.length);
    expect(all.filter(text => /wrong value|Invalid input|undefined|must be nonoptional/.test(text))).toEqual([]);
  });
});
