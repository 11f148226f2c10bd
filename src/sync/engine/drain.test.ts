import { describe, expect, it } from 'vitest';
import { CONTRACT_VERSION } from '../../contract/call.ts';
import { fakeEnv, newWorld, settle, type FakeEnv } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import { SESSION_CHANNEL } from '../storage/sessionDb.ts';
import { drainOutbox, type DrainDeps } from './drain.ts';
import { enqueue } from '../outbox/store.ts';

const ME = 7;

class Closing extends MemoryOutbox {
  closed = 0;
  close(): void {
    this.closed += 1;
  }
}

/** A browser profile with no open tab: a queue, a cookie and a server. */
function profile() {
  const world = newWorld();
  const env: FakeEnv = fakeEnv(world);
  const server = new ModelServer();
  const store = new Closing();
  const learnt: [string, number | undefined][] = [];
  const cookie: { userId: number | null; up: boolean } = { userId: ME, up: true };
  const calls: string[] = [];
  const call = (async (definition: { id: string }, input: never, options: never) => {
    calls.push(definition.id);
    if (definition.id !== 'session.get') return server.call(definition as never, input, options);
    if (!cookie.up) return { kind: 'noNetwork', reason: 'unreachable' };
    if (cookie.userId === null) return { kind: 'signedOut', message: 'You are not logged in.' };
    return { kind: 'ok', data: { userId: cookie.userId } };
  }) as Transport['call'];
  const held = new Set<string>();
  const deps: DrainDeps = {
    env,
    call,
    loadUser: async () => ME,
    openOutbox: async () => store,
    learn: async (_, { entry, rights }) => void learnt.push([entry.id, rights]),
    awaiting: async (_, entries) => new Set(entries.flatMap(({ id }) => (held.has(id) ? [id] : []))),
    rights: async () => 7,
  };
  const other = fakeEnv(world);
  const put = async (n: number, id = `w${n}`) => {
    const row = rowOf(n);
    if (!server.rows.has(`10021/${n}/0`)) server.write(row);
    return enqueue(store, updateOf(rowOf(n), { canCOD: true }), { id, at: 0 });
  };
  return { world, env, other, server, store, learnt, cookie, calls, deps, put, held };
}

const states = (store: MemoryOutbox) => store.all().map(({ state }) => state);

/** Runs a drain to completion while time passes. */
async function run(deps: DrainDeps, env: FakeEnv) {
  const done = drainOutbox(deps);
  const stage = { over: false };
  void done.finally(() => (stage.over = true)).catch(() => undefined);
  for (let i = 0; i < 800 && !stage.over; i++) await env.clock.advance(250);
  return done;
}

describe('draining the queue without a tab', () => {
  it("each write is sent once, with its own key and under the drain's own fence (OB2, OB3)", async () => {
    const { deps, env, server, store, learnt, put } = profile();
    for (let n = 1; n <= 12; n++) await put(n);
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(states(store)).toEqual(Array.from({ length: 12 }, () => 'applied'));
    expect(server.effects.filter(({ by }) => by === 'me')).toHaveLength(12);
    expect(learnt).toHaveLength(12);
    // MR4: the mirror accepts only responses to requests made under its current permissions.
    expect(new Set(learnt.map(([, rights]) => rights))).toEqual(new Set([7]));
    expect(await store.counter('fence')).toBe(1);
    expect(env.locks.isPaused(`ops-sender-${ME}`)).toBe(false);
    expect(store.closed).toBe(1);
  });

  it('no request is made if nothing is queued or nobody is signed in', async () => {
    const { deps, env, calls, put } = profile();
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    await put(1);
    expect(await run({ ...deps, loadUser: async () => null }, env)).toEqual({ end: 'signedOut', left: false });
    expect(calls).toEqual([]);
  });

  it('while an engine holds the lock, the drain sends nothing; a later drain sends what the engine left (OB2)', async () => {
    const { deps, env, other, calls, put, store } = profile();
    await put(1);
    let free: () => void = () => undefined;
    void other.locks.request(`ops-sender-${ME}`, {}, () => new Promise<void>(resolve => (free = resolve)));
    expect(await run(deps, env)).toEqual({ end: 'live', left: true });
    expect(calls).toEqual([]);
    expect(await store.counter('fence')).toBe(0);
    free();
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
  });

  it('the drain releases the lock as soon as an engine requests it, and in-flight writes are resent with the same key', async () => {
    const { deps, env, other, server, store, put } = profile();
    await put(1);
    let open: () => void = () => undefined;
    server.gate = () => new Promise<void>(resolve => (open = resolve));
    const drained = drainOutbox(deps);
    await settle();
    expect(states(store)).toEqual(['sending']);
    const channel = other.openChannel(`ops-signals-${ME}`, () => undefined);
    channel.post({ t: 'claim', build: 'test' });
    let engineHas = false;
    void other.locks.request(`ops-sender-${ME}`, {}, async () => void (engineHas = true));
    await settle();
    server.gate = null;
    open();
    expect(await drained).toMatchObject({ end: 'live', left: true });
    await settle();
    expect(engineHas).toBe(true);
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(server.effects.filter(({ by }) => by === 'me')).toHaveLength(1);
  });

  it('the drain stops if its lock is stolen, and anything it settles afterward is ignored (OB2)', async () => {
    const { deps, env, other, server, store, put } = profile();
    await put(1);
    let open: () => void = () => undefined;
    server.gate = () => new Promise<void>(resolve => (open = resolve));
    const drained = drainOutbox(deps);
    await settle();
    void other.locks.request(`ops-sender-${ME}`, { steal: true }, () => new Promise<void>(() => undefined));
    await settle();
    open();
    server.gate = null;
    expect(await drained).toMatchObject({ end: 'live', left: true });
    expect(env.locks.isPaused(`ops-sender-${ME}`)).toBe(true);
    expect(['sending', 'applied']).toContain(store.all()[0]?.state);
  });

  it('a write that waits for an import is left for the engine, which sends that import', async () => {
    const { deps, env, server, store, put, held } = profile();
    server.write(rowOf(1));
    const write = { ...updateOf(rowOf(1), { canCOD: true }), awaits: [{ collection: 'shopGroups', value: 77 }] };
    const { id } = await enqueue(store, write, { id: 'w1', at: 0 });
    await put(2);
    held.add(id);
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(states(store)).toEqual(['queued', 'applied']);
    held.clear();
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(server.effects.filter(({ by }) => by === 'me')).toHaveLength(2);
  });

  it('the drain answers pings from an engine that is waiting for the lock', async () => {
    const { deps, server, other, put } = profile();
    await put(1);
    let open: () => void = () => undefined;
    server.gate = () => new Promise<void>(resolve => (open = resolve));
    const received: unknown[] = [];
    const channel = other.openChannel(`ops-signals-${ME}`, signal => received.push(signal));
    const drained = drainOutbox(deps);
    await settle();
    channel.post({ t: 'ping' });
    await settle();
    expect(received).toContainEqual({ t: 'pong' });
    server.gate = null;
    open();
    channel.post({ t: 'claim', build: 'x' });
    await drained;
  });

  it("nothing is sent with another person's cookie or without a session (MR4, OB7)", async () => {
    const { deps, env, cookie, server, store, put } = profile();
    await put(1);
    cookie.userId = 8;
    expect(await run(deps, env)).toEqual({ end: 'otherPerson', left: false });
    cookie.userId = null;
    expect(await run(deps, env)).toEqual({ end: 'signedOut', left: false });
    expect(server.requests).toEqual([]);
    expect(store.all()[0]).toMatchObject({ state: 'queued', attempts: 0, fence: 0 });
  });

  it('a 401 stops the drain without counting as an attempt (OB7)', async () => {
    const { deps, env, server, store, put } = profile();
    await put(1);
    server.faults = ['signedOut'];
    expect(await run(deps, env)).toEqual({ end: 'signedOut', left: false });
    expect(store.all()[0]).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
  });

  it('the drain releases the lock if someone signs in or out', async () => {
    const { deps, other, server, put } = profile();
    await put(1);
    let open: () => void = () => undefined;
    server.gate = () => new Promise<void>(resolve => (open = resolve));
    const drained = drainOutbox(deps);
    await settle();
    other.openChannel(SESSION_CHANNEL, () => undefined).post({ t: 'leaving', userId: ME });
    await settle();
    server.gate = null;
    open();
    expect(await drained).toMatchObject({ end: 'live' });
  });

  it.each(['unreachable', 'portal', 'lostAck'] as const)(
    'after a request fails with %s, the drain reports that a retry is needed, and the write then takes effect once',
    async fault => {
      const { deps, env, server, store, put } = profile();
      await put(1);
      server.faults = [fault];
      expect(await run(deps, env)).toEqual({ end: 'later', left: true });
      expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
      expect(states(store)).toEqual(['applied']);
      expect(server.effects.filter(({ by }) => by === 'me')).toHaveLength(1);
    },
  );

  it('if the server is unreachable, the drain reports that a retry is needed', async () => {
    const { deps, env, cookie, put, server } = profile();
    await put(1);
    cookie.up = false;
    expect(await run(deps, env)).toEqual({ end: 'later', left: true });
    expect(server.requests).toEqual([]);
  });

  it('the drain retries a busy server until its time is up', async () => {
    const { deps, env, server, store, put } = profile();
    await put(1);
    server.faults = ['tooMany', 'serverError'];
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(states(store)).toEqual(['applied']);
    await put(2);
    server.faults = Array.from({ length: 100 }, () => 'serverError' as const);
    expect(await run(deps, env)).toEqual({ end: 'later', left: true });
  });

  it('writes that need a person or a newer build stay queued (TAB1), while writes to other records are sent (OB4)', async () => {
    const { deps, env, server, store, put } = profile();
    await put(1);
    const newer = await put(2);
    await put(3);
    await store.transact(tx => tx.put([{ ...newer, contract: CONTRACT_VERSION + 1 }]));
    server.faults = ['invalid'];
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(states(store)).toEqual(['refused', 'queued', 'applied']);
  });

  it('the drain recovers writes that a killed sender left in flight', async () => {
    const { deps, env, server, store, put } = profile();
    const entry = await put(1);
    await store.transact(tx => tx.put([{ ...entry, state: 'sending', fence: 0 }]));
    expect(await run(deps, env)).toEqual({ end: 'empty', left: false });
    expect(server.effects.filter(({ by }) => by === 'me')).toHaveLength(1);
  });
});
