import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { EVERY_CALL } from '../../contract/everyCall.ts';

/** No call stores a character that could not be decoded. This is tested for every call that writes. */

/** Calls other than GET that store none of their strings, grouped by reason. */
const STORES_NOTHING: readonly (readonly [string, readonly RegExp[]])[] = [
  ['signing in', [/^session\./, /^users\.setPassword$/]],
  [
    'questions, which may be about such a character',
    [
      /^serviceCode\.export$/,
      /^locationCdt\.leadTime$/,
      /^(rateTable|thirdPartyFee)\.(test|quotes|cheapest)$/,
      /^notifyTemplates\.preview$/,
      /^preflight\.check$/,
      /^serviceability\.check$/,
      /^recon\.(available|matching|downloadClass)$/,
    ],
  ],
  [
    'changes of what a filter finds',
    [/^recon\.(changeMatching|previewAgain)$/, /^(rateTable|thirdPartyFee)\.deleteStatus$/],
  ],
  ['what is counted, not kept as it is', [/^tracker\./, /^usage\./]],
  ['files by their address, whose cells are looked at when they are read', [/\.import$/, /\.importPriceList$/]],
  ['each of several writes is looked at by itself', [/^writes\.send$/, /\.bulk$/, /^imports\.revert$/]],
  ['addresses and keys that a browser made', [/^notifications\.(un)?subscribePush$/, /^files\.upload$/]],
  ['deletions, which name a record as it is', [/\.delete$/]],
];
const storesNothing = (id: string): boolean =>
  STORES_NOTHING.some(([, patterns]) => patterns.some(own => own.test(id)));

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/**
 * A value that matches a schema and whose first string contains such a character, with the path of that string; null if
 * the schema contains no string.
 */
function spoilt(schema: Schema, where: readonly string[] = []): { value: unknown; where: readonly string[] } | null {
  if (schema.type === 'string') return { value: 'S\ufffdo', where };
  const inner = (below: Schema, key: string, make: (value: unknown) => unknown) => {
    const found = spoilt(below, [...where, key]);
    return found && { ...found, value: make(found.value) };
  };
  for (const [key, below] of Object.entries(schema.properties ?? {})) {
    const found = inner(below, key, value => ({ [key]: value }));
    if (found) return found;
  }
  if (schema.items) return inner(schema.items, '0', value => [value]);
  if (typeof schema.additionalProperties === 'object')
    return inner(schema.additionalProperties, 'any', value => ({ any: value }));
  for (const below of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = spoilt(below, where);
    if (found) return found;
  }
  return null;
}

const WRITES = EVERY_CALL.filter(({ method }) => method !== 'GET').flatMap(call => {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const found = spoilt(schema);
  return found ? [{ id: call.id, call, ...found }] : [];
});
const STORING = WRITES.filter(({ id }) => !storesNothing(id));

describeOnEach('text with a lost letter', kind => {
  let world: World;
  let admin: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    admin = await world.as('admin');
  });
  afterAll(() => world.close());

  it('the calls tested here cover every part of the server that stores text', () => {
    for (const part of ['users', 'entities', 'roles', 'modules', 'whitelist', 'system', 'access', 'notifyRules'])
      expect(STORING.some(({ id }) => id.startsWith(`${part}.`))).toBe(true);
    expect(STORING.length).toBeGreaterThan(100);
  });

  it.each(STORING)('$id refuses text with a lost letter (U+FFFD)', async ({ call, value, where }) => {
    const input = value as Record<string, unknown>;
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? 1)));
    const { status, body } = await admin.call(path, { method: call.method, body: input });
    const message = `${where.join('.')}: contains "\ufffd" instead of a letter that was lost. Enter that letter again`;
    expect([status, body.message]).toEqual([400, message]);
  });

  it('every exempted call still exists', () => {
    const ids = EVERY_CALL.map(({ id }) => id);
    const unused = STORES_NOTHING.flatMap(([, patterns]) => patterns).filter(own => !ids.some(id => own.test(id)));
    expect(unused).toEqual([]);
  });
});
