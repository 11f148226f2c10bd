import * as z from 'zod/mini';
import { CHECK_MOST, STEPPED_MOST, WORDS_MOST } from '../../src/contract/serviceability.ts';
import { PREFLIGHT_MOST } from '../../src/contract/preflight.ts';
import { EVERY_CALL } from '../../src/contract/everyCall.ts';
import { COUNTED_CHANNELS_MOST } from '../../src/contract/cdtCalls.ts';
import { LIST_MOST, PAGE_MOST } from '../../src/contract/common.ts';
import { CACHED_COLLECTIONS, type CallDefinition } from '../../src/contract/call.ts';

/** Every read in the contract, with the heaviest input that the contract allows. */

export interface HeavyRead {
  name: string;
  method: string;
  /** Path and query, relative to the server's URL. */
  path: string;
  body?: string;
}

/** The records of the full demo with the most records below them. */
export interface Heaviest {
  channelId: number;
  threePlId: number;
  /** A root of the location tree, whose whole subtree is requested. */
  rootId: number;
  channelIds: readonly number[];
  placeIds: readonly number[];
  /**
   * Values of required fields, by the first part of a call's id or by the whole id: the rate table with the most rows,
   * a bill, an order.
   */
  named: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** GET calls that are not reads, or that end the session. */
const NO_READS = new Set(['session.logout', 'imports.get', 'imports.rows', 'files.download']);

/** Number of 300-character strings that fit into a call's body. */
const TEXTS = 3_000;
const QUICK = 'a e i o u n';

type Shape = Readonly<Record<string, z.ZodMiniType>>;
const shapeOf = ({ input }: CallDefinition): Shape => (input as unknown as { shape?: Shape }).shape ?? {};
const takes = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;

/** The last value of a choice; for a sort order, descending by one of the last columns. */
function lastChoice(schema: z.ZodMiniType): string | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- zod's own way to the values of a choice
  const values = (schema._zod as { values?: ReadonlySet<unknown> }).values ?? new Set();
  return [...values].findLast((value): value is string => typeof value === 'string');
}

/** A value for a required field. */
function required(callId: string, name: string, schema: z.ZodMiniType, heaviest: Heaviest): unknown {
  const values: Readonly<Record<string, unknown>> = {
    parentId: heaviest.rootId,
    locationId: heaviest.rootId,
    location_id: heaviest.rootId,
    threePlId: heaviest.threePlId,
    str: 'a',
    quick: QUICK,
    day: '2000-01-01',
    entity: 'ID',
    collections: CACHED_COLLECTIONS.join(),
    country: 'ID',
    fileName: 'serviceable-location.xlsx',
    key: `${heaviest.channelId}/${heaviest.rootId}/0`,
  };
  const { named } = heaviest;
  const own = named[callId]?.[name] ?? named[callId.split('.')[0] as string]?.[name];
  const candidates = [own, values[name], heaviest.channelId, 0, 1, lastChoice(schema), 'a'];
  return candidates.find(value => value !== undefined && takes(schema, value));
}

const largest = (schema: z.ZodMiniType): number | undefined =>
  [PAGE_MOST, LIST_MOST, 1_000, 100, 10, 4].find(size => takes(schema, size));

function withQuery(call: CallDefinition, name: string, input: Readonly<Record<string, unknown>>): HeavyRead {
  const rest = { ...input };
  const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest[key]));
    delete rest[key];
    return value;
  });
  const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)])).toString();
  return call.method === 'GET'
    ? { name, method: 'GET', path: `/api${path}${query === '' ? '' : `?${query}`}` }
    : { name, method: call.method, path: `/api${path}`, body: JSON.stringify(rest) };
}

/** Two requests: one for the most rows, and one that searches all of them. */
function readsOf(call: CallDefinition, heaviest: Heaviest): HeavyRead[] {
  const shape = shapeOf(call);
  const base: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const isNamed = ['channelId', 'threePlId'].includes(name) && call.id.match(/location|postcode|zone|route|before/i);
    if (call.id === 'serviceability.before' && name === 'threePlId') continue;
    if (isNamed || !takes(schema, undefined)) base[name] = required(call.id, name, schema, heaviest);
    if (name === 'depth') base[name] = largest(schema);
  }
  const { size, count, quick, sort } = shape;
  const many = size ? { size: largest(size) } : count ? { count: largest(count) } : {};
  const reads = [withQuery(call, call.id, { ...base, ...many })];
  if (quick)
    reads.push(
      withQuery(call, `${call.id} search`, {
        ...base,
        ...many,
        quick: QUICK,
        ...(sort ? { sort: lastChoice(sort) } : {}),
      }),
    );
  return reads;
}

const byHand = ({ channelId, channelIds, placeIds }: Heaviest): HeavyRead[] => {
  const post = (name: string, path: string, body: unknown): HeavyRead => ({
    name,
    method: 'POST',
    path,
    body: JSON.stringify(body),
  });
  const check = '/api/v2/ops/serviceability/check';
  const text = Array.from({ length: WORDS_MOST }, (_, at) => ['jalan', 'coblong', 'kota', 'raya'][at % 4])
    .join(' ')
    .slice(0, 300);
  const places = (most: number) =>
    Array.from({ length: most }, (_, at) => ({ locationId: placeIds[at % placeIds.length] }));
  return [
    post('serviceability.check texts', check, {
      addresses: Array.from({ length: TEXTS }, (_, at) => ({
        text: `${at} ${text}`.slice(0, 300).split(' ').slice(0, WORDS_MOST).join(' '),
      })),
    }),
    post('serviceability.check places', check, { addresses: places(CHECK_MOST) }),
    post('serviceability.check steps', check, {
      addresses: places(STEPPED_MOST / 10),
      channelIds: channelIds.slice(0, 10),
      steps: true,
    }),
    post('preflight.check', '/api/v2/ops/preflight', {
      entity: 'ID',
      items: Array.from({ length: PREFLIGHT_MOST }, (_, at) => ({
        id: `none-${at}`,
        collection: 'channelLocations',
        key: `${channelId}/${placeIds[at % placeIds.length]}/0`,
        version: 2,
      })),
    }),
    post('locationCdt.count', '/api/v2/ops/leadTimes/count', {
      channelIds: channelIds.slice(0, COUNTED_CHANNELS_MOST),
    }),
    post('serviceCode.export', '/api/v2/sls/forward/sls-ops/service_code/export_excel', {}),
    { name: 'documents json', method: 'GET', path: '/api/docs/json' },
    { name: 'documents yaml', method: 'GET', path: '/api/docs/yaml' },
    ...['locations', 'channelLocations', 'locationCdts'].map(collection => ({
      name: `feed.segments ${collection}`,
      method: 'GET',
      path: `/api/v2/ops/segments?collection=${collection}&entity=ID${collection === 'locations' ? '' : `&channelId=${channelId}`}`,
    })),
  ];
};

export const heavyReads = (heaviest: Heaviest): HeavyRead[] => [
  ...EVERY_CALL.filter(
    ({ id, method }) => method === 'GET' && !NO_READS.has(id) && !id.startsWith('feed.segment'),
  ).flatMap(call => readsOf(call, heaviest)),
  ...byHand(heaviest),
];
