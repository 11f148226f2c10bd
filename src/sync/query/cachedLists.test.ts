import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { keyOfChannel } from '../../contract/owner.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { DECLARED, declaredKey } from '../../contract/cached.ts';
import type { LocationRow } from '../../contract/locations.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { applyChanges } from '../mirror/apply.ts';
import { changeCount } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { noteOpened, removeSet } from '../mirror/opened.ts';
import { readCacheStatus } from '../mirror/cacheStatus.ts';
import { channelOf, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { segmentOf } from '../testing/segments.ts';
import { rowOf } from '../testing/writes.ts';
import type { Row } from '../types.ts';
import { cachedQuestion } from './cachedQuestion.ts';
import { CachedLists } from './cachedLists.ts';
import { PlaceIndex } from './placeIndex.ts';

/** Tests how `ops` answers requests for a cached channel's lists, from the mirror to the page. */

const mirror = mirrors(9400, afterEach);
const CHANNEL = 10023;
const OWNER = keyOfChannel(CHANNEL);
const channel = { channelId: CHANNEL, channelName: `Channel ${CHANNEL}`, country: 'ID' };
const stamp = { version: 1, updatedBy: 'a@x', updatedAt: 5 };
const names = { fromCity: '', fromDistrict: '', toDistrict: '' };
const route = (id: number, to: number, toCity: string): Row => ({
  ...channel,
  ...names,
  ...stamp,
  id,
  applicableType: 0,
  fromLocationId: 1,
  fromState: 'Banten',
  toLocationId: to,
  toState: 'Banten',
  toCity,
});
const zone: Row = {
  ...channel,
  ...stamp,
  id: 7,
  applicableType: 0,
  locationId: 2,
  state: 'Banten',
  city: 'Serang',
  district: '',
  zone: 'Z1',
};

async function hold(db: MirrorDb, collection: ResourceCollection, rows: Row[]): Promise<void> {
  const columns = packColumns(DECLARED[collection], segmentOf(DECLARED[collection], rows));
  await db.setSegments.put({ id: collection, entity: 'ID', collection, owner: OWNER, columns });
  await db.sets.update(['ID', collection, OWNER], { state: 'ready', segments: [collection], rows: rows.length });
}

async function open({ listens = true } = {}) {
  const db = await mirror();
  await db.channels.put({ ...channelOf(CHANNEL), entity: 'ID' });
  await noteOpened(db, ['ID', OWNER], 1);
  await hold(db, 'channelRoutes', [route(5, 1, ''), route(3, 2, 'Serang')]);
  await hold(db, 'channelZones', [zone]);
  const tree = [placeOf(1, { name: 'Banten' }), placeOf(2, { name: 'Serang', level: 1, parentId: 1 })];
  const changed = new Map(tree.map(row => [String(row.locationId), { version: 1, row }]));
  const places = await PlaceIndex.build('ID', [], changed, async () => undefined);
  const lists = new CachedLists(db);
  if (listens) lists.watch('ID');
  const index = (places: LocationRow[], rev: number) =>
    PlaceIndex.build(
      'ID',
      [],
      new Map(places.map(row => [String(row.locationId), { version: row.version, row }])),
      async () => undefined,
      { rev, asOf: 0 },
    );
  const ask = (
    collection: ResourceCollection,
    filters: Row,
    least = 0,
    newer?: () => Promise<PlaceIndex | undefined>,
  ) => {
    const call = DECLARATIONS.callById(DECLARED[collection].listId) as CallDefinition;
    const question = cachedQuestion(call, { channelId: CHANNEL, ...filters }, '', 1, 10);
    if (!question) throw new Error('no question');
    return lists.answer('ID', { ...question, least }, places, newer);
  };
  return { db, lists, tree, index, ask };
}

describe('lists of a cached channel', () => {
  it('lists wait until the mirror has the current place names, and then show them', async () => {
    const { db, lists, tree, index, ask } = await open();
    const before = await readCacheStatus(db, ['ID', 'channelZones', OWNER]);
    expect((await ask('channelZones', {}))?.rows).toEqual([zone]);
    const renamed = placeOf(1, { name: 'Banten Baru', version: 2 });
    await applyChanges(db, 'ID', [{ collection: 'locations', key: '1', version: 2, row: { ...renamed } }]);
    const { rev } = await readCacheStatus(db, ['ID', 'channelZones', OWNER]);
    // None of the list's rows has changed, but the place names they show have.
    expect(rev).toBeGreaterThan(before.rev);
    const newer = await index([renamed, ...tree.slice(1)], 1);
    const asked: number[] = [];
    const wait = async (least = 0) => (asked.push(least), newer);
    expect((await ask('channelZones', {}, rev, wait))?.rows).toMatchObject([{ state: 'Banten Baru', city: 'Serang' }]);
    expect((await ask('channelZones', { state: 'banten baru' }, rev, wait))?.total).toBe(1);
    expect((await ask('channelZones', { city: 'nowhere' }, rev, wait))?.total).toBe(0);
    expect(new Set(asked)).toEqual(new Set([1]));
    // If the tree is not updated in time, there is no answer: old names must not be presented as current.
    expect(await ask('channelZones', {}, rev, async () => undefined)).toBeNull();
    lists.close();
  });

  it('cached lists return the same as their calls, each collection separately', async () => {
    const { lists, ask } = await open();
    expect(await ask('channelRoutes', { applicableType: 0, from: 'banten' })).toMatchObject({
      rows: [route(5, 1, ''), route(3, 2, 'Serang')],
      total: 2,
    });
    expect((await ask('channelRoutes', { to: 'serang' }))?.rows).toEqual([route(3, 2, 'Serang')]);
    expect((await ask('channelZones', { zone: 'z' }))?.rows).toEqual([zone]);
    // The collection is not completely cached yet, so the network is used.
    expect(await ask('channelPostcodes', { type: 0 })).toBeNull();
    lists.close();
  });

  it('a removed set is not used after its channel was reopened and reloaded unnoticed (MR2)', async () => {
    const { db, ask } = await open({ listens: false });
    expect((await ask('channelRoutes', {}))?.total).toBe(2);
    await removeSet(db, ['ID', OWNER]);
    await noteOpened(db, ['ID', OWNER], 2);
    await hold(db, 'channelRoutes', [route(9, 2, 'Serang')]);
    expect((await ask('channelRoutes', {}))?.rows.map(({ id }) => id)).toEqual([9]);
  });

  it('a change from the feed affects only its own collection, and does not make others stale', async () => {
    const { db, lists, ask } = await open();
    await ask('channelRoutes', {});
    const added = route(9, 2, 'Serang');
    const key = declaredKey(DECLARED.channelRoutes, route(5, 1, ''));
    await applyChanges(db, 'ID', [
      { collection: 'channelRoutes', key, version: 2, row: null },
      { collection: 'channelRoutes', key: `${CHANNEL}/9`, version: 1, row: { ...added, fromLocationId: 2 } },
    ]);
    const rev = await changeCount(db, 'ID', 'channelRoutes');
    expect((await ask('channelRoutes', {}, rev))?.rows.map(({ id }) => id)).toEqual([3, 9]);
    const before = await readCacheStatus(db, ['ID', 'channelRoutes', OWNER]);
    await applyChanges(db, 'ID', [
      { collection: 'channelLocations', key: `${CHANNEL}/1/0`, version: 1, row: { ...rowOf(1), channelId: CHANNEL } },
    ]);
    expect(await readCacheStatus(db, ['ID', 'channelRoutes', OWNER])).toEqual(before);
    lists.close();
  });
});
