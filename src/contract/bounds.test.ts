import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ID_MOST } from '../domain/recordId.ts';
import { EVERY_CALL } from './everyCall.ts';
import { fieldsOfKind, type Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/** A value in a call's input: its JSON schema and its path, such as "addresses.[].text". */
interface Place {
  where: string;
  name: string;
  schema: JsonSchema;
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maximum?: number;
  exclusiveMaximum?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** All values within a schema, starting with the schema itself. */
function* placesIn(schema: JsonSchema, where: string, name: string): Generator<Place> {
  yield { where, name, schema };
  for (const [key, below] of Object.entries(schema.properties ?? {})) yield* placesIn(below, `${where}.${key}`, key);
  if (typeof schema.additionalProperties === 'object') yield* placesIn(schema.additionalProperties, `${where}.*`, name);
  for (const below of [schema.items ?? [], schema.prefixItems ?? []].flat())
    yield* placesIn(below, `${where}.[]`, name);
  for (const below of [schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat())
    yield* placesIn(below, where, name);
}

const inputOf = (input: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

const PLACES = EVERY_CALL.flatMap(({ id, input }) => [...placesIn(inputOf(input), id, '')]);
const ofType = (...types: string[]) =>
  PLACES.filter(({ schema }) => types.includes(schema.type ?? '') && !('enum' in schema) && !('const' in schema));

const namesOfKind = (kind: 'made' | 'number'): Set<string> =>
  new Set((RESOURCES as readonly Resource[]).flatMap(resource => fieldsOfKind(resource, kind).map(([name]) => name)));
/** Hashes and record numbers. Both may be any safe integer, and no arithmetic is done on them. */
const WIDE = new Set([...namesOfKind('made'), ...namesOfKind('number')]);

/** Whether a number has its own bound instead of only the safe-integer limit. */
const isBound = (value: number | undefined): boolean =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

describe('the inputs of all calls', () => {
  it('the check covers more than a hundred calls and hundreds of numeric values', () => {
    expect(EVERY_CALL.length).toBeGreaterThan(100);
    expect(ofType('integer', 'number').length).toBeGreaterThan(300);
  });

  it('every number in a call’s input has a minimum and a maximum', () => {
    const open = ofType('integer', 'number').filter(({ where, name, schema }) => {
      const least = schema.minimum ?? schema.exclusiveMinimum;
      const most = schema.maximum ?? schema.exclusiveMaximum;
      const wide = WIDE.has(name) || where.endsWith('.bulk.set.*');
      return wide ? least === undefined || most === undefined : !(isBound(least) && isBound(most));
    });
    expect(open.map(({ where }) => where)).toEqual([]);
  });

  it('numbers in a call’s input are integers, except in bulk changes, where each field validates its own value', () => {
    const fractions = ofType('number').filter(({ where }) => !where.endsWith('.bulk.set.*'));
    expect(fractions.map(({ where }) => where)).toEqual([]);
  });

  it('ids in a call’s input have at most twelve digits', () => {
    const ids = ofType('integer').filter(({ name }) =>
      /^(channel|threePl|location|parent|from|to)?_?(location)?_?ids?$/i.test(name),
    );
    const wrong = ids.filter(({ name, schema }) => !WIDE.has(name) && (schema.maximum ?? Infinity) > ID_MOST);
    expect(ids.length).toBeGreaterThan(50);
    expect(wrong.map(({ where }) => where)).toEqual([]);
  });

  it('strings and arrays in a call’s input have a maximum length', () => {
    const texts = ofType('string').filter(
      ({ schema }) => schema.maxLength === undefined && schema.pattern === undefined && schema.format === undefined,
    );
    const lists = ofType('array').filter(
      ({ schema }) => schema.maxItems === undefined && schema.prefixItems === undefined,
    );
    expect(texts.map(({ where }) => where)).toEqual([]);
    expect(lists.map(({ where }) => where)).toEqual([]);
  });
});
