import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DECLARED } from '../../contract/cached.ts';
import { importById } from '../../contract/imports/registry.ts';
import type { RowValues } from '../../domain/import/declaration.ts';
import { MirrorDb } from '../../sync/mirror/db.ts';
import { packColumns } from '../../sync/mirror/loadSet.ts';
import { packPlaces } from '../../sync/mirror/placeSegment.ts';
import { NOTHING_BROUGHT } from '../../sync/imports/brought.ts';
import { importMirror } from './mirror.ts';

/** Rows of files that refer to records of other lists are checked against the lists on this device. */

const db = new MirrorDb(78, async () => true);
const ready = (collection: 'shopGroups' | 'shopTypes', rows: number) =>
  db.sets.put({
    entity: 'ID',
    collection,
    owner: 'entity',
    pinned: true,
    openedAt: 1,
    state: 'ready',
    progress: 1,
    segments: [collection],
    rows,
    bytes: 1,
    generation: 1,
  });
const stamp = (rows: number) => ({
  status: Array<number>(rows).fill(0),
  version: Array<number>(rows).fill(1),
  updatedAt: Array<number>(rows).fill(1),
  updatedBy: Array<number>(rows).fill(0),
  people: ['a'],
});

beforeAll(async () => {
  await db.open();
  await db.snapshots.put({ entity: 'ID', cursor: 'c', locations: ['seg'], progress: 1, locationsRev: 1 } as never);
  const places = { locationId: [1], name: ['Jawa'], parentId: [0], level: [0], postcode: [''], version: [1] };
  await db.segments.put({ id: 'seg', entity: 'ID', collection: 'locations', columns: packPlaces(places) });
  await db.setSegments.put({
    id: 'shopGroups',
    entity: 'ID',
    collection: 'shopGroups',
    owner: 'entity',
    columns: packColumns(DECLARED.shopGroups, { groupId: [10, 20], name: [0, 0], nameTexts: ['Mall'], ...stamp(2) }),
  });
  await ready('shopGroups', 2);
});
afterAll(() => db.delete());

const SHOP = { shopId: 1, name: 'Shop', shopType: 'MALL', shopGroup: 10, status: 0 };
async function problem(importId: string, row: RowValues, waits: object | Error = {}, brought = NOTHING_BROUGHT) {
  const mirror = importMirror(
    async () => db,
    async () => {
      if (waits instanceof Error) throw waits;
      return waits;
    },
    async () => brought,
  );
  const lookup = await mirror.lookup('ID', importId);
  const rule = lookup && importById(importId)?.rows?.(lookup);
  return rule?.(row)?.problem;
}

it.each([
  [10, undefined],
  [20, undefined],
  [0, undefined],
  [424_242, 'there is no shop group 424242 in Indonesia; create it first, or use 0'],
])('a shop of group %d in a file is checked against the cached groups', async (shopGroup, expected) => {
  expect(await problem('shop', { ...SHOP, shopGroup })).toBe(expected);
});

it('a list that is not cached, or that waiting writes may change, is left to the server', async () => {
  expect(await problem('shop', { ...SHOP, shopType: 'NOWHERE' })).toBeUndefined();
  const unknown = { ...SHOP, shopGroup: 424_242 };
  expect(await problem('shop', unknown, { shopGroups: { settledAt: 1, entries: [] } })).toBeUndefined();
  expect(await problem('shop', unknown, new Error('no outbox'))).toBeUndefined();
});

it('a record in an import that waits on this device exists', async () => {
  const unknown = { ...SHOP, shopGroup: 424_242 };
  const missing = 'there is no shop group 424242 in Indonesia; create it first, or use 0';
  const of = (values: number[], isWhole: boolean) => problem('shop', unknown, {}, { values: new Set(values), isWhole });
  expect(await of([424_242], true)).toBeUndefined();
  expect(await of([424_243], true)).toBe(missing);
  // An import that an earlier build queued does not say what it brings.
  expect(await of([], false)).toBeUndefined();
});

it('a shipment to a place that is not in the cached location tree is refused', async () => {
  const shipment = { tracking: 'A', destinationId: 1 };
  expect(await problem('shipment', shipment)).toBeUndefined();
  expect(await problem('shipment', { ...shipment, destinationId: 99 })).toBe(
    'there is no location 99 in Indonesia; use the ID of a place in the location tree',
  );
});

it('a text is compared with the texts that cached records have', async () => {
  await db.setSegments.put({
    id: 'shopTypes',
    entity: 'ID',
    collection: 'shopTypes',
    owner: 'entity',
    columns: packColumns(DECLARED.shopTypes, {
      shopType: [1],
      // The first text belongs to a record that no longer exists.
      shopTypeTexts: ['GONE', 'MALL'],
      channelId: [1],
      name: [0],
      nameTexts: ['Mall'],
      ...stamp(1),
    }),
  });
  await ready('shopTypes', 1);
  expect(await problem('shop', SHOP)).toBeUndefined();
  for (const shopType of ['GONE', 'NOWHERE'])
    expect(await problem('shop', { ...SHOP, shopType })).toBe(
      `there is no shop type "${shopType}" in Indonesia; create it first`,
    );
});
