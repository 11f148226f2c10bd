import 'fake-indexeddb/auto';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { DECLARED } from '../../contract/cached.ts';
import { keyOfChannel, OF_ENTITY } from '../../contract/owner.ts';
import type { SessionInfo } from '../../contract/session.ts';
import { MirrorDb } from '../mirror/db.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { mirrorName } from '../storage/databaseNames.ts';
import type { EventHandlers } from '../network/transport.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import { toUnavailable } from '../outbox/errors.ts';
import { applyEvents, enqueue } from '../outbox/store.ts';
import { SessionKeeper } from '../session/sessionKeeper.ts';
import { browserStorage } from './engineStorage.ts';
import { SESSION_CHANNEL } from '../storage/sessionDb.ts';
import { fakeEnv, newWorld, settle } from '../testing/fakeEnv.ts';
import { FeedServer, channelOf, placeOf } from '../testing/feedServer.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { quiet } from '../testing/quietEngine.ts';
import { segmentOf } from '../testing/segments.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Outcome } from '../types.ts';
import { Engine } from './engine.ts';
import { EnginePool } from './enginePool.ts';

let userId = 900;
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

/** A browser with its server: calls are answered with HTTP responses, as the transport sees them. */
function browser() {
  const world = newWorld();
  const writes = new ModelServer();
  const feed = new FeedServer();
  const streams = new Set<EventHandlers>();
  const state = { down: false, out: false, calls: [] as string[], frozen: false, refreshes: 0 };
  const answer = async (path: string, init: RequestInit): Promise<Outcome> => {
    const url = new URL(path, 'http://x');
    const query = Object.fromEntries(url.searchParams);
    const headers = init.headers as Record<string, string>;
    const post = (id: string) =>
      writes.call({ id } as never, JSON.parse(String(init.body)) as never, {
        idempotencyKey: headers['idempotency-key'] ?? '',
      });
    if (state.out) return { kind: 'signedOut', message: '' };
    if (url.pathname.endsWith('/update')) return post('channelLocation.update');
    if (url.pathname.endsWith('/preflight')) return post('preflight.check');
    if (url.pathname.endsWith('/segments')) return feed.call({ id: 'feed.segments' } as never, query as never);
    if (url.pathname.endsWith('/sets')) return feed.call({ id: 'feed.sets' } as never, query as never);
    if (url.pathname.includes('/segments/')) {
      const id = decodeURIComponent(url.pathname.split('/segments/')[1] ?? '');
      return feed.call({ id: 'feed.segment' } as never, { id } as never);
    }
    if (url.pathname.endsWith('/changes')) return feed.call({ id: 'feed.changes' } as never, query as never);
    return feed.call({ id: 'channels.list' } as never, query as never);
  };
  const fetch = async (path: string, init: RequestInit) => {
    state.calls.push(path);
    if (state.down) throw new TypeError('Failed to fetch');
    const outcome = await answer(path, init);
    if (init.signal?.aborted) throw new DOMException('x', 'AbortError');
    const [status, retcode, data] =
      outcome.kind === 'ok'
        ? [200, 0, outcome.data]
        : outcome.kind === 'signedOut'
          ? [401, 401, null]
          : [500, 500, null];
    return new Response(JSON.stringify({ retcode, message: '', detail: '', data }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
  const engine = (id: number, build = 'b1', storage = browserStorage) => {
    const env = fakeEnv(world);
    const made = new Engine({
      env,
      build,
      userId: id,
      fetch: fetch as never,
      baseUrl: 'http://x',
      project: () => null,
      openEvents: (_, handlers) => {
        if (state.down) queueMicrotask(handlers.onError);
        else {
          streams.add(handlers);
          queueMicrotask(() => {
            handlers.onBeat();
            handlers.onOpen();
          });
        }
        return () => streams.delete(handlers);
      },
      refreshSession: () => void (state.refreshes += 1),
      usedShare: async () => null,
      storage,
    });
    endings.push(() => made.close());
    return made;
  };
  const stop = () => {
    state.down = true;
    for (const stream of streams) stream.onError();
    streams.clear();
  };
  return { world, writes, feed, streams, state, engine, stop };
}
async function pass(world: ReturnType<typeof newWorld>, millis: number): Promise<void> {
  await world.clock.advance(millis, 10);
  for (let i = 0; i < 5; i++) {
    await new Promise(resolve => setTimeout(resolve, 2));
    await world.clock.advance(0, 10);
  }
}
/** Advances time until the check passes; otherwise fails with the check's own error. */
async function until(world: ReturnType<typeof newWorld>, check: () => Promise<void> | void): Promise<void> {
  for (let left = 100; ; left--) {
    await pass(world, 20);
    try {
      await check();
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
const nextUser = () => (userId += 1);
const edit = (n: number) => updateOf(rowOf(n), { canCOD: true });

async function tab(id: number) {
  const outbox = new DexieOutbox(id, 'strict');
  endings.push(async () => outbox.close());
  let n = 0;
  return { outbox, add: (place: number) => enqueue(outbox, edit(place), { id: `t${id}-${(n += 1)}`, at: 1 }) };
}

describe('the engine', () => {
  it('the engine sends queued writes, loads the mirror, listens for changes, and answers place queries', async () => {
    const { world, writes, feed, streams, engine } = browser();
    const id = nextUser();
    for (const n of [1, 2]) writes.write(rowOf(n));
    feed.put('channels', channelOf(1));
    feed.put('locations', placeOf(1, { name: 'Aceh' }));
    const { outbox, add } = await tab(id);
    await add(1);
    const ops = engine(id);
    expect(await ops.suggest('ID', 0, 'a', {}, 9)).toEqual({ ready: false, value: [] });
    ops.setEntities(['ID']);
    await until(world, async () => {
      expect((await outbox.ended(9)).map(({ state }) => state)).toEqual(['applied']);
      expect(await ops.suggest('ID', 0, 'a', {}, 9)).toEqual({ ready: true, value: ['Aceh'] });
      expect(streams.size).toBe(1);
    });
    feed.put('locations', placeOf(2, { name: 'Ambon' }));
    for (const stream of streams) stream.onChanges();
    await until(world, async () => {
      expect((await ops.suggest('ID', 0, 'a', {}, 9)).value).toEqual(['Aceh', 'Ambon']);
    });
  });

  it('a question about cached lists that arrives before the mirror is open is answered from them', async () => {
    const { world, feed, engine } = browser();
    const id = nextUser();
    feed.put('channels', channelOf(1));
    feed.put('locations', placeOf(1, { name: 'Aceh' }));
    const before = engine(id);
    before.setEntities(['ID']);
    await until(world, async () => {
      expect((await before.suggest('ID', 0, 'a', {}, 9)).ready).toBe(true);
    });
    await before.close();
    const columns = packColumns(DECLARED.channelServiceConfs, segmentOf(DECLARED.channelServiceConfs, []));
    const mirror = new MirrorDb(id, async () => true);
    await mirror.setSegments.put({
      id: 'none',
      entity: 'ID',
      collection: 'channelServiceConfs',
      owner: OF_ENTITY,
      columns,
    });
    await mirror.sets.put({
      entity: 'ID',
      collection: 'channelServiceConfs',
      owner: OF_ENTITY,
      pinned: true,
      openedAt: 1,
      state: 'ready',
      progress: 1,
      segments: ['none'],
      rows: 0,
      bytes: 0,
      generation: 1,
    });
    mirror.close();

    const after = engine(id);
    after.setEntities(['ID']);
    // A channel without a configuration needs no other list.
    const asked = after.checkServed('ID', { owner: keyOfChannel(1), questions: [], pending: {} });
    await pass(world, 100);
    expect(await asked).toEqual({ ready: true, value: { config: null, answers: [] } });
  });

  it('MR5, OB1: unreadable segments are reloaded automatically, without touching the outbox', async () => {
    const { world, feed, engine } = browser();
    const id = nextUser();
    feed.put('channels', channelOf(1));
    feed.put('locations', placeOf(1, { name: 'Aceh' }));
    const { outbox, add } = await tab(id);
    // The server fails on this write, so the write stays queued.
    await add(1);
    const answers = (ops: Engine) =>
      until(world, async () => {
        expect(await ops.suggest('ID', 0, 'a', {}, 9)).toEqual({ ready: true, value: ['Aceh'] });
      });
    const before = engine(id);
    before.setEntities(['ID']);
    await answers(before);
    await before.close();
    const waiting = async () => (await outbox.open()).map(({ id: own, seq, input }) => [own, seq, input]);
    const kept = await waiting();
    expect(kept).toHaveLength(1);

    const mirror = await new Dexie(mirrorName(id)).open();
    expect(await mirror.table('segments').toCollection().modify({ columns: null })).toBeGreaterThan(0);
    mirror.close();
    const after = engine(id);
    after.setEntities(['ID']);
    await answers(after);
    expect(await waiting()).toEqual(kept);
  });

  it('OB2: only one of two engines sends, and the other takes over when it closes', async () => {
    const { world, writes, engine } = browser();
    const id = nextUser();
    for (const n of [1, 2]) writes.write(rowOf(n));
    const { outbox, add } = await tab(id);
    const one = engine(id);
    const two = engine(id);
    await pass(world, 100);
    await add(1);
    one.poke();
    two.poke();
    await until(world, async () => expect(await outbox.ended(9)).toHaveLength(1));
    expect(writes.requests).toHaveLength(1);
    await one.close();
    await pass(world, 2000);
    await add(2);
    two.poke();
    await until(world, async () => expect((await outbox.ended(9)).map(({ fence }) => fence)).toEqual([2, 1]));
  });

  it('OB2: a frozen sender loses the lock, and anything it settles after thawing is ignored', async () => {
    const { world, writes, engine } = browser();
    const id = nextUser();
    writes.write(rowOf(1));
    const { outbox, add } = await tab(id);
    await add(1);
    let thaw: () => void = () => undefined;
    writes.faults = ['serverError'];
    writes.gate = () => new Promise<void>(resolve => (thaw = resolve));
    const one = engine(id);
    await until(world, async () => expect((await outbox.open())[0]).toMatchObject({ state: 'sending', fence: 1 }));
    // The engine is frozen: it neither receives nor sends messages.
    (one as unknown as { signals: { close(): void } }).signals.close();
    writes.gate = null;
    engine(id);
    await pass(world, 16_000);
    await until(world, async () => expect((await outbox.ended(9))[0]).toMatchObject({ state: 'applied', fence: 2 }));
    thaw();
    await pass(world, 100);
    expect((await outbox.ended(9))[0]).toMatchObject({ state: 'applied', fence: 2 });
    expect(writes.effects.filter(({ key }) => key !== '')).toHaveLength(1);
  });

  it('MR5: writes are sent and settle, and the lock is handed over, even if the mirror never opens', async () => {
    const { world, writes, engine } = browser();
    const id = nextUser();
    for (const n of [1, 2, 3]) writes.write(rowOf(n));
    const { outbox, add } = await tab(id);
    // A frozen tab blocks the removal of a former mirror, so the browser neither opens the new one nor fails.
    let thaw: () => void = () => undefined;
    const openMirror = () => new Promise<MirrorDb>((_, reject) => (thaw = () => reject(new Error('It was removed.'))));
    const stuck = engine(id, 'old', { ...browserStorage, openMirror });
    stuck.setEntities(['ID']);
    for (const n of [1, 2]) await add(n);
    stuck.poke();
    await pass(world, 3000);
    await until(world, async () =>
      expect((await outbox.ended(9)).map(({ state }) => state)).toEqual(['applied', 'applied']),
    );
    engine(id, 'new');
    await add(3);
    await pass(world, 3000);
    await until(world, async () => expect((await outbox.ended(1))[0]).toMatchObject({ state: 'applied', fence: 2 }));
    thaw();
  });

  it("TAB1: an old build's sender hands over to a newer build's", async () => {
    const { world, engine } = browser();
    const id = nextUser();
    const { outbox } = await tab(id);
    engine(id, 'old');
    await until(world, async () => expect(await outbox.counter('fence')).toBe(1));
    engine(id, 'new');
    await pass(world, 3000);
    await until(world, async () => expect(await outbox.counter('fence')).toBe(2));
  });

  it('the engine goes offline as soon as the server stops, retries within seconds, and sends once the server is back', async () => {
    const { world, writes, feed, state, streams, engine, stop } = browser();
    const id = nextUser();
    writes.write(rowOf(1));
    feed.put('locations', placeOf(1));
    const { outbox, add } = await tab(id);
    const ops = engine(id);
    ops.setEntities(['ID']);
    await until(world, () => expect(streams.size).toBe(1));
    const received: unknown[] = [];
    world.channels.openChannel(`ops-signals-${id}`, message => received.push(message));
    stop();
    await until(world, () => expect(received).toContainEqual({ t: 'net', up: false, ready: true }));
    await add(1);
    ops.poke();
    await pass(world, 20_000);
    // The connectivity check did not send the write, so it can still be undone.
    expect((await outbox.open())[0]).toMatchObject({ state: 'queued', fence: 0 });
    state.down = false;
    await pass(world, 3500);
    await until(world, async () => expect((await outbox.ended(9))[0]).toMatchObject({ state: 'applied' }));
    expect(received.filter(message => (message as { t: string }).t === 'net').at(-1)).toEqual({
      t: 'net',
      up: true,
      ready: true,
    });
  });

  it('OB2, OB6: after a long time offline, the engine pauses conflicting writes until a person releases them, even if another engine takes over', async () => {
    const { world, writes, feed, state, engine } = browser();
    const id = nextUser();
    for (let n = 1; n <= 20; n++) writes.write(rowOf(n));
    feed.put('locations', placeOf(1));
    const { outbox, add } = await tab(id);
    state.down = true;
    for (let n = 1; n <= 20; n++) await add(n);
    const one = engine(id);
    one.setEntities(['ID']);
    await pass(world, 5000);
    writes.remove('10021/3/0');
    state.down = false;
    const found = { waiting: 20, safe: 19, changed: 0, gone: 1, denied: 0 };
    await until(world, async () => expect(await outbox.pausedSummary()).toEqual(found));
    await one.close();
    const two = engine(id, 'b2');
    two.setEntities(['ID']);
    await pass(world, 5000);
    expect(await outbox.pausedSummary()).toEqual(found);
    expect(writes.requests.map(({ callId }) => callId)).toEqual(['preflight.check']);
    const safe = (await outbox.open()).filter(({ hold }) => hold?.verdict === 'safe');
    await applyEvents(
      outbox,
      safe.map(entry => ({ id: entry.id, event: { type: 'released' } })),
    );
    two.poke();
    await until(world, async () =>
      expect(await outbox.counts()).toEqual({ waiting: 1, paused: 1, needsYou: 0, trouble: null }),
    );
    expect((await outbox.ended(50)).map(entry => entry.state)).toEqual(Array.from({ length: 19 }, () => 'applied'));
  });

  it('OB7: nothing is sent if the person signs out during the preflight, and signing in again resumes the queue', async () => {
    const { world, writes, feed, state, engine } = browser();
    const id = nextUser();
    for (let n = 1; n <= 20; n++) writes.write(rowOf(n));
    feed.put('locations', placeOf(1));
    const { outbox, add } = await tab(id);
    for (let n = 1; n <= 20; n++) await add(n);
    state.out = true;
    const ops = engine(id);
    ops.setEntities(['ID']);
    await pass(world, 60_000);
    expect(writes.requests).toEqual([]);
    expect((await outbox.open()).every(entry => entry.state === 'queued' && entry.attempts === 0)).toBe(true);
    state.out = false;
    ops.sessionChanged({ entities: [{ country: 'ID' }] } as unknown as SessionInfo);
    await until(world, async () =>
      expect(await outbox.counts()).toEqual({ waiting: 0, paused: 0, needsYou: 0, trouble: null }),
    );
  });

  it('MR4: each attempt to sign in stops sending for its own time, however soon it follows another one', async () => {
    const world = newWorld();
    const said: string[] = [];
    const made = {
      setEntities: () => undefined,
      pause: async () => void said.push('pause'),
      unpause: () => said.push('unpause'),
      close: async () => undefined,
    };
    const pool = new EnginePool({
      env: fakeEnv(world),
      createEngine: () => made as unknown as Engine,
      loadSession: async () => null,
    });
    endings.push(() => pool.close());
    pool.attach('tab', 1, 'ID');
    const channel = fakeEnv(world).openChannel(SESSION_CHANNEL, () => undefined);
    for (let attempt = 0; attempt < 2; attempt++) {
      channel.post({ t: 'leaving', userId: 1 });
      await settle();
      await world.clock.advance(15_000);
    }
    expect(said).toEqual(['pause', 'pause']);
    await world.clock.advance(5000);
    expect(said).toEqual(['pause', 'pause', 'unpause']);
  });

  it('MR4: permissions are requested once a stream is open, because changes before that were not reported', async () => {
    const { world, streams, state, engine, feed } = browser();
    feed.put('locations', placeOf(1));
    const own = engine(nextUser());
    own.setEntities(['ID']);
    await until(world, () => expect([streams.size, state.refreshes]).toEqual([1, 1]));
    // The connection breaks while the server can be reached.
    for (const stream of streams) {
      streams.delete(stream);
      stream.onError();
    }
    await until(world, () => expect([streams.size, state.refreshes]).toEqual([1, 2]));
    expect(state.down).toBe(false);
  });

  it("MR4: another person's sign-in closes the previous engine, so that its writes are never sent with the new cookie", async () => {
    const { world, writes, engine } = browser();
    const [a, b] = [nextUser(), nextUser()];
    for (const n of [1, 2]) writes.write(rowOf(n));
    const first = await tab(a);
    const env = fakeEnv(world);
    const info = (id: number) =>
      ({
        userId: id,
        entities: [],
        codesByEntity: {},
        currentEntity: 'ID',
        whitelisted: true,
      }) as unknown as SessionInfo;
    let next = a;
    const keeper = new SessionKeeper({
      env,
      transport: { call: (async () => ({ kind: 'ok', data: info(next) })) as never, callUrl: () => '' },
    });
    await keeper.signIn('a', 'p');
    const pool = new EnginePool({
      env: fakeEnv(world),
      createEngine: id => engine(id),
      loadSession: () => keeper.load(),
    });
    endings.push(() => pool.close());
    pool.attach('tab1', a, 'ID');
    await pass(world, 100);
    next = b;
    await keeper.signIn('b', 'p');
    await first.add(1);
    await pass(world, 60_000);
    expect(writes.requests).toHaveLength(0);
    expect(pool.of('tab1')).toBeUndefined();
    expect(await keeper.unsentCount(a)).toBe(1);
    // The same person signs in again: a new tab revives their engine, which sends the write.
    next = a;
    await keeper.signIn('a', 'p');
    pool.attach('tab2', a, 'ID');
    await until(world, () => expect(writes.requests).toHaveLength(1));
  });
});

describe('OB1: a write is confirmed only once it is stored', () => {
  it('full storage and broken storage are reported as different errors', () => {
    const quota = Object.assign(new Error('x'), {
      name: 'AbortError',
      inner: Object.assign(new Error('y'), { name: 'QuotaExceededError' }),
    });
    expect(toUnavailable(quota)).toMatchObject({ reason: 'quota', name: 'OutboxUnavailable' });
    expect(toUnavailable(new Error('disk'))).toMatchObject({ reason: 'broken' });
  });

  it('a write survives its tab: a new connection finds it, in queue order', async () => {
    const id = nextUser();
    const { outbox, add } = await tab(id);
    await add(1);
    await add(2);
    outbox.close();
    await settle();
    const again = await tab(id);
    expect((await again.outbox.open()).map(({ seq, recordKey }) => [seq, recordKey])).toEqual([
      [1, '10021/1/0'],
      [2, '10021/2/0'],
    ]);
  });

  it("a write is linked to the record's pending write, and only settled writes are pruned", async () => {
    const id = nextUser();
    const { outbox, add } = await tab(id);
    const one = await add(1);
    const two = await add(1);
    expect([one.after, one.baseVersion, two.after, two.baseVersion]).toEqual([null, 1, one.id, null]);
    await outbox.forgetEnded(0);
    expect(await outbox.counts()).toEqual({ waiting: 2, paused: 0, needsYou: 0, trouble: null });
  });
});

const CHANNEL = 10021;

it('MR4: pinned data is cached again once its permission is restored', async () => {
  const world = newWorld();
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  const state = { allowed: false, refusals: 0 };
  const answer = async (url: URL): Promise<unknown> => {
    const query = Object.fromEntries(url.searchParams);
    if (url.pathname.endsWith('/changes')) return data({ id: 'feed.changes' }, query);
    if ((query['collection'] ?? 'locations') !== 'locations') return { cursor: '1', total: 0, segments: [] };
    if (url.pathname.endsWith('/segments')) return data({ id: 'feed.segments' }, query);
    const [, id] = url.pathname.split('/segments/');
    return id === undefined
      ? data({ id: 'channels.list' }, query)
      : data({ id: 'feed.segment' }, { id: decodeURIComponent(id) });
  };
  const data = async (call: { id: string }, input: object) => {
    const outcome = await server.call(call as never, input as never);
    return outcome.kind === 'ok' ? outcome.data : null;
  };
  const fetch = async (path: string) => {
    const url = new URL(path, 'http://x');
    // Access is denied to all record collections except locations, for both the channel and the entity.
    const denied = (url.searchParams.get('collection') ?? 'locations') !== 'locations' && !state.allowed;
    if (denied) state.refusals += 1;
    const body = denied ? { retcode: 403, message: 'No.' } : { retcode: 0, message: '', data: await answer(url) };
    return new Response(JSON.stringify(body), {
      status: denied ? 403 : 200,
      headers: { 'content-type': 'application/json' },
    });
  };
  const opened: MirrorDb[] = [];
  const engine = new Engine({
    env: fakeEnv(world),
    build: 'b1',
    userId: 972,
    fetch: fetch as never,
    ...quiet,
    storage: {
      ...browserStorage,
      openPins: () => ({ of: async () => [keyOfChannel(CHANNEL)], close: () => undefined }),
      openMirror: async (...of) => {
        const db = await browserStorage.openMirror(...of);
        opened.push(db);
        return db;
      },
    },
  });
  /** Advances time by a few seconds at a time until the check passes. */
  const until = async (check: () => Promise<boolean> | boolean) => {
    for (let left = 30; left > 0 && !(await check()); left--) {
      await world.clock.advance(2000, 10);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    expect(await check()).toBe(true);
  };
  engine.setEntities(['ID']);
  await until(() => state.refusals > 1);
  await until(async () => (await opened[0]?.sets.count()) === 0);
  state.allowed = true;
  engine.sessionChanged({ entities: [{ country: 'ID' }] } as unknown as SessionInfo);
  await until(
    async () => (await opened[0]?.sets.get(['ID', 'channelLocations', keyOfChannel(CHANNEL)]))?.state === 'ready',
  );
  await engine.close();
});
