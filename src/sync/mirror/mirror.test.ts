import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { channelLocationKey, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import { FeedServer, channelOf, placeOf } from '../testing/feedServer.ts';
import { rowOf } from '../testing/writes.ts';
import { mirrors } from '../testing/mirrors.ts';
import { readerOf } from '../testing/sessionInfo.ts';
import type { CachedPage, Row } from '../types.ts';
import { PlaceIndex } from '../query/placeIndex.ts';
import { applyChanges } from './apply.ts';
import { askMark } from './counts.ts';
import { anyone } from '../testing/fakeEnv.ts';
import { mirrorName } from '../storage/databaseNames.ts';
import { MIRROR_VERSION, openMirror, type MirrorDb } from './db.ts';
import { pageId, readListAnswer, readPage, storePage } from './pages.ts';
import { pruneForSession } from './prune.ts';
import { catchUp } from './snapshot.ts';

const mirror = mirrors(100, afterEach);
const never = new AbortController().signal;

/** The data that a reader sees: channels, and the locations computed from segments and changed rows. */
async function contents(db: MirrorDb) {
  const channels = (await db.channels.where('entity').equals('ID').toArray()).map(({ channelId, version }) => [
    channelId,
    version,
  ]);
  const snapshot = await db.snapshots.get('ID');
  const segments = await db.segments.bulkGet(snapshot?.locations ?? []);
  const rows = await db.rows.where('[entity+collection]').equals(['ID', 'locations']).toArray();
  const index = await PlaceIndex.build(
    'ID',
    segments.flatMap(segment => (segment ? [segment.columns] : [])),
    new Map(rows.map(({ key, version, row }) => [key, { version, row: row as never }])),
    async () => undefined,
  );
  const locations = index.children(0).map(({ locationId, version, name }) => [locationId, version, name]);
  return { channels, locations };
}

describe('snapshot and changes', () => {
  it('channels are loaded first, then segments, then later changes', async () => {
    const server = new FeedServer();
    server.put('channels', channelOf(1));
    for (let id = 1; id <= 7; id++) server.put('locations', placeOf(id));
    const db = await mirror();
    expect(await catchUp(db, server.call, 'ID', never)).toEqual({ kind: 'done', changed: true });
    server.put('locations', placeOf(3, { name: 'New', version: 2 }));
    server.remove('locations', '5');
    server.put('locations', placeOf(9));
    server.put('channels', channelOf(1, { version: 2 }));
    await catchUp(db, server.call, 'ID', never);
    const { channels, locations } = await contents(db);
    expect(channels).toEqual([[1, 2]]);
    expect(locations.map(([id, version]) => [id, version])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 1],
      [6, 1],
      [7, 1],
      [9, 1],
    ]);
    expect((await db.snapshots.get('ID'))?.progress).toBe(1);
  });

  it('a load interrupted by a network failure resumes without reloading stored segments', async () => {
    const server = new FeedServer();
    for (let id = 1; id <= 12; id++) server.put('locations', placeOf(id));
    const db = await mirror();
    let left = 2;
    server.intercept = callId =>
      callId === 'feed.segment' && (left -= 1) < 0 ? { kind: 'noNetwork', reason: 'unreachable' } : null;
    expect(await catchUp(db, server.call, 'ID', never)).toMatchObject({
      kind: 'failed',
      outcome: { kind: 'noNetwork' },
    });
    const halfway = await db.snapshots.get('ID');
    expect(halfway).toMatchObject({ cursor: null, progress: 0.5 });
    server.intercept = null;
    server.asked.length = 0;
    await catchUp(db, server.call, 'ID', never);
    expect(server.asked.filter(call => call.startsWith('feed.segment:'))).toHaveLength(2);
    expect((await contents(db)).locations).toHaveLength(12);
  });

  it('if the feed no longer reaches back far enough, a fresh snapshot is loaded, and no deleted row remains', async () => {
    const server = new FeedServer();
    for (let id = 1; id <= 4; id++) server.put('locations', placeOf(id));
    const db = await mirror();
    await catchUp(db, server.call, 'ID', never);
    server.put('locations', placeOf(5));
    await catchUp(db, server.call, 'ID', never);
    server.remove('locations', '5');
    server.horizon = server.feed.length;
    let seen: number | undefined;
    server.intercept = async callId => {
      if (callId === 'feed.segments') seen = (await contents(db)).locations.length;
      return null;
    };
    await catchUp(db, server.call, 'ID', never);
    expect((await contents(db)).locations.map(([id]) => id)).toEqual([1, 2, 3, 4]);
    // The cached locations remained visible while the new ones loaded.
    expect(seen).toBe(5);
  });

  it('MR2: a batch that starts at a cursor that another loader has passed does not skip the changes in between', async () => {
    const server = new FeedServer();
    server.put('channels', channelOf(1));
    const db = await mirror();
    await catchUp(db, server.call, 'ID', never);
    server.put('channels', channelOf(1, { version: 2 }));
    await catchUp(db, server.call, 'ID', never);
    const from = (await db.snapshots.get('ID'))?.cursor ?? '';
    server.put('channels', channelOf(3));
    // An engine that has lost the lead stores the snapshot it read earlier.
    await db.snapshots.update('ID', { cursor: '1' });
    await db.channels.put({ ...channelOf(1), entity: 'ID' });
    await applyChanges(db, 'ID', server.feed.slice(Number(from)), {
      cursor: String(server.feed.length),
      since: from,
    });
    expect((await contents(db)).channels).toEqual([
      [1, 1],
      [3, 1],
    ]);
    await catchUp(db, server.call, 'ID', never);
    expect((await contents(db)).channels).toEqual([
      [1, 2],
      [3, 1],
    ]);
  });

  it('MR2: a segment that the server has meanwhile replaced is immediately requested by its new id', async () => {
    const server = new FeedServer();
    for (let id = 1; id <= 7; id++) server.put('locations', placeOf(id));
    const db = await mirror();
    let replaced = 2;
    server.intercept = callId =>
      callId === 'feed.segment' && (replaced -= 1) >= 0
        ? { kind: 'refused', status: 404, retcode: 404, message: 'This segment was replaced.' }
        : null;
    expect(await catchUp(db, server.call, 'ID', never)).toMatchObject({ kind: 'done' });
    expect((await contents(db)).locations).toHaveLength(7);
    // Segments that never become available do not cause endless requests.
    replaced = 1000;
    expect(await catchUp(await mirror(), server.call, 'ID', never)).toMatchObject({ kind: 'failed' });
  });

  it('MR5: a store that lost some of its segments is reloaded', async () => {
    const server = new FeedServer();
    for (let id = 1; id <= 12; id++) server.put('locations', placeOf(id));
    const db = await mirror();
    await catchUp(db, server.call, 'ID', never);
    await db.segments.limit(1).delete();
    expect((await contents(db)).locations.length).toBeLessThan(12);
    await catchUp(db, server.call, 'ID', never);
    expect((await contents(db)).locations).toHaveLength(12);
  });

  it('MR2: changes in any batches, repeated or resumed anywhere, result in the same data as a fresh snapshot', async () => {
    const step = fc.record({
      kind: fc.constantFrom('put', 'remove', 'channel', 'unchannel', 'catchUp', 'rewind', 'reset', 'breakOff', 'late'),
      id: fc.integer({ min: 1, max: 6 }),
      n: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const server = new FeedServer();
        const buried = new Map<string, number>();
        for (let id = 1; id <= 4; id++) server.put('locations', placeOf(id));
        const db = await mirror();
        for (const { kind, id, n } of steps) {
          const nextVersion = (cached: { version: number } | undefined, key: string) =>
            (cached?.version ?? buried.get(key) ?? 0) + 1;
          if (kind === 'put')
            server.put(
              'locations',
              placeOf(id, { name: `N${n}`, version: nextVersion(server.locations.get(String(id)), `l${id}`) }),
            );
          if (kind === 'channel')
            server.put('channels', channelOf(id, { version: nextVersion(server.channels.get(String(id)), `c${id}`) }));
          if (kind === 'remove' || kind === 'unchannel') {
            const collection = kind === 'remove' ? 'locations' : 'channels';
            const cached = (kind === 'remove' ? server.locations : server.channels).get(String(id));
            if (cached) buried.set(`${kind === 'remove' ? 'l' : 'c'}${id}`, cached.version + 1);
            server.remove(collection, String(id));
          }
          if (kind === 'catchUp') {
            server.batch = n;
            await catchUp(db, server.call, 'ID', never);
          }
          if (kind === 'breakOff') {
            let left = n;
            server.intercept = () => ((left -= 1) < 0 ? { kind: 'noNetwork', reason: 'timeout' } : null);
            await catchUp(db, server.call, 'ID', never);
            server.intercept = null;
          }
          const snapshot = await db.snapshots.get('ID');
          if (snapshot?.cursor && kind === 'rewind') {
            // A frozen sender wakes up and stores the batch it had already received, with its old cursor.
            const from = Math.max(0, Number(snapshot.cursor) - n);
            const cursor = String(Math.min(from + n, server.feed.length));
            await applyChanges(db, 'ID', server.feed.slice(from, from + n), { cursor });
          }
          if (kind === 'late' && server.feed.length > 0) {
            const old = server.feed[Math.max(0, server.feed.length - n)];
            if (old && old.version > 1) await applyChanges(db, 'ID', [old]);
          }
          if (kind === 'reset') server.horizon = server.feed.length;
        }
        await catchUp(db, server.call, 'ID', never);
        const fresh = await mirror();
        await catchUp(fresh, server.call, 'ID', never);
        expect(await contents(db)).toEqual(await contents(fresh));
      }),
      { numRuns: 50 },
    );
  }, 30_000);
});

const keyOf = (row: Row) => channelLocationKey(row as unknown as ChannelLocationRow);
const pageOf = (rows: ChannelLocationRow[], part: Partial<CachedPage> = {}): CachedPage => ({
  id: 'p1',
  sourceId: 's',
  callId: 'channelLocation.list',
  entity: 'ID',
  collection: 'channelLocations',
  input: {},
  page: 1,
  count: 10,
  total: 50,
  rows: rows as unknown as Row[],
  keys: [],
  asOf: 1,
  freshAt: 0,
  arrivedAt: 0,
  settledAt: 0,
  ...part,
});
const changed = (row: ChannelLocationRow) => ({
  collection: 'channelLocations' as const,
  key: channelLocationKey(row),
  version: row.version,
  row: row as unknown as Row,
});
const gone = (row: ChannelLocationRow) => ({ ...changed(row), version: row.version + 1, row: null });

describe('cached pages', () => {
  it('cached pages are patched in place, drop deleted rows, and are stale once their collection has changed', async () => {
    const db = await mirror();
    await storePage(db, pageOf([rowOf(1), rowOf(2)]), keyOf);
    expect((await readPage(db, 'p1'))?.stale).toBe(false);
    await applyChanges(db, 'ID', [changed(rowOf(1, { canCOD: true, version: 2 })), gone(rowOf(2))]);
    const view = await readPage(db, 'p1');
    expect(view?.cached).toMatchObject({ total: 49, rows: [{ locationId: 1, canCOD: true, version: 2 }] });
    expect(view?.stale).toBe(true);
    const again = pageOf([rowOf(1, { version: 2 })], await askMark(db, 'ID', 'channelLocations'));
    await storePage(db, again, keyOf);
    expect((await readPage(db, 'p1'))?.stale).toBe(false);
  });

  it('MR2: older and repeated changes do not affect cached pages', async () => {
    const db = await mirror();
    await storePage(db, pageOf([rowOf(1, { version: 5 })]), keyOf);
    expect(await applyChanges(db, 'ID', [changed(rowOf(1, { version: 6 }))])).toBe(true);
    expect(await applyChanges(db, 'ID', [changed(rowOf(1, { version: 6, canCOD: true }))])).toBe(false);
    expect(await applyChanges(db, 'ID', [changed(rowOf(1, { version: 3, canCOD: true }))])).toBe(false);
    expect((await readPage(db, 'p1'))?.cached.rows[0]).toMatchObject({ version: 6, canCOD: false });
  });

  it('a response that was in flight when a newer row arrived does not restore the older row', async () => {
    const db = await mirror();
    const mark = await askMark(db, 'ID', 'channelLocations');
    await applyChanges(db, 'ID', [changed(rowOf(1, { canCOD: true, version: 2 })), gone(rowOf(2))]);
    await storePage(db, pageOf([rowOf(1), rowOf(2), rowOf(3)], mark), keyOf);
    const cached = (await readPage(db, 'p1'))?.cached;
    expect(cached?.rows).toMatchObject([{ locationId: 1, canCOD: true, version: 2 }, { locationId: 3 }]);
  });

  it('a record recreated after its deletion is shown, and a repeat of its original creation restores nothing', async () => {
    const db = await mirror();
    await applyChanges(db, 'ID', [gone(rowOf(1, { version: 4 }))]);
    expect(await applyChanges(db, 'ID', [changed(rowOf(1, { version: 1 }))])).toBe(false);
    const mark = await askMark(db, 'ID', 'channelLocations');
    await storePage(db, pageOf([rowOf(1, { version: 6 })], mark), keyOf);
    expect((await readPage(db, 'p1'))?.cached.rows).toHaveLength(1);
    expect(await applyChanges(db, 'ID', [changed(rowOf(1, { version: 6 }))])).toBe(true);
    expect(await applyChanges(db, 'ID', [changed(rowOf(1, { version: 7 }))])).toBe(true);
  });

  it('only the newest 300 pages are kept', async () => {
    const db = await mirror();
    for (let n = 1; n <= 303; n++) await storePage(db, pageOf([], { id: `p${n}`, asOf: n }), keyOf);
    expect(await db.pages.count()).toBe(300);
    expect(await readPage(db, 'p3')).toBeUndefined();
  });

  it('an incoming page is kept even if the other pages were stored while the clock was ahead', async () => {
    const db = await mirror();
    const ahead = 86_400_000;
    await db.pages.bulkPut(Array.from({ length: 303 }, (_, n) => pageOf([], { id: `p${n}`, asOf: ahead + n })));
    for (const id of ['one', 'other']) await storePage(db, pageOf([], { id, asOf: 1 }), keyOf);
    expect(await db.pages.count()).toBe(300);
    expect(await readPage(db, 'one')).toBeDefined();
    expect(await readPage(db, 'other')).toBeDefined();
  });

  it("a page's id does not depend on the order of its filters", () => {
    const id = (filters: Row) => pageId('s', 'ID', filters, 1, 10);
    expect(id({ a: 1, b: '' })).toBe(id({ b: null, a: 1 }));
    expect(id({ a: 0, c: 1 })).toBe(id({ c: 1, a: 0 }));
    expect(id({ a: 0 })).not.toBe(id({}));
  });

  it.each([
    [
      { list: [1], total: 9 },
      { rows: [1], total: 9 },
    ],
    [{ data: [1, 2] }, { rows: [1, 2], total: 2 }],
    [{ result: [] }, { rows: [], total: 0 }],
    [{ other: 1 }, null],
    [null, null],
  ])('REQ-11: %j is parsed as a page', (answer, wanted) => expect(readListAnswer(answer)).toEqual(wanted));
});

describe('lost permissions and stores that have to be rebuilt (MR4, MR5)', () => {
  async function filled() {
    const db = await mirror();
    const server = new FeedServer();
    server.put('channels', channelOf(1));
    server.put('locations', placeOf(1));
    await catchUp(db, server.call, 'ID', never);
    await applyChanges(db, 'ID', [changed(rowOf(1, { version: 2 }))]);
    await storePage(db, pageOf([rowOf(1)]), keyOf);
    return db;
  }
  const counts = async (db: MirrorDb) =>
    Promise.all([db.channels, db.rows, db.segments, db.pages, db.snapshots].map(table => table.count()));

  it('MR4: data that the person may still see is kept', async () => {
    const db = await filled();
    await pruneForSession(db, readerOf({}));
    expect(await counts(db)).toEqual([1, 1, 1, 1, 1]);
  });
  it('MR4: losing a permission removes its rows and pages', async () => {
    const db = await filled();
    await pruneForSession(db, readerOf({ codesByEntity: { ID: [] } }));
    expect(await counts(db)).toEqual([1, 0, 1, 0, 1]);
  });
  it('MR4: losing an entity removes all of its data', async () => {
    const db = await filled();
    await pruneForSession(db, readerOf({ entities: [] }));
    expect(await counts(db)).toEqual([0, 0, 0, 0, 0]);
  });

  it("MR5: an older build's store is discarded and rebuilt", async () => {
    const id = 5001;
    const old = await openMirror(id, anyone);
    await old.counters.put({ id: 'schema', value: MIRROR_VERSION - 1 });
    await old.channels.put({ ...channelOf(1), entity: 'ID' });
    old.close();
    const db = await mirror(id);
    expect(await db.channels.count()).toBe(0);
  });

  it('MR5: a store that cannot be opened is discarded and rebuilt', async () => {
    const id = 5002;
    const odd = new Dexie(mirrorName(id));
    odd.version(1).stores({ counters: '++nr' });
    await odd.open();
    odd.close();
    const db = await mirror(id);
    await applyChanges(db, 'ID', [changed(rowOf(1))]);
    expect(await db.rows.count()).toBe(1);
  });

  it("MR5, TAB1: a newer build's store is left unchanged", async () => {
    const id = 5003;
    const newer = await mirror(id);
    await newer.counters.put({ id: 'schema', value: MIRROR_VERSION + 1 });
    await newer.channels.put({ ...channelOf(1), entity: 'ID' });
    await expect(openMirror(id, anyone)).rejects.toThrow('newer build');
    expect(await newer.channels.count()).toBe(1);
  });
});
