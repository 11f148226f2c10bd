import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { channelLocationKey, listChannelLocations, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import { locationMatches } from '../../contract/channelLocationMatch.ts';
import type { SyncClient } from '../client/client.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { pageId, storePage } from '../mirror/pages.ts';
import type { CachedQuestion } from '../query/cachedQuestion.ts';
import { fakeEnv } from '../testing/fakeEnv.ts';
import { mirrors } from '../testing/mirrors.ts';
import { rowOf } from '../testing/writes.ts';
import type { ListSource, Row } from '../types.ts';
import { findOnDevice, isMissingOnDevice } from './findOnDevice.ts';

const mirror = mirrors(9300, afterEach);
const source = {
  id: 'serviceable.location',
  call: listChannelLocations,
  collection: 'channelLocations',
  rowKey: channelLocationKey,
  matches: locationMatches,
  ready: () => true,
} as unknown as ListSource<Row, ChannelLocationRow>;

const write = (effect: 'create' | 'delete', state: string, id = 5) => ({
  id: `${effect}-${id}`,
  collection: 'channelLocations',
  entity: 'ID',
  recordKey: channelLocationKey(rowOf(id)),
  effect,
  state,
  changes: {},
  optimistic: effect === 'create' ? rowOf(id) : null,
  base: effect === 'delete' ? rowOf(id) : null,
  baseVersion: null,
  problem: null,
  seq: 1,
});

/** Looks up record 5 on a device with the given cached rows, own writes and cached page. */
async function look(at: {
  cached?: number[];
  writes?: object[];
  page?: number[];
  db?: MirrorDb;
  silent?: boolean;
  missing?: true;
}) {
  const db = at.db ?? (await mirror());
  const key = { channelId: rowOf(5).channelId, type: rowOf(5).type, locationId: 5 };
  if (at.page)
    await storePage(
      db,
      {
        id: pageId('serviceable.location', 'ID', key, 1, 10, ''),
        sourceId: 'serviceable.location',
        callId: listChannelLocations.id,
        entity: 'ID',
        collection: 'channelLocations',
        input: { ...key, page: 1, count: 10 },
        page: 1,
        count: 10,
        total: at.page.length,
        rows: at.page.map(id => rowOf(id) as unknown as Row),
        keys: [],
        asOf: 1000,
        freshAt: 0,
        arrivedAt: 0,
        settledAt: 0,
      },
      row => channelLocationKey(row as never),
    );
  const asked: CachedQuestion[] = [];
  const env = fakeEnv();
  const client = {
    env,
    mirror: Promise.resolve(db),
    outbox: { counter: async () => 0, overlayOf: async () => at.writes ?? [] },
    ops: {
      list: (_entity: string, question: CachedQuestion) => {
        asked.push(question);
        if (at.silent) {
          setTimeout(() => void env.clock.advance(5000), 0);
          return new Promise(() => undefined);
        }
        const rows = at.cached?.filter(id => id === 5).map(id => rowOf(id));
        return Promise.resolve({ ready: rows !== undefined, value: rows ? { rows, total: rows.length } : null });
      },
    },
  } as unknown as SyncClient;
  if (at.missing) return isMissingOnDevice(client, 'ID', source, key, channelLocationKey(rowOf(5)));
  const found = await findOnDevice(client, 'ID', source, key, channelLocationKey(rowOf(5)));
  expect(asked).toHaveLength(1);
  return found?.row.locationId ?? null;
}

it('a row of a cached channel is found', async () => {
  expect(await look({ cached: [4, 5] })).toBe(5);
  expect(await look({ cached: [4] })).toBeNull();
});

it('a row on a cached page is found even if its channel is not completely cached', async () => {
  expect(await look({ page: [4, 5] })).toBe(5);
  expect(await look({ page: [4] })).toBeNull();
  expect(await look({ page: [5], cached: [4] })).toBeNull();
});

it('a record with a pending creation is found, whatever its channel', async () => {
  expect(await look({ writes: [write('create', 'queued')] })).toBe(5);
  expect(await look({ writes: [write('create', 'queued', 6)] })).toBeNull();
});

it('a record with a pending deletion or a refused creation is not found', async () => {
  expect(await look({ cached: [5], writes: [write('delete', 'queued')] })).toBeNull();
  expect(await look({ writes: [write('create', 'refused')] })).toBeNull();
});

it('the record is looked up on the server if the engine does not respond', async () => {
  expect(await look({ silent: true })).toBeNull();
});

it('a record counts as missing only if the whole list is on this device without it', async () => {
  expect(await look({ missing: true, cached: [4] })).toBe(true);
  expect(await look({ missing: true, cached: [4, 5] })).toBe(false);
  expect(await look({ missing: true, cached: [4], writes: [write('create', 'queued')] })).toBe(false);
  expect(await look({ missing: true, cached: [5], writes: [write('delete', 'queued')] })).toBe(true);
  expect(await look({ missing: true })).toBe(false);
  expect(await look({ missing: true, silent: true })).toBe(false);
});
