import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { EVERY_CALL } from './everyCall.ts';
import { RESOURCES } from './resources/all.ts';

/** One text in a form that is stored nowhere: decomposed, with a mark of direction, a control character, a no-break space and a line break's kin. */
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

/** Every text that a shape takes, with its path. */
function texts(schema: z.ZodMiniType, path: string): [string, z.ZodMiniType][] {
  const { type, innerType, element, options, shape, in: first } = definitionOf(schema);
  if (type === 'string') return [[path, schema]];
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => texts(field, path === '' ? name : `${path}.${name}`));
  return [innerType, element, first, ...(options ?? [])].flatMap(inner => (inner ? texts(inner, path) : []));
}

/** Declared resources have their own table (screens/resource/everyWayIn), and their texts are made canonical by the server last. */
const DECLARED = new Set<string>(RESOURCES.map(({ id }) => id));
/** Made one by their handlers: a place's name by domain/placeName. */
const BY_HANDLER = new Set(['locations.update']);
/** Names that programs give. */
const OF_PROGRAMS = new Set(['tracker.events', 'usage.records']);
/** What people write in words, by the names that fields of it have. */
const WORDS = /(^|\.)(name|remark|title|note_no|code|keys|remove|tracking|subject|description)$/;

const writes = EVERY_CALL.filter(
  ({ id, method, permission }) =>
    method !== 'GET' &&
    permission !== 'public' &&
    !DECLARED.has(id.split('.')[0] as string) &&
    !BY_HANDLER.has(id) &&
    !OF_PROGRAMS.has(id),
);

describe('texts that a call stores have one form', () => {
  it.each(writes.map(call => [call.id, call] as const))('%s stores its texts in one form', (_, { input }) => {
    const words = texts(input, '').filter(([path]) => WORDS.test(path) && !path.startsWith('filter.'));
    expect(words.filter(([, schema]) => isKept(schema)).map(([path]) => path)).toEqual([]);
  });

  it('texts of rate tables, recon, views, users and rules are included', () => {
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

/** Whether a shape takes a text in another form than the stored one. */
function isKept(schema: z.ZodMiniType): boolean {
  const read = schema.safeParse(DIRTY);
  return read.success && read.data !== CLEAN;
}
