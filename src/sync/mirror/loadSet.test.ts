import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { collectionsOf, CACHED_COLLECTIONS } from '../../contract/call.ts';
import { DECLARED } from '../../contract/cached.ts';
import { cachedOwner, keyOfChannel, OF_ENTITY, type OwnerKey } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { CacheKeeper, KEEP_OPENED } from '../engine/cacheKeeper.ts';
import { eventually } from '../testing/eventually.ts';
import { settle } from '../testing/fakeEnv.ts';
import { CACHED_CHANNEL as CHANNEL, CachedServer, truth } from '../testing/cachedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { applyChanges } from './apply.ts';
import type { CachedSetSegment, MirrorDb } from './db.ts';
import { foldSet, loadSet, readCached, readSet } from './loadSet.ts';
import { completeSet, noteOpened, pinSet, removeSet } from './opened.ts';
import { catchUp } from './snapshot.ts';

const mirror = mirrors(900_000, afterEach);
const never = new AbortController().signal;
const OWNER = keyOfChannel(CHANNEL);
const OPENED = ['ID', OWNER] as const;
const ID = ['ID', 'channelLocations', OWNER] as const;
const NO_NETWORK: Outcome = { kind: 'noNetwork', reason: 'unreachable' };

/** The set in which the tests cache a collection: the channel's or the entity's. */
const idOf = (of: ResourceCollection) => ['ID', of, cachedOwner(DECLARED[of].scope, CHANNEL)] as const;

async function contents(db: MirrorDb, collection: ResourceCollection = 'channelLocations') {
  return db.transaction('r', [db.sets, db.setSegments, db.setChanges], async () => {
    const set = await db.sets.get([...idOf(collection)]);
    if (set?.state !== 'ready') return null;
    const columns = await readCached(db, set);
    return Array.from({ length: columns.length }, (_, at) => columns.at(at));
  });
}

describe("a channel's cached rows", () => {
  it.each(CACHED_COLLECTIONS)(
    "MR2: cached rows of %s equal the server's, however old the segments are and however changes are batched, repeated or merged",
    async of => {
      const id = idOf(of);
      const step = fc.record({
        kind: fc.constantFrom('put', 'remove', 'cut', 'feed', 'rewind', 'load', 'breakOff', 'fold', 'gap'),
        id: fc.integer({ min: 1, max: 7 }),
        n: fc.integer({ min: 1, max: 15 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
          const server = new CachedServer(of);
          for (let id = 1; id <= 4; id++) server.put(id, id);
          const db = await mirror();
          let at = 0;
          const feed = async (most: number) => {
            while (at < server.feed.length && most-- > 0) {
              await applyChanges(db, 'ID', server.feed.slice(at, at + 3));
              at = Math.min(at + 3, server.feed.length);
            }
          };
          await noteOpened(db, ['ID', id[2]], 1);
          await completeSet(db, 'ID', () => true);
          for (const { kind, id: one, n } of steps) {
            if (kind === 'put') server.put(one, n);
            if (kind === 'remove') server.remove(one);
            if (kind === 'cut') server.slice();
            if (kind === 'feed') await feed(n);
            if (kind === 'rewind') at = Math.max(0, at - n);
            if (kind === 'load') await loadSet(db, server.call, id, never);
            if (kind === 'fold') await foldSet(db, id, `fold-${Math.random()}`);
            if (kind === 'breakOff') {
              let left = n % 4;
              server.answer = () => ((left -= 1) < 0 ? NO_NETWORK : null);
              await loadSet(db, server.call, id, never);
              server.answer = null;
            }
            if (kind === 'gap') {
              // The feed no longer reaches back far enough, so the intermediate changes never arrive.
              at = server.feed.length;
              await db.sets.update([...id], { state: 'stale' });
            }
          }
          await feed(Infinity);
          if ((await db.sets.get([...id]))?.state !== 'ready') await loadSet(db, server.call, id, never);
          expect(await contents(db, of)).toEqual(truth(server));
        }),
        // The code is the same for all collections; the others differ only in keys and owners.
        { numRuns: of === 'channelLocations' ? 100 : 30 },
      );
    },
  );

  it('a load interrupted by a network failure resumes', async () => {
    const server = new CachedServer();
    for (let id = 1; id <= 8; id++) server.put(id, id);
    const db = await mirror();
    await noteOpened(db, OPENED, 1);
    let left = 2;
    server.answer = id => (id === 'feed.segment' && (left -= 1) < 0 ? NO_NETWORK : null);
    expect(await loadSet(db, server.call, ID, never)).toEqual(NO_NETWORK);
    expect(await contents(db)).toBeNull();
    server.answer = null;
    server.asked = [];
    await loadSet(db, server.call, ID, never);
    expect(server.asked.filter(id => id === 'feed.segment')).toHaveLength(2);
    expect(await contents(db)).toEqual(truth(server));
  });

  it.each([1, 2, 3])('a load stops cleanly if there is no room for segment %i, and later resumes with it', async at => {
    const server = new CachedServer();
    for (let id = 1; id <= 30; id++) server.put(id, (id % 15) + 1);
    const db = await mirror();
    await noteOpened(db, OPENED, 1);
    const put = db.setSegments.put.bind(db.setSegments);
    let puts = 0;
    db.setSegments.put = ((segment: CachedSetSegment) =>
      ++puts === at
        ? Promise.reject(new DOMException('No room.', 'QuotaExceededError'))
        : put(segment)) as typeof db.setSegments.put;
    await expect(loadSet(db, server.call, ID, never)).rejects.toThrow('No room.');
    const asked = server.asked.length;
    await settle();
    expect(server.asked).toHaveLength(asked);
    const { progress = 0 } = (await db.sets.get([...ID])) ?? {};
    expect(progress).toBeLessThan(1);
    // The loaded part counts while the rest is unavailable.
    server.answer = () => NO_NETWORK;
    await loadSet(db, server.call, ID, never);
    expect((await db.sets.get([...ID]))?.progress).toBe(progress);
    server.answer = null;
    await loadSet(db, server.call, ID, never);
    expect(await contents(db)).toEqual(truth(server));
  });

  it('a server error is recorded with the set until the set is loaded, while a network failure is not', async () => {
    const server = new CachedServer();
    server.put(1, 1);
    const db = await mirror();
    await noteOpened(db, OPENED, 1);
    const problem = async () => (await db.sets.get([...ID]))?.problem;
    server.answer = () => NO_NETWORK;
    await loadSet(db, server.call, ID, never);
    expect(await problem()).toBeUndefined();
    server.answer = () => ({ kind: 'retryLater', status: 500, message: 'Server error.', afterMillis: null });
    await loadSet(db, server.call, ID, never);
    expect(await problem()).toBe('Server error.');
    server.answer = null;
    await loadSet(db, server.call, ID, never);
    expect([await problem(), await contents(db)]).toEqual([undefined, truth(server)]);
  });

  it('MR4: a response that arrives after the channel was removed and requested again is not stored', async () => {
    const db = await mirror();
    const server = new CachedServer();
    for (const id of [1, 2]) server.put(id, id);
    await noteOpened(db, OPENED, 1);
    const again: Transport['call'] = async (definition, input, options) => {
      const answer = await server.call(definition, input, options);
      if (definition.id === 'feed.segment') {
        await removeSet(db, OPENED);
        await noteOpened(db, OPENED, 2);
      }
      return answer;
    };
    await loadSet(db, again, ID, never);
    expect([await db.setSegments.count(), await db.setChanges.count()]).toEqual([0, 0]);
  });

  it('a set is read in one step, although its segments may be replaced at any time', async () => {
    const db = await mirror();
    const server = new CachedServer();
    for (const id of [1, 2, 3]) server.put(id, id);
    await noteOpened(db, OPENED, 1);
    await loadSet(db, server.call, ID, never);
    const reads = Array.from({ length: 5 }, async (_, n) => {
      const read = readSet(db, ID);
      await foldSet(db, ID, `fold-${n}`);
      return (await read)?.columns?.length;
    });
    expect(await Promise.all(reads)).toEqual([3, 3, 3, 3, 3]);
  });

  it('MR2: an interrupted load of another channel does not affect this one', async () => {
    const db = await mirror();
    const server = new CachedServer();
    await noteOpened(db, OPENED, 1);
    server.put(1, 1);
    server.put(2, 1);
    server.remove(2);
    server.slice();
    await loadSet(db, server.call, ID, never);
    const NEXT = keyOfChannel(CHANNEL + 1);
    const other = ['ID', 'channelLocations', NEXT] as const;
    await noteOpened(db, ['ID', NEXT], 2);
    // The segments are older: all changes since then arrive again, for all channels, in several batches.
    server.answer = (id, input) =>
      id === 'feed.segments'
        ? { kind: 'ok', data: { cursor: '0', total: 0, segments: [] } }
        : id === 'feed.changes' && input['since'] !== '0'
          ? NO_NETWORK
          : null;
    expect(await loadSet(db, server.call, other, never)).toEqual(NO_NETWORK);
    expect(await contents(db)).toEqual(truth(server));
  });

  it("MR2: the person's own write, known from its response, is kept while the feed is delayed and older segments are loaded", async () => {
    const db = await mirror();
    const server = new CachedServer();
    server.put(1, 1);
    server.slice();
    await noteOpened(db, OPENED, 1);
    server.put(1, 2);
    await applyChanges(db, 'ID', server.feed.slice(1));
    server.answer = (id, { since }) =>
      id === 'feed.changes'
        ? { kind: 'ok', data: { changes: [], cursor: String(since), more: false, reset: false } }
        : null;
    await loadSet(db, server.call, ID, never);
    expect(await contents(db)).toEqual(truth(server));
  });

  it('MR2: a fresh snapshot after an interrupted feed leaves no outdated changed row in a waiting set', async () => {
    const db = await mirror();
    const server = new CachedServer();
    await noteOpened(db, OPENED, 1);
    server.put(1, 1);
    await applyChanges(db, 'ID', server.feed);
    server.remove(1);
    server.slice();
    // The mirror has no cursor here; the snapshot being loaded is newer than the deletion.
    const empty: Transport['call'] = (async (definition: { id: string }) => ({
      kind: 'ok',
      data:
        definition.id === 'feed.segments'
          ? { cursor: '2', total: 0, segments: [] }
          : definition.id === 'feed.changes'
            ? { changes: [], cursor: '2', more: false, reset: false }
            : { list: [], total: 0 },
    })) as unknown as Transport['call'];
    expect(await catchUp(db, empty, 'ID', never)).toMatchObject({ kind: 'done' });
    await loadSet(db, server.call, ID, never);
    expect(await contents(db)).toEqual([]);
  });
});

describe('selecting what is cached', () => {
  const start = (db: MirrorDb, server: CachedServer, used = 0, pins: OwnerKey[] = []) => {
    const cacheKeeper = new CacheKeeper({
      entity: 'ID',
      db,
      call: server.call,
      uuid: () => String(Math.random()),
      usedShare: async () => used,
      pinned: async () => pins,
      now: () => 1,
    });
    cacheKeeper.caughtUp();
    return cacheKeeper;
  };
  /** State of each channel's cached set. */
  const states = async (db: MirrorDb) =>
    Object.fromEntries(
      (await db.sets.toArray()).filter(({ owner }) => owner !== OF_ENTITY).map(({ owner, state }) => [owner, state]),
    );
  /** Waits until the cached sets have not changed for a while. */
  const quiet = async (db: MirrorDb) => {
    let last = '';
    for (let round = 0, still = 0; round < 400 && still < 15; round++) {
      await new Promise(resolve => setTimeout(resolve, 3));
      await settle(5);
      const now = JSON.stringify(await db.sets.toArray());
      still = now === last ? still + 1 : 0;
      last = now;
    }
  };

  it('pinned and recently opened channels are cached, and others are evicted', async () => {
    const db = await mirror();
    await pinSet(db, ['ID', 'channel:1'], true, 1);
    for (let channel = 2; channel <= KEEP_OPENED + 3; channel++)
      await noteOpened(db, ['ID', keyOfChannel(channel)], channel);
    const cacheKeeper = start(db, new CachedServer());
    await eventually(async () => {
      const cached = await states(db);
      expect(Object.keys(cached).sort()).toEqual([1, 4, 5, 6, 7, 8].map(keyOfChannel));
      expect(new Set(Object.values(cached))).toEqual(new Set(['ready']));
    });
    await removeSet(db, ['ID', 'channel:8']);
    await quiet(db);
    expect(await states(db)).not.toHaveProperty('8');
    cacheKeeper.stop();
  });

  it('pinned data is reloaded after the mirror is restarted (MR5), except for what the server refuses', async () => {
    const db = await mirror();
    const server = new CachedServer();
    const cacheKeeper = start(db, server, 0, [OWNER]);
    await eventually(async () => expect(await db.sets.get([...ID])).toMatchObject({ pinned: true, state: 'ready' }));
    await quiet(db);
    await Promise.all([db.sets.clear(), db.setSegments.clear(), db.setChanges.clear()]);
    cacheKeeper.caughtUp();
    await eventually(async () => expect(await db.sets.get([...ID])).toMatchObject({ pinned: true, state: 'ready' }));
    await quiet(db);
    await db.sets.clear();
    server.answer = () => ({ kind: 'refused', status: 403, retcode: 403, message: 'No.' });
    server.asked = [];
    for (let n = 0; n < 3; n++) {
      cacheKeeper.caughtUp();
      await quiet(db);
    }
    await eventually(async () => expect(await states(db)).toEqual({}));
    // Sets cached with the entity are not requested either.
    expect(server.asked).toEqual(['channelLocations', ...collectionsOf('entity')]);
    // The permission is restored: what the person had pinned is cached again automatically.
    server.answer = null;
    cacheKeeper.rightsChanged();
    await eventually(async () => expect(await db.sets.get([...ID])).toMatchObject({ pinned: true, state: 'ready' }));
    cacheKeeper.stop();
  });

  it('a segment that the server has meanwhile replaced does not count as a refusal of the channel', async () => {
    const db = await mirror();
    const server = new CachedServer();
    for (const id of [1, 2, 3, 4, 5]) server.put(id, id);
    let replaced = 1;
    server.answer = id =>
      id === 'feed.segment' && (replaced -= 1) >= 0
        ? { kind: 'refused', status: 404, retcode: 404, message: 'This segment was replaced.' }
        : null;
    const cacheKeeper = start(db, server, 0, [OWNER]);
    await quiet(db);
    cacheKeeper.caughtUp();
    await eventually(async () => expect(await contents(db)).toEqual(truth(server)));
    expect(await db.sets.get([...ID])).toMatchObject({ pinned: true });
    cacheKeeper.stop();
  });

  it('nothing more is cached once storage is 60 % full, and a channel without permission is removed (MR4)', async () => {
    const db = await mirror();
    await noteOpened(db, OPENED, 1);
    const full = start(db, new CachedServer(), 0.61);
    await eventually(async () => expect(await states(db)).toEqual({ [OWNER]: 'noRoom' }));
    await quiet(db);
    expect(await states(db)).toEqual({ [OWNER]: 'noRoom' });
    full.stop();
    const server = new CachedServer();
    server.answer = () => ({ kind: 'refused', status: 403, retcode: 403, message: 'No.' });
    const refused = start(db, server);
    await eventually(async () => expect(await states(db)).toEqual({}));
    refused.stop();
  });

  it('the locations of all channels are loaded before any other collection, starting with pinned channels', async () => {
    const db = await mirror();
    await noteOpened(db, ['ID', 'channel:2'], 1);
    await noteOpened(db, ['ID', 'channel:3'], 2);
    await pinSet(db, ['ID', 'channel:1'], true, 1);
    const server = new CachedServer();
    const order: string[] = [];
    server.answer = (id, input) => {
      if (id === 'feed.segments') order.push(`${String(input['collection'])} ${String(input['channelId'])}`);
      return null;
    };
    const cacheKeeper = start(db, server);
    await eventually(() =>
      expect(order).toEqual(
        CACHED_COLLECTIONS.flatMap(of => {
          if (collectionsOf('channel').includes(of)) return [1, 3, 2].map(channel => `${of} ${channel}`);
          return collectionsOf('entity').includes(of) ? [`${of} undefined`] : [];
        }),
      ),
    );
    cacheKeeper.stop();
  });

  it("a collection unknown to the server is not requested again, and the channel's other collections stay cached", async () => {
    const db = await mirror();
    await noteOpened(db, OPENED, 1);
    const server = new CachedServer();
    server.answer = (id, input) =>
      id === 'feed.segments' && input['collection'] === 'channelZones'
        ? { kind: 'refused', status: 400, retcode: 400, message: 'collection: unknown' }
        : null;
    const cacheKeeper = start(db, server);
    const known = async () => {
      const sets = await db.sets.toArray();
      expect(Object.fromEntries(sets.map(({ collection, state }) => [collection, state]))).toEqual({
        ...Object.fromEntries([...collectionsOf('channel'), ...collectionsOf('entity')].map(of => [of, 'ready'])),
        channelZones: 'waiting',
      });
    };
    for (let n = 0; n < 3; n++) {
      await eventually(known);
      await quiet(db);
      cacheKeeper.caughtUp();
    }
    await quiet(db);
    await known();
    expect(server.asked.filter(asked => asked === 'channelZones')).toHaveLength(1);
    cacheKeeper.stop();
  });

  it("the entity's collections are cached without being opened, except those that the server refuses (MR4)", async () => {
    const db = await mirror();
    const server = new CachedServer('serviceCodes');
    server.put(1, 1);
    const cacheKeeper = start(db, server);
    await eventually(async () => expect(await contents(db, 'serviceCodes')).toEqual(truth(server)));
    // More channels are opened than are kept, but the entity's sets remain.
    for (let channel = 2; channel <= KEEP_OPENED + 3; channel++)
      await noteOpened(db, ['ID', keyOfChannel(channel)], channel);
    await quiet(db);
    expect(await contents(db, 'serviceCodes')).toEqual(truth(server));
    server.answer = (id, input) =>
      id === 'feed.segments' && input['collection'] === 'serviceCodes'
        ? { kind: 'refused', status: 403, retcode: 403, message: 'No.' }
        : null;
    await db.sets.update([...idOf('serviceCodes')], { state: 'stale' });
    await eventually(async () => expect(await db.sets.get([...idOf('serviceCodes')])).toBeUndefined());
    await quiet(db);
    expect(await db.sets.get([...idOf('serviceCodes')])).toBeUndefined();
    expect(
      await db.setSegments
        .where('id')
        .above('')
        .filter(({ collection }) => collection === 'serviceCodes')
        .count(),
    ).toBe(0);
    server.answer = null;
    cacheKeeper.rightsChanged();
    await eventually(async () => expect(await contents(db, 'serviceCodes')).toEqual(truth(server)));
    cacheKeeper.stop();
  });

  it('a channel recorded before a collection became cacheable also gets that collection', async () => {
    const db = await mirror();
    await pinSet(db, OPENED, true, 1);
    await db.sets.delete(['ID', 'channelRoutes', OWNER]);
    const cacheKeeper = start(db, new CachedServer());
    await eventually(async () =>
      expect(await db.sets.get(['ID', 'channelRoutes', OWNER])).toMatchObject({ pinned: true, state: 'ready' }),
    );
    cacheKeeper.stop();
  });
});
