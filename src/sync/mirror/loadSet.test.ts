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
import { dropEntityCollection } from './dropCached.ts';
import { foldSet, loadSet, readCached, readSet } from './loadSet.ts';
import { loadSets } from './loadSets.ts';
import { completeSet, noteOpened, pinSet, removeSet } from './opened.ts';
import { catchUp } from './snapshot.ts';

const mirror = mirrors(900_000, afterEach);
const never = new AbortController().signal;
const OWNER = keyOfChannel(CHANNEL);
const OPENED = ['ID', OWNER] as const;
const ID = ['ID', 'channelLocations', OWNER] as const;
const UNKNOWN: Outcome = { kind: 'refused', status: 404, retcode: 404, message: 'API not found.' };
const NO_NETWORK: Outcome = { kind: 'noNetwork', reason: 'unreachable' };

/** The set in which the tests cache a collection: the channel's or the entity's. */
const idOf = (of: ResourceCollection) => ['ID', of, cachedOwner(DECLARED[of].scope, CHANNEL)] as const;

/** Loads the server's collection and another one with one call, as the cache keeper does if they are not ready. */
async function together(db: MirrorDb, server: CachedServer) {
  const others = collectionsOf('entity').filter(of => of !== server.collection);
  const open: ResourceCollection[] = [];
  for (const of of [server.collection, ...others.slice(0, 1)])
    if ((await db.sets.get(['ID', of, OF_ENTITY]))?.state !== 'ready') open.push(of);
  return loadSets(db, server.call, 'ID', open, never);
}

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
        kind: fc.constantFrom(
          ...(['put', 'remove', 'cut', 'feed', 'rewind', 'load', 'breakOff', 'fold', 'gap'] as const),
          ...(id[2] === OF_ENTITY ? (['together', 'breakTogether', 'lag', 'large'] as const) : []),
        ),
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
            if (kind === 'together') await together(db, server);
            if (kind === 'breakTogether') {
              let left = n % 3;
              server.answer = () => ((left -= 1) < 0 ? NO_NETWORK : null);
              await together(db, server);
              server.answer = null;
            }
            if (kind === 'lag') server.lag = n % 4;
            if (kind === 'large') server.large = n % 3 === 0;
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
          const isReady = async () => (await db.sets.get([...id]))?.state === 'ready';
          if (steps.length % 2 === 0 && id[2] === OF_ENTITY && !(await isReady())) await together(db, server);
          if (!(await isReady())) await loadSet(db, server.call, id, never);
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

describe("an entity's collections loaded together", () => {
  const SET = idOf('branches');
  const OTHER = idOf('timeslots');
  /** A server with branches, and a mirror with waiting sets. */
  const world = async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    for (const id of [1, 2, 3]) server.put(id, id);
    await completeSet(db, 'ID', () => true);
    const load = (call: Transport['call'] = server.call) => loadSets(db, call, 'ID', ['branches', 'timeslots'], never);
    const answered = () => server.asked.splice(0);
    return { db, server, load, answered };
  };
  /** Runs `work` after a call has been answered and before its reply is stored. */
  const after =
    ({ server }: { server: CachedServer }, callId: string, work: () => Promise<unknown>): Transport['call'] =>
    async (definition, input, options) => {
      const answer = await server.call(definition, input, options);
      if (definition.id === callId) await work();
      return answer;
    };
  const grown = (server: CachedServer) => {
    for (let id = 4; id <= 7; id++) server.put(id, id);
    server.remove(1);
  };

  it('MR2: writes after the reply, in several batches of changes, are in the sets once they are ready', async () => {
    const { db, server, load, answered } = await world();
    server.lag = 3;
    const call = after({ server }, 'feed.sets', async () => grown(server));
    expect(await load(call)).toEqual({ kind: 'done', missing: [] });
    expect(await contents(db, 'branches')).toEqual(truth(server));
    expect(answered()).toEqual(['feed.sets', ...Array.from({ length: 4 }, () => 'feed.changes')]);
    expect((await db.sets.get([...OTHER]))?.state).toBe('ready');
  });

  it('MR2: after an interruption, the sets are not readable, and the next load does not transfer the rows again', async () => {
    const { db, server, load } = await world();
    server.answer = id => (id === 'feed.changes' ? NO_NETWORK : null);
    expect(await load()).toEqual({ kind: 'failed', outcome: NO_NETWORK });
    expect([await contents(db, 'branches'), (await db.sets.get([...OTHER]))?.state]).toEqual([null, 'loading']);
    server.answer = null;
    const replies: unknown[] = [];
    const noted = (async (definition: { id: string }, input: never) => {
      const answer = await server.call(definition as never, input);
      if (definition.id === 'feed.sets') replies.push(answer);
      return answer;
    }) as Transport['call'];
    await load(noted);
    expect(replies).toMatchObject([{ data: { sets: [{ collection: 'branches', rows: 3 }, { rows: 0 }] } }]);
    expect(JSON.stringify(replies)).not.toContain('"columns"');
    expect(await contents(db, 'branches')).toEqual(truth(server));
  });

  it('rows that were removed from the device after the request are loaded on their own', async () => {
    const { db, server, load } = await world();
    server.answer = id => (id === 'feed.changes' ? NO_NETWORK : null);
    await load();
    server.answer = null;
    await load(after({ server }, 'feed.sets', () => db.setSegments.clear()));
    expect([await contents(db, 'branches'), (await db.sets.get([...OTHER]))?.state]).toEqual([null, 'ready']);
    await loadSet(db, server.call, SET, never);
    expect(await contents(db, 'branches')).toEqual(truth(server));
  });

  it.each(['feed.sets', 'feed.changes'])(
    'MR4: nothing of a collection that is removed, and perhaps requested again, during %s is stored',
    async callId => {
      const { db, server, load } = await world();
      const removed = async () => {
        await dropEntityCollection(db, 'ID', 'branches');
        await completeSet(db, 'ID', () => true);
      };
      await load(after({ server }, callId, removed));
      expect(await db.setSegments.toArray()).toEqual([]);
      expect(await db.setChanges.count()).toBe(0);
      expect((await db.sets.get([...SET]))?.state).toBe('waiting');
      expect((await db.sets.get([...OTHER]))?.state).toBe('ready');
    },
  );

  it('two engines that load the same sets at the same time leave complete sets', async () => {
    const { db, server, load } = await world();
    const second = async () => {
      grown(server);
      expect((await load()).kind).toBe('done');
    };
    await load(after({ server }, 'feed.sets', second));
    expect(await contents(db, 'branches')).toEqual(truth(server));
    // The first one continues after the other has begun.
    await db.sets.where('entity').equals('ID').modify({ state: 'stale' });
    server.put(8, 8);
    await Promise.all([load(), load()]);
    expect(await contents(db, 'branches')).toEqual(truth(server));
    expect(await db.setSegments.count()).toBe(1);
  });

  it('a feed that was interrupted during the load leaves the sets stale, without changes from before the gap', async () => {
    const { db, server, load } = await world();
    const gap = () => db.sets.where('entity').equals('ID').modify({ state: 'stale' });
    await load(after({ server }, 'feed.changes', gap));
    expect((await db.sets.get([...SET]))?.state).toBe('stale');
    server.remove(1);
    await load();
    expect(await contents(db, 'branches')).toEqual(truth(server));
  });

  it.each(['together', 'on its own'])(
    'MR2: a load does not mark a set ready if another engine has dropped its changes, whether it is loaded %s',
    async how => {
      const { db, server, load } = await world();
      if (how === 'on its own') server.slice();
      grown(server);
      server.lag = 5;
      let batches = 0;
      // After the first batch of changes, the feed is interrupted, and another engine begins to load the set.
      const interrupted = after({ server }, 'feed.changes', async () => {
        if ((batches += 1) !== 2) return;
        await db.sets.where('entity').equals('ID').modify({ state: 'stale' });
        const offline = (async () => NO_NETWORK) as unknown as Transport['call'];
        await (how === 'together' ? load(offline) : loadSet(db, offline, SET, never));
      });
      await (how === 'together' ? load(interrupted) : loadSet(db, interrupted, SET, never));
      expect(batches).toBeGreaterThan(1);
      expect((await db.sets.get([...SET]))?.state).toBe('loading');
      server.lag = 0;
      await load();
      expect(await contents(db, 'branches')).toEqual(truth(server));
    },
  );

  it('if the feed does not reach back to the cursor, the sets are requested again', async () => {
    const { db, server, load } = await world();
    server.answer = id =>
      id === 'feed.changes' ? { kind: 'ok', data: { changes: [], cursor: '9', more: false, reset: true } } : null;
    await load();
    expect((await db.sets.toArray()).map(({ state }) => state)).not.toContain('ready');
    server.answer = null;
    await load();
    expect(await contents(db, 'branches')).toEqual(truth(server));
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
    expect(server.asked).toEqual(['channelLocations', 'feed.sets', ...collectionsOf('entity')]);
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
      if (id === 'feed.sets') order.push(...String(input['collections']).split(','));
      return null;
    };
    const cacheKeeper = start(db, server);
    // The entity's collections are loaded together, when the first of them is due.
    const [first = ''] = collectionsOf('entity');
    await eventually(() =>
      expect(order).toEqual(
        CACHED_COLLECTIONS.flatMap((of): readonly string[] => {
          if (collectionsOf('channel').includes(of)) return [1, 3, 2].map(channel => `${of} ${channel}`);
          return of === first ? collectionsOf('entity') : [];
        }),
      ),
    );
    cacheKeeper.stop();
  });

  it("an older server, which does not know the call for several collections, is asked for the entity's collections one by one", async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    server.put(1, 1);
    server.answer = id => (id === 'feed.sets' ? UNKNOWN : null);
    const cacheKeeper = start(db, server);
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
    await quiet(db);
    expect(new Set((await db.sets.toArray()).map(({ state }) => state))).toEqual(new Set(['ready']));
    // It is not asked again until the permissions change.
    await db.sets.where('entity').equals('ID').modify({ state: 'stale' });
    server.asked = [];
    cacheKeeper.caughtUp();
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
    await quiet(db);
    expect(server.asked).not.toContain('feed.sets');
    cacheKeeper.stop();
  });

  it("a first start loads all of the entity's collections with two calls", async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    for (const id of [1, 2, 3]) server.put(id, id);
    server.lag = 2;
    const cacheKeeper = start(db, server);
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
    await quiet(db);
    expect((await db.sets.toArray()).map(({ collection, state }) => `${collection} ${state}`).toSorted()).toEqual(
      collectionsOf('entity')
        .map(of => `${of} ready`)
        .toSorted(),
    );
    expect(server.asked).toEqual(['feed.sets', 'feed.changes']);
    cacheKeeper.stop();
  });

  it('a large collection is loaded in segments, after the small ones', async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    for (const id of [1, 2, 3]) server.put(id, id);
    server.large = true;
    const cacheKeeper = start(db, server);
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
    expect(server.asked.filter(asked => asked === 'feed.sets')).toHaveLength(1);
    expect(server.asked).toContain('branches');
    cacheKeeper.stop();
  });

  it.each<[string, Outcome, number]>([
    ['the network fails: together again', { kind: 'noNetwork', reason: 'unreachable' }, 2],
    ['the reply takes too long: one by one', { kind: 'noNetwork', reason: 'timeout' }, 1],
    [
      'the server fails: one by one',
      { kind: 'retryLater', status: 500, message: 'Server error.', afterMillis: null },
      1,
    ],
  ])('if loading several collections fails, the next run loads them; %s', async (_, outcome, calls) => {
    const db = await mirror();
    const server = new CachedServer('branches');
    server.put(1, 1);
    let failures = 1;
    server.answer = id => (id === 'feed.sets' && (failures -= 1) >= 0 ? outcome : null);
    const cacheKeeper = start(db, server);
    await quiet(db);
    cacheKeeper.caughtUp();
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
    await quiet(db);
    expect(server.asked.filter(asked => asked === 'feed.sets')).toHaveLength(calls);
    expect(new Set((await db.sets.toArray()).map(({ state }) => state))).toEqual(new Set(['ready']));
    cacheKeeper.stop();
  });

  it('nothing is requested together once storage is 60 % full', async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    const cacheKeeper = start(db, server, 0.61);
    await eventually(async () =>
      expect(new Set((await db.sets.toArray()).map(({ state }) => state))).toEqual(new Set(['noRoom'])),
    );
    expect(server.asked).toEqual([]);
    cacheKeeper.stop();
  });

  it('collections that do not fit into the room together are loaded one by one', async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    for (const id of [1, 2, 3]) server.put(id, id);
    const put = db.setSegments.put.bind(db.setSegments);
    let puts = 0;
    db.setSegments.put = ((segment: CachedSetSegment) =>
      ++puts === 1
        ? Promise.reject(new DOMException('No room.', 'QuotaExceededError'))
        : put(segment)) as typeof db.setSegments.put;
    const cacheKeeper = start(db, server);
    await quiet(db);
    cacheKeeper.caughtUp();
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
    expect(server.asked.filter(asked => asked === 'feed.sets')).toHaveLength(1);
    cacheKeeper.stop();
  });

  it('MR4: a collection missing from the reply is removed, and requested again once the permission is granted, even during the call', async () => {
    const db = await mirror();
    const server = new CachedServer('branches');
    server.put(1, 1);
    let allowed = false;
    let during = (): void => undefined;
    server.answer = (id, input) => {
      const of = String(input['collections']).split(',');
      if (id === 'feed.segments' && input['collection'] === 'branches' && !allowed)
        return { kind: 'refused', status: 403, retcode: 403, message: 'No.' };
      if (id !== 'feed.sets' || allowed) return null;
      during();
      const sets = of.filter(one => one !== 'branches').map(collection => ({ collection, rows: 0, id: '' }));
      return { kind: 'ok', data: { cursor: '0', sets, large: [] } };
    };
    const cacheKeeper = start(db, server);
    await eventually(async () => expect(await db.sets.get([...idOf('branches')])).toBeUndefined());
    await quiet(db);
    expect(server.asked).not.toContain('branches');
    // A colleague grants the permission while the reply to the earlier ones is on its way.
    await db.sets.where('entity').equals('ID').modify({ state: 'stale' });
    during = () => {
      allowed = true;
      cacheKeeper.rightsChanged();
    };
    cacheKeeper.rightsChanged();
    await eventually(async () => expect(await contents(db, 'branches')).toEqual(truth(server)));
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
