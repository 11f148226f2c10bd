import { describe, expect, it } from 'vitest';
import { FakeClock, seeded, settle } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer, type Fault } from '../testing/modelServer.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { NewWrite } from '../types.ts';
import { MAINTENANCE_ASKED_FOR } from '../../domain/channelConfig/choices.ts';
import { Sender } from './sender.ts';
import { applyEvent, enqueue, recover, takeFence } from './store.ts';

async function bench(
  options: {
    probed?: boolean;
    stillOut?: () => boolean;
    learning?: () => Promise<void>;
    awaiting?: () => Promise<ReadonlySet<string>>;
  } = {},
) {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  const server = new ModelServer();
  let n = 0;
  const senders: Sender[] = [];
  const learned: string[] = [];
  const start = async () => {
    const fence = await takeFence(store);
    await recover(store, fence);
    const sender = new Sender({
      store,
      call: server.call,
      clock,
      random: seeded(3),
      fence,
      learn: async entry => {
        learned.push(entry.id);
        await options.learning?.();
      },
      probed: () => options.probed ?? false,
      ...(options.stillOut ? { stillOut: options.stillOut } : {}),
      ...(options.awaiting ? { awaiting: options.awaiting } : {}),
    });
    senders.push(sender);
    sender.poke();
    return sender;
  };
  const add = async (write: NewWrite) => (await enqueue(store, write, { id: `k${(n += 1)}`, at: clock.now() })).id;
  const states = () => store.all().map(({ state }) => state);
  for (const locationId of [1, 2, 3, 4, 5, 6, 7, 8]) server.write(rowOf(locationId));
  server.effects.length = 0;
  return { clock, store, server, start, add, states, learned };
}
const edit = (locationId: number) => updateOf(rowOf(locationId), { canCOD: true });

describe('the sender', () => {
  it('OB2, OB3: a queued write is sent once with its key and version, and settles', async () => {
    const { clock, store, server, start, add, learned } = await bench();
    const id = await add(edit(1));
    await start();
    await clock.advance(0);
    expect(server.requests).toMatchObject([
      { key: id, callId: 'channelLocation.update', input: { version: 1, canCOD: true } },
    ]);
    expect(store.of(id)).toMatchObject({ state: 'applied', acceptedVersion: 2, attempts: 1, settledSeq: 1, fence: 1 });
    expect(learned).toEqual([id]);
  });

  it('OB8: if a lost version number exists again with a colleague’s values, they are not overwritten', async () => {
    const { clock, store, server, start, add } = await bench();
    const key = '10021/1/0';
    const rowNow = () => server.rows.get(key) ?? rowOf(1);
    const copied = rowNow();
    server.write({ ...rowOf(1), canPickup: true });
    const seen = rowNow();
    const id = await add(updateOf(seen, { canCOD: true }));
    // An old copy of the data is put back, and a colleague makes another version of the same number.
    server.rows.set(key, copied);
    server.write({ ...rowOf(1), canDeliver: true });
    const theirs = rowNow();
    expect([copied.canPickup, theirs.version]).toEqual([false, seen.version]);
    await start();
    await clock.advance(0);
    expect(store.of(id)).toMatchObject({ state: 'merged', rebased: true });
    expect(rowNow()).toMatchObject({ canDeliver: true, canPickup: false, canCOD: true });
  });

  it('OB7: a 401 processed after the person has signed in again does not stop the queue', async () => {
    const { clock, store, server, start, add } = await bench({ stillOut: () => false });
    const id = await add(edit(1));
    server.faults = ['signedOut'];
    await start();
    await clock.advance(10_000);
    expect(server.requests).toHaveLength(2);
    expect(store.of(id)).toMatchObject({ state: 'applied', attempts: 1 });
  });

  it('OB4: a write that refers to a record in an import waits for that import, with the later writes of its record', async () => {
    const held = new Set<string>();
    const { clock, store, start, add, states } = await bench({ awaiting: async () => held });
    const awaits = [{ collection: 'shopGroups', value: 77 }];
    const id = await add({ ...edit(1), awaits });
    held.add(id);
    await add(updateOf(rowOf(1), { canPickup: true }));
    await add(edit(2));
    const sender = await start();
    await clock.advance(60_000);
    expect(states()).toEqual(['queued', 'queued', 'applied']);
    expect(store.of(id)).toMatchObject({ awaits, attempts: 0 });
    held.clear();
    sender.poke();
    await clock.advance(0);
    expect(states()).toEqual(['applied', 'applied', 'applied']);
  });

  it('the wall-clock time of sending is recorded for display', async () => {
    const { clock, store, start, add } = await bench();
    const id = await add(edit(1));
    await start();
    await clock.advance(0);
    expect(store.of(id)?.sentAt).toBe(clock.now());
  });

  it('a long queue is read only once, not once per entry', async () => {
    const { clock, store, start, add, states, server } = await bench();
    for (let locationId = 11; locationId <= 70; locationId += 1) {
      server.write(rowOf(locationId));
      await add(edit(locationId));
    }
    let reads = 0;
    const { open } = store;
    store.open = () => {
      reads += 1;
      return open.call(store);
    };
    await start();
    await clock.advance(1000, 100);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(reads).toBeLessThanOrEqual(8);
  });

  it('OB2: a sender that is closed while reading the queue claims no more entries', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    const read = store.open.bind(store);
    let go: () => void = () => undefined;
    const slow = new Promise<void>(resolve => (go = resolve));
    const sender = await start();
    store.open = async () => {
      await slow;
      return read();
    };
    const stopped = sender.stop();
    go();
    await stopped;
    await clock.advance(5000);
    expect(store.of(id)).toMatchObject({ state: 'queued', fence: 0 });
    expect(server.requests).toEqual([]);
  });

  it('OB3: a request whose response was lost is repeated without a second effect', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    server.faults = ['lostAck'];
    await start();
    await clock.advance(5000);
    expect(server.requests.map(({ key }) => key)).toEqual([id, id]);
    expect(server.effects).toHaveLength(1);
    expect(store.of(id)).toMatchObject({ state: 'applied', acceptedVersion: 2, attempts: 2 });
  });

  it('OB4: writes to the same record are sent in order, each based on the previous version', async () => {
    const { clock, store, server, start, add } = await bench();
    const first = rowOf(1);
    await add(updateOf(first, { canCOD: true }));
    await add(updateOf({ ...first, canCOD: true }, { canPickup: true }));
    await add(deleteOf({ ...first, canCOD: true, canPickup: true }));
    await add(createOf(rowOf(1)));
    await start();
    await clock.advance(0);
    expect(server.requests.map(({ callId, input }) => [callId, input['version']])).toEqual([
      ['channelLocation.update', 1],
      ['channelLocation.update', 2],
      ['channelLocation.delete', 3],
      ['channelLocation.add', undefined],
    ]);
    expect(store.all().map(({ state }) => state)).toEqual(['applied', 'applied', 'applied', 'applied']);
  });

  it.each<[Fault, string]>([
    ['invalid', 'refused'],
    ['forbidden', 'refused'],
    ['serverError', 'queued'],
    ['tooMany', 'queued'],
    ['timeout', 'queued'],
  ])('OB4: a record stuck by %s (%s) blocks only its own later writes', async (fault, state) => {
    const { clock, server, start, add, states } = await bench();
    await add(edit(1));
    await add(updateOf(rowOf(1, { canCOD: true }), { canPickup: true }));
    for (const locationId of [2, 3, 4, 5, 6, 7]) await add(edit(locationId));
    server.faults = [fault];
    await start();
    await clock.advance(0);
    expect(states()).toEqual([state, 'queued', ...Array.from({ length: 6 }, () => 'applied')]);
  });

  it('OB7: only writes affected by a lost permission are refused, and can be resent once it is restored', async () => {
    const { clock, store, server, start, add, states } = await bench();
    for (const locationId of [1, 2, 3, 4]) await add(edit(locationId));
    server.faults = ['none', 'forbidden', 'none', 'forbidden'];
    await start();
    await clock.advance(0);
    expect(states()).toEqual(['applied', 'refused', 'applied', 'refused']);
    expect(store.of('k2')).toMatchObject({ problem: { kind: 'refused', status: 403 }, attempts: 1 });
    await add(edit(5));
    for (const id of ['k2', 'k4']) await applyEvent(store, id, { type: 'retried' });
    await start();
    await clock.advance(0);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(server.effects).toHaveLength(5);
  });

  it('OB4: at most four records are in flight at once', async () => {
    const { clock, server, start, add, states } = await bench();
    for (const locationId of [1, 2, 3, 4, 5, 6, 7, 8]) await add(edit(locationId));
    let open: () => void = () => undefined;
    const opened = new Promise<void>(resolve => {
      open = resolve;
    });
    server.gate = () => opened;
    await start();
    await clock.advance(0);
    expect(states().filter(state => state === 'sending')).toHaveLength(4);
    open();
    await clock.advance(0, 60);
    expect(server.mostInFlight).toBe(4);
    expect(new Set(states())).toEqual(new Set(['applied']));
  });

  it('OB5: setting the wall clock back or forward has no effect', async () => {
    const { clock, store, server, start, add } = await bench();
    await add(edit(1));
    clock.jump(-400 * 86_400_000);
    await add(updateOf(rowOf(1, { canCOD: true }), { canPickup: true }));
    clock.jump(900 * 86_400_000);
    await start();
    await clock.advance(0);
    expect(store.all().map(({ state, acceptedVersion }) => [state, acceptedVersion])).toEqual([
      ['applied', 2],
      ['applied', 3],
    ]);
    expect(server.effects).toHaveLength(2);
  });

  it('OB7: the sender honors Retry-After, and backs off if there is none', async () => {
    const { clock, store, server, start, add } = await bench();
    await add(edit(1));
    server.faults = ['tooMany', 'serverError', 'serverError'];
    server.retryAfterMillis = 7000;
    await start();
    await clock.advance(6900);
    expect(server.requests).toHaveLength(1);
    await clock.advance(200);
    expect(server.requests).toHaveLength(2);
    await clock.advance(2100);
    expect(server.requests).toHaveLength(3);
    await clock.advance(1900);
    expect(server.requests).toHaveLength(3);
    await clock.advance(3000);
    expect(store.all()[0]).toMatchObject({ state: 'applied', attempts: 4 });
  });

  it('OB7: a 401 pauses everything without counting as an attempt, and signing in resumes sending', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    server.faults = ['signedOut'];
    const sender = await start();
    await clock.advance(600_000);
    await add(edit(2));
    sender.poke();
    await clock.advance(600_000);
    expect(server.requests).toHaveLength(1);
    expect(store.of(id)).toMatchObject({ state: 'queued', attempts: 0, problem: { kind: 'signedOut', status: 401 } });
    sender.resume();
    await clock.advance(0);
    expect(store.all().map(({ state }) => state)).toEqual(['applied', 'applied']);
  });

  it.each<Fault>(['unreachable', 'portal'])('OB7: %s waits for the network and then sends all', async fault => {
    const { clock, server, start, add, states } = await bench();
    for (const locationId of [1, 2, 3, 4, 5]) await add(edit(locationId));
    server.faults = Array.from({ length: 12 }, () => fault);
    await start();
    await clock.advance(3000);
    expect(new Set(states())).toEqual(new Set(['queued']));
    await clock.advance(30_000);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(server.effects).toHaveLength(5);
  });

  it('no write is used as a probe if another part probes the network', async () => {
    const { clock, server, start, add, states } = await bench({ probed: true });
    const sender = await start();
    sender.networkDown();
    await add(edit(1));
    sender.poke();
    await clock.advance(40_000);
    expect(server.requests).toHaveLength(0);
    sender.networkUp();
    await clock.advance(0);
    expect(states()).toEqual(['applied']);
  });

  it('OB7: a connection that is restored before the failed write has settled causes no delay', async () => {
    let back: () => void = () => undefined;
    // The event stream had already reached the server while the outbox was still storing the failure.
    const { clock, server, start, add, states } = await bench({ probed: true, learning: async () => back() });
    server.faults = ['unreachable'];
    await add(edit(1));
    const sender = await start();
    back = () => {
      back = () => undefined;
      sender.networkDown();
      sender.networkUp();
    };
    await clock.advance(5000);
    expect(states()).toEqual(['applied']);
  });

  it('OB8: a change to another field is merged and resent automatically', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    server.write({ channelId: 10021, locationId: 1, type: 0, canPickup: true });
    await start();
    await clock.advance(0);
    expect(store.of(id)).toMatchObject({ state: 'merged', acceptedVersion: 3 });
    expect(server.rows.get('10021/1/0')).toMatchObject({ canCOD: true, canPickup: true, version: 3 });
  });

  it('OB6, OB8: a conflict remains until the person decides, and blocks only its record', async () => {
    const { clock, store, server, start, add } = await bench();
    const write = updateOf(rowOf(1), { canDeliver: false });
    const id = await add({ ...write, base: { ...write.base, canDeliver: 'unknown' } });
    await add(updateOf(rowOf(1, { canDeliver: false }), { canPickup: true }));
    await add(edit(2));
    server.write({ channelId: 10021, locationId: 1, type: 0, canCOD: true });
    const sender = await start();
    await clock.advance(3_600_000);
    expect(store.all().map(({ state }) => state)).toEqual(['conflict', 'queued', 'applied']);
    await applyEvent(store, id, { type: 'resolved', choice: { canDeliver: 'mine' }, at: 1 });
    sender.poke();
    await clock.advance(0);
    expect(store.all().map(({ state }) => state)).toEqual(['merged', 'applied', 'applied']);
    expect(server.rows.get('10021/1/0')).toMatchObject({ canDeliver: false, canCOD: true, canPickup: true });
  });

  it('OB6: a refused write can be edited and resent with the same key', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    server.faults = ['invalid'];
    const sender = await start();
    await clock.advance(0);
    expect(store.of(id)).toMatchObject({ state: 'refused', problem: { message: 'canCOD: needs canDeliver' } });
    await applyEvent(store, id, { type: 'resent', changes: { canPickup: true } });
    sender.poke();
    await clock.advance(0);
    expect(store.of(id).state).toBe('applied');
    expect(server.rows.get('10021/1/0')).toMatchObject({ canCOD: true, canPickup: true });
  });

  it('CHC-19: a write is refused once its deadline has passed, and sent when the person retries it', async () => {
    const { clock, store, server, start, add } = await bench();
    const urgent = await add({ ...edit(1), callId: 'channelConfig.maintenance' });
    const patient = await add(edit(2));
    server.faults = ['unreachable', 'unreachable', 'unreachable'];
    const sender = await start();
    await clock.advance(0);
    expect(store.of(urgent)).toMatchObject({ state: 'queued', fence: 1 });
    await sender.stop();
    await clock.advance(MAINTENANCE_ASKED_FOR + 1);
    server.faults = [];
    server.requests.length = 0;
    const next = await start();
    await clock.advance(60_000);
    expect(server.requests.map(({ callId }) => callId)).toEqual(['channelLocation.update']);
    expect(store.of(patient).state).toBe('applied');
    expect(store.of(urgent)).toMatchObject({ state: 'refused', problem: { kind: 'refused', status: 0 } });
    expect(store.of(urgent).problem?.message).toMatch(/30 minutes/);

    await applyEvent(store, urgent, { type: 'retried', at: clock.now() });
    next.poke();
    await clock.advance(0);
    expect(server.requests.map(({ callId }) => callId)).toEqual([
      'channelLocation.update',
      'channelConfig.maintenance',
    ]);
  });

  it('TAB1: a write with an unknown call or contract stays visible in the queue, and is never dropped', async () => {
    const { clock, store, server, start, add } = await bench();
    const newer = await add({ ...edit(1), callId: 'channelLocation.paint' });
    const later = await add(edit(2));
    store.entries.set(2, { ...store.of(later), contract: 99 });
    await add(edit(3));
    await start();
    await clock.advance(86_400_000);
    expect(store.of(newer)).toMatchObject({ state: 'queued', problem: { kind: 'unknownCall' } });
    expect(store.of(later)).toMatchObject({ state: 'queued', problem: { kind: 'unknownCall' } });
    expect(server.requests.map(({ input }) => input['locationId'])).toEqual([3]);
  });

  it('OB2: a sender that was replaced while frozen settles nothing when it thaws', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    let thaw: () => void = () => undefined;
    server.faults = ['invalid'];
    server.gate = () =>
      new Promise<void>(resolve => {
        thaw = resolve;
      });
    await start();
    await clock.advance(0);
    expect(store.of(id).state).toBe('sending');
    server.gate = null;
    await start();
    await clock.advance(0);
    expect(store.of(id)).toMatchObject({ state: 'applied', fence: 2 });
    thaw();
    await clock.advance(0);
    expect(store.of(id)).toMatchObject({ state: 'applied', fence: 2 });
    expect(server.effects).toHaveLength(1);
  });

  it('OB3: a clean shutdown of the sender aborts in-flight writes, and the next sender recovers them', async () => {
    const { clock, store, server, start, add } = await bench();
    const id = await add(edit(1));
    let go: () => void = () => undefined;
    server.gate = () =>
      new Promise<void>(resolve => {
        go = resolve;
      });
    const sender = await start();
    await clock.advance(0);
    const stopped = sender.stop();
    go();
    await stopped;
    expect(store.of(id).state).toBe('sending');
    server.gate = null;
    await start();
    await clock.advance(0);
    expect(store.of(id).state).toBe('applied');
    expect(server.effects).toHaveLength(1);
  });

  it('OB6: a store that fails temporarily loses no writes', async () => {
    const { clock, store, server, start, add } = await bench();
    await add(edit(1));
    await add(edit(2));
    server.gate = async () => {
      store.failure = new Error('disk');
      await settle(2);
    };
    await start();
    await clock.advance(0);
    server.gate = null;
    await clock.advance(20_000);
    store.failure = null;
    await clock.advance(20_000);
    expect(store.all().map(({ state }) => state)).toEqual(['applied', 'applied']);
    expect(server.effects).toHaveLength(2);
  });
});

it('MR4: data from a response is stored under the permissions with which the write was sent', async () => {
  const store = new MemoryOutbox();
  const server = new ModelServer();
  server.write(rowOf(1));
  const state = { rights: 7 };
  const learnt: (number | undefined)[] = [];
  server.gate = async () => void (state.rights = 8);
  const clock = new FakeClock();
  const sender = new Sender({
    store,
    call: server.call,
    clock,
    random: seeded(3),
    fence: await takeFence(store),
    learn: async (_entry, _outcome, rights) => void learnt.push(rights),
    rights: async () => state.rights,
    probed: () => false,
  });
  await enqueue(store, updateOf(rowOf(1), { canCOD: true }), { id: 'k1', at: 0 });
  sender.poke();
  await clock.advance(0);
  expect([learnt, state.rights]).toEqual([[7], 8]);
});
