import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { EVERY_CALL } from './everyCall.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * A string in a form that is never stored: with a decomposed letter, a direction mark, a no-break space and a line
 * separator.
 */
const DIRTY = 'Cafe\u0301\u200e\u00a0\u2028x';
const CLEAN = 'Caf\u00e9 x';

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  shape?: Record<string, z.ZodMiniType>;
  in?: z.ZodMiniType;
}
const definitionOf = (schema: z.ZodMiniType): Definition => (schema as unknown as { def: Definition }).def;

/** Every string within a schema, with its path. */
function texts(schema: z.ZodMiniType, path: string): [string, z.ZodMiniType][] {
  const { type, innerType, element, options, shape, in: first } = definitionOf(schema);
  if (type === 'string') return [[path, schema]];
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => texts(field, path === '' ? name : `${path}.${name}`));
  return [innerType, element, first, ...(options ?? [])].flatMap(inner => (inner ? texts(inner, path) : []));
}

/**
 * Declared resources have their own tests (screens/resource/everyWayIn), and the server canonicalizes their strings as
 * the last step.
 */
const DECLARED = new Set<string>(RESOURCES.map(({ id }) => id));
/** Calls whose handlers normalize the string: domain/placeName does so for a place's name. */
const BY_HANDLER = new Set(['locations.update']);
/** Calls whose names are chosen by programs rather than people. */
const OF_PROGRAMS = new Set(['tracker.events', 'usage.records']);
/** Matches the names of fields in which people enter words. */
const WORDS = /(^|\.)(name|remark|title|note_no|code|keys|remove|tracking|subject|description)$/;

const writes = EVERY_CALL.filter(
  ({ id, method, permission }) =>
    method !== 'GET' &&
    permission !== 'public' &&
    !DECLARED.has(id.split('.')[0] as string) &&
    !BY_HANDLER.has(id) &&
    !OF_PROGRAMS.has(id),
);

describe('strings are stored in one canonical form', () => {
  it.each(writes.map(call => [call.id, call] as const))('%s stores its strings in canonical form', (_, { input }) => {
    const words = texts(input, '').filter(([path]) => WORDS.test(path) && !path.startsWith('filter.'));
    expect(words.filter(([, schema]) => isKept(schema)).map(([path]) => path)).toEqual([]);
  });

  it('the check covers strings in rate tables, recon, views, users and rules', () => {
    const found = writes.flatMap(({ id, input }) => texts(input, '').map(([path]) => `${id} ${path}`));
    expect(found).toEqual(
      expect.arrayContaining([
        'rateTable.create remark',
        'rateTable.importFees rows.code',
        'recon.orderStatus remark',
        'recon.saveLayout name',
        'views.add name',
        'users.create name',
        'notifyRules.create name',
      ]),
    );
  });
});

/** Whether a schema accepts a string in a form that must not be stored. */
function isKept(schema: z.ZodMiniType): boolean {
  const read = schema.safeParse(DIRTY);
  return read.success && read.data !== CLEAN;
}
