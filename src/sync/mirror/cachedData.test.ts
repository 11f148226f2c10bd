import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { DECLARATIONS } from '../../contract/declarations.ts';
import { listChannelLocations } from '../../contract/channelLocation.ts';
import type { SyncClient } from '../client/client.ts';
import { refreshPages } from '../list/refreshPages.ts';
import { pinsName } from '../storage/databaseNames.ts';
import { Pins } from '../pins/pins.ts';
import { anyone, fakeEnv } from '../testing/fakeEnv.ts';
import { FeedServer, channelOf, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { rowOf } from '../testing/writes.ts';
import type { Outcome, Row } from '../types.ts';
import { readCachedData } from './cachedData.ts';
import { dropChannels, dropEntity, dropLocations, dropPages } from './evict.ts';
import { pageId, storePage } from './pages.ts';
import { catchUp } from './snapshot.ts';

const mirror = mirrors(8100, afterEach);
const never = new AbortController().signal;

/** A completely loaded mirror with two cached pages. */
async function cached() {
  const server = new FeedServer();
  server.put('channels', channelOf(1));
  for (let id = 1; id <= 7; id++) server.put('locations', placeOf(id));
  const db = await mirror();
  await catchUp(db, server.call, 'ID', never);
  for (const page of [1, 2]) {
    const filters = { channelId: 10021, type: 0 };
    await storePage(
      db,
      {
        id: pageId('locations', 'ID', filters, page, 10, ''),
        sourceId: 'locations',
        callId: listChannelLocations.id,
        entity: 'ID',
        collection: 'channelLocations',
        input: { ...filters, page, count: 10 },
        page,
        count: 10,
        total: 2,
        rows: [rowOf(page) as unknown as Row],
        keys: [],
        asOf: 1000 * page,
        freshAt: 0,
        arrivedAt: 0,
        settledAt: 0,
      },
      row => String(row['locationId']),
    );
  }
  return { db, server };
}

describe('overview of cached data', () => {
  it("the overview counts each collection's rows, size and age", async () => {
    const { db } = await cached();
    const data = await readCachedData(db, 'ID');
    expect(data).toMatchObject({ whole: true, channels: { rows: 1 }, locations: { rows: 7 }, others: [] });
    expect(data.pages).toMatchObject({ pages: 2, rows: 2, oldest: 1000, newest: 2000 });
    for (const { bytes } of [data.channels, data.locations, data.pages]) expect(bytes).toBeGreaterThan(50);
    const other = await readCachedData(db, 'MY');
    expect(other).toMatchObject({ whole: false, channels: { rows: 0, bytes: 0 }, locations: { rows: 0, bytes: 0 } });
    expect(other.others).toMatchObject([{ entity: 'ID', rows: 10 }]);
  });

  it('removed channels and locations are reloaded completely', async () => {
    const { db, server } = await cached();
    await dropChannels(db, 'ID');
    expect(await readCachedData(db, 'ID')).toMatchObject({
      whole: false,
      channels: { rows: 0 },
      locations: { rows: 7 },
    });
    await catchUp(db, server.call, 'ID', never);
    expect(await readCachedData(db, 'ID')).toMatchObject({ whole: true, channels: { rows: 1 } });
    await dropLocations(db, 'ID');
    expect(await readCachedData(db, 'ID')).toMatchObject({
      whole: false,
      channels: { rows: 1 },
      locations: { rows: 0 },
    });
    await catchUp(db, server.call, 'ID', never);
    expect(await readCachedData(db, 'ID')).toMatchObject({ whole: true, locations: { rows: 7 } });
  });

  it('removing pages or a whole country leaves nothing behind', async () => {
    const { db } = await cached();
    await dropPages(db, 'ID');
    expect((await readCachedData(db, 'ID')).pages).toEqual({ pages: 0, rows: 0, bytes: 0, newest: 0, oldest: 0 });
    await dropEntity(db, 'ID');
    expect((await readCachedData(db, 'MY')).others).toEqual([]);
    expect(await db.segments.count()).toBe(0);
  });

  it('pages are refetched newest first, refused pages are removed, and a network failure is reported', async () => {
    const { db } = await cached();
    const asked: number[] = [];
    const answers: Record<number, Outcome> = {
      2: { kind: 'ok', data: { list: [rowOf(2, { version: 5 })], total: 1 } },
      1: { kind: 'refused', status: 403, retcode: 403, message: 'No.' },
    };
    const client = {
      env: fakeEnv(),
      outbox: { counter: async () => 3, declared: DECLARATIONS },
      transport: {
        call: async (_call: unknown, { page }: { page: number }) => {
          asked.push(page);
          return answers[page];
        },
      },
    } as unknown as SyncClient;
    expect(await refreshPages(client, db, 'ID')).toBe(true);
    expect(asked).toEqual([2, 1]);
    const [left, ...none] = await db.pages.toArray();
    expect(left).toMatchObject({ page: 2, total: 1, settledAt: 3, keys: ['ID|channelLocations|10021/2/0'] });
    expect(none).toEqual([]);
    answers[2] = { kind: 'noNetwork', reason: 'unreachable' };
    expect(await refreshPages(client, db, 'ID')).toBe(false);
    expect(await db.pages.count()).toBe(1);
    answers[2] = { kind: 'ok', data: { list: [rowOf(2)], total: 1 } };
    const refreshed = refreshPages(client, db, 'ID');
    await dropPages(db, 'ID');
    await refreshed;
    expect(await db.pages.count()).toBe(0);
  });
});

describe('pins', () => {
  it('pins are stored separately from the mirror, and a signed-out person has none (SW1)', async () => {
    const pins = new Pins(8001, anyone);
    await pins.set('ID', 'channel:1', true);
    await pins.set('ID', '3pl:1', true);
    await pins.set('MY', 'channel:3', true);
    await pins.set('ID', '3pl:1', false);
    expect(await pins.of('ID')).toEqual(['channel:1']);
    pins.close();
    const others = new Pins(8001, async () => false);
    await expect(others.of('ID')).rejects.toThrow('Nobody is signed in');
    expect(await Dexie.exists(pinsName(8001))).toBe(false);
  });

  it('pins from an older build, which stored a 3PL as its negated id, are preserved', async () => {
    const older = new Dexie(pinsName(8002));
    older.version(1).stores({ pins: '[entity+channelId], entity' });
    await older.table('pins').bulkPut([
      { entity: 'ID', channelId: 501 },
      { entity: 'ID', channelId: -501 },
      { entity: 'MY', channelId: -7 },
    ]);
    older.close();
    const pins = new Pins(8002, anyone);
    expect(await pins.of('ID')).toEqual(['3pl:501', 'channel:501']);
    expect(await pins.of('MY')).toEqual(['3pl:7']);
    await pins.set('ID', 'channel:501', false);
    pins.close();
    const again = new Pins(8002, anyone);
    expect(await again.of('ID')).toEqual(['3pl:501']);
    again.close();
  });
});
