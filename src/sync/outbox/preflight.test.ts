import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreflightItem } from '../../contract/preflight.ts';
import type { Transport } from '../network/transport.ts';
import { FakeClock, seeded, settle } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { NewWrite, Outcome } from '../types.ts';
import { isPaused } from './entry.ts';
import { Preflight, PREFLIGHT_FROM } from './preflight.ts';
import { Sender } from './sender.ts';
import { applyEvent, applyEvents, enqueue, recover, takeFence } from './store.ts';

const LONG = PREFLIGHT_FROM.unreachableMillis;

/** A queue and a server with the preflight check between them, wired as in the engine. */
async function bench() {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  const server = new ModelServer();
  const state = { down: true, answer: null as ((callId: string) => Outcome | null) | null };
  const asked: string[] = [];
  let n = 0;
  const call: Transport['call'] = async (definition, input, options) => {
    if (state.down) return { kind: 'noNetwork', reason: 'unreachable' };
    asked.push(definition.id);
    const own = state.answer?.(definition.id);
    return own ? (own as never) : server.call(definition, input, options);
  };
  const parts: { sender: Sender; preflight: Preflight }[] = [];
  /** A new engine, as after a reload or in another tab. */
  const start = async () => {
    const fence = await takeFence(store);
    await recover(store, fence);
    const preflight = new Preflight({ store, call, clock, fence });
    await preflight.start();
    const admit = (signal: AbortSignal) => preflight.admit(signal);
    const sender = new Sender({
      store,
      call,
      clock,
      random: seeded(3),
      fence,
      learn: async () => {},
      probed: () => true,
      admit,
    });
    parts.push({ sender, preflight });
    if (state.down) {
      preflight.wentAway();
      sender.networkDown();
    } else sender.poke();
  };
  const last = () => {
    const part = parts.at(-1);
    if (!part) throw new Error('not started');
    return part;
  };
  const down = () => {
    state.down = true;
    last().preflight.wentAway();
    last().sender.networkDown();
  };
  const up = async () => {
    state.down = false;
    last().preflight.cameBack();
    last().sender.networkUp();
    await settle(80);
  };
  const add = async (write: NewWrite) => {
    const { id } = await enqueue(store, write, { id: `k${(n += 1)}`, at: clock.now() });
    if (parts.length > 0) last().sender.poke();
    return id;
  };
  const verdicts = () => store.all().map(({ state: at, hold }) => hold?.verdict ?? at);
  for (let at = 1; at <= 60; at++) server.write(rowOf(at));
  server.effects.length = 0;
  const sent = () => asked.filter(id => id !== 'preflight.check').length;
  const stop = () => last().preflight.stop();
  return { clock, store, server, state, asked, start, down, up, add, verdicts, last, sent, stop };
}
const edit = (at: number) => updateOf(rowOf(at), { canCOD: true });

describe('preflight check of a long queue', () => {
  it('the queue is sent automatically if others changed nothing', async () => {
    const { start, up, add, verdicts, asked, stop } = await bench();
    for (let at = 1; at <= 25; at++) await add(edit(at));
    await start();
    await up();
    expect(asked[0]).toBe('preflight.check');
    expect(new Set(verdicts())).toEqual(new Set(['applied']));
    stop();
  });

  it('OB6: if anything has changed, every checked write is paused and shows the differences', async () => {
    const { start, up, add, verdicts, server, sent, stop, store } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    await add(deleteOf(rowOf(21)));
    await add(createOf(rowOf(61)));
    await add(createOf(rowOf(22)));
    await add(deleteOf(rowOf(23)));
    server.write({ channelId: 10021, locationId: 1, type: 0, canCOD: true, canPickup: true });
    server.write({ channelId: 10021, locationId: 2, type: 0, canPickup: true });
    server.remove('10021/3/0');
    server.remove('10021/23/0');
    await start();
    await up();
    expect(sent()).toBe(0);
    // 1: the same value, so no decision is needed; 22: already exists; 23: deleting a missing record is not a conflict.
    expect(verdicts()).toEqual([
      'safe',
      'changed',
      'gone',
      ...Array.from({ length: 19 }, () => 'safe'),
      'safe',
      'safe',
    ]);
    expect(await store.counter('held')).toBe(24);
    stop();
  });

  it('a creation counts as changed if the record already exists with other values', async () => {
    const { start, up, add, verdicts, server, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    await add(createOf(rowOf(30, { canPickup: true })));
    expect(server.rows.get('10021/30/0')?.canPickup).toBe(false);
    await start();
    await up();
    expect(verdicts().at(-1)).toBe('changed');
    stop();
  });

  it("released writes are sent, while conflicting ones wait, show the server's rows, and settle as the person decides", async () => {
    const { start, up, add, verdicts, server, store, last, sent, stop } = await bench();
    const ids: string[] = [];
    for (let at = 1; at <= 20; at++) ids.push(await add(edit(at)));
    server.write({ channelId: 10021, locationId: 2, type: 0, canPickup: true });
    server.remove('10021/3/0');
    await start();
    await up();
    const safe = store.all().filter(({ hold }) => hold?.verdict === 'safe');
    await applyEvents(
      store,
      safe.map(({ id }) => ({ id, event: { type: 'released' } })),
    );
    last().sender.poke();
    await settle(80);
    expect(sent()).toBe(18);
    expect(verdicts().slice(0, 4)).toEqual(['applied', 'changed', 'gone', 'applied']);
    expect(await store.counter('held')).toBe(2);
    for (const id of ids.slice(1, 3)) await applyEvent(store, id, { type: 'faced', at: 1 });
    expect(verdicts().slice(1, 3)).toEqual(['safe', 'conflict']);
    await applyEvent(store, ids[1] ?? '', { type: 'released' });
    await applyEvent(store, ids[2] ?? '', { type: 'resolved', choice: { record: 'mine' }, at: 1 });
    last().sender.poke();
    await settle(80);
    expect(verdicts().slice(1, 3)).toEqual(['merged', 'merged']);
    expect(server.rows.get('10021/2/0')).toMatchObject({ canPickup: true, canCOD: true });
    expect(await store.counter('held')).toBe(0);
    stop();
  });

  it("OB4: while a write is paused, other records' writes are sent, and writes to its record wait behind it", async () => {
    const { start, up, add, server, store, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    server.remove('10021/3/0');
    await start();
    await up();
    const behind = await add(updateOf(rowOf(1, { canCOD: true }), { canPickup: true }));
    const other = await add(edit(40));
    await settle(80);
    expect(store.of(other).state).toBe('applied');
    expect(store.of(behind).state).toBe('queued');
    stop();
  });

  it('OB2, OB6: a pause survives a change of engines, without a second check', async () => {
    const { start, up, add, verdicts, server, asked, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    server.remove('10021/3/0');
    await start();
    await up();
    const before = verdicts();
    stop();
    await start();
    await settle(80);
    expect(verdicts()).toEqual(before);
    expect(asked).toEqual(['preflight.check']);
    stop();
  });

  it('nothing is sent if the device goes offline during the check, which is repeated later', async () => {
    const { start, up, add, state, server, sent, verdicts, down, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    server.remove('10021/3/0');
    await start();
    state.answer = () => {
      state.down = true;
      return { kind: 'noNetwork', reason: 'unreachable' };
    };
    await up();
    down();
    expect(sent()).toBe(0);
    expect(new Set(verdicts())).toEqual(new Set(['queued']));
    state.answer = null;
    await up();
    expect(verdicts()[2]).toBe('gone');
    expect(sent()).toBe(0);
    stop();
  });

  it('after another long time offline, paused writes are rechecked, and those that are now safe are sent', async () => {
    const { start, up, add, server, clock, down, verdicts, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    server.remove('10021/3/0');
    await start();
    await up();
    down();
    await clock.advance(LONG + 60_000, 2);
    server.write(rowOf(3));
    server.rows.set('10021/3/0', rowOf(3));
    await add(edit(50));
    await up();
    expect(new Set(verdicts())).toEqual(new Set(['applied']));
    stop();
  });

  it('a released but unsent write is not paused again because of an earlier finding', async () => {
    const { start, up, add, server, store, clock, down, sent, stop } = await bench();
    for (let at = 1; at <= 25; at++) await add(edit(at));
    server.remove('10021/3/0');
    await start();
    await up();
    down();
    const safe = store.all().filter(({ hold }) => hold?.verdict === 'safe');
    await applyEvents(
      store,
      safe.map(({ id }) => ({ id, event: { type: 'released' } })),
    );
    await clock.advance(LONG + 60_000, 2);
    await up();
    expect(sent()).toBe(24);
    expect(store.all().filter(isPaused)).toHaveLength(1);
    stop();
  });

  it('OB5: time offline is measured as running time, so setting the wall clock forward has no effect', async () => {
    const { start, up, down, add, server, clock, asked, stop } = await bench();
    await start();
    await up();
    down();
    await add(edit(1));
    server.write({ channelId: 10021, locationId: 1, type: 0, canPickup: true });
    clock.jump(400 * 86_400_000);
    await up();
    expect(asked).not.toContain('preflight.check');
    stop();
  });

  it('half an hour without the server triggers a preflight even for a short queue, including time before a reload', async () => {
    const { start, up, add, server, clock, verdicts, sent, stop } = await bench();
    await start();
    await add(edit(1));
    server.write({ channelId: 10021, locationId: 1, type: 0, canPickup: true });
    await clock.advance(LONG / 2, 2);
    stop();
    await start();
    await clock.advance(LONG / 2 + 60_000, 2);
    await up();
    expect(verdicts()).toEqual(['changed']);
    expect(sent()).toBe(0);
    stop();
  });

  it('OB3: a write that took effect before the connection was lost is safe, and its lost response is fetched', async () => {
    const { start, up, down, add, server, clock, state, verdicts, stop } = await bench();
    state.down = false;
    await start();
    server.faults = ['lostAck'];
    await add(edit(1));
    await settle(40);
    down();
    expect(server.effects).toHaveLength(1);
    await clock.advance(LONG + 60_000, 2);
    await up();
    expect(verdicts()).toEqual(['applied']);
    expect(server.effects).toHaveLength(1);
    stop();
  });

  it.each<[string, Outcome, string]>([
    ['a lost entity', { kind: 'refused', status: 403, retcode: 403, message: 'no' }, 'denied'],
    ['a server without this call', { kind: 'refused', status: 404, retcode: 404, message: 'no' }, 'applied'],
  ])('the preflight finding for %s with %o is %s', async (_, outcome, verdict) => {
    const { start, up, add, state, verdicts, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    state.answer = callId => (callId === 'preflight.check' ? outcome : null);
    await start();
    await up();
    expect(new Set(verdicts())).toEqual(new Set([verdict]));
    stop();
  });

  it('MR4: restoring a permission sends the writes paused for lack of it, and the rest stay paused', async () => {
    const { start, up, add, state, server, store, verdicts, last, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    const refused: Outcome = { kind: 'refused', status: 403, retcode: 403, message: 'no' };
    state.answer = callId => (callId === 'preflight.check' ? refused : null);
    await start();
    await up();
    expect(new Set(verdicts())).toEqual(new Set(['denied']));
    state.answer = null;
    last().preflight.sessionChanged();
    last().sender.resume();
    await settle(80);
    expect(new Set(verdicts())).toEqual(new Set(['applied']));

    for (let at = 21; at <= 40; at++) await add(edit(at));
    stop();
    server.remove('10021/45/0');
    state.down = true;
    for (let at = 41; at <= 60; at++) await add(edit(at));
    await start();
    await up();
    const held = store.all().filter(isPaused).length;
    expect(held).toBeGreaterThan(19);
    last().preflight.sessionChanged();
    last().sender.resume();
    await settle(80);
    expect(store.all().filter(isPaused)).toHaveLength(held);
    stop();
  });

  it('OB7: nothing is sent while signed out or while the server is busy, and everything is sent afterward', async () => {
    const { start, up, add, state, verdicts, sent, last, clock, stop } = await bench();
    for (let at = 1; at <= 20; at++) await add(edit(at));
    state.answer = () => ({ kind: 'signedOut', message: 'You are not logged in.' });
    await start();
    await up();
    state.answer = () => ({ kind: 'retryLater', status: 503, message: 'busy', afterMillis: null });
    last().sender.resume();
    await settle(40);
    expect(sent()).toBe(0);
    state.answer = null;
    await clock.advance(6000, 40);
    expect(new Set(verdicts())).toEqual(new Set(['applied']));
    stop();
  });

  it('property: whether paused or not, no write is lost, and the count of paused writes is exact', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 24 }), fc.constantFrom('edit', 'remove', 'none')), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.tuple(fc.nat(23), fc.constantFrom('released', 'faced', 'discarded', 'undone')), { maxLength: 12 }),
        async (others, acts) => {
          const { start, up, add, server, store, stop, last } = await bench();
          const ids: string[] = [];
          for (let at = 1; at <= 24; at++) ids.push(await add(edit(at)));
          for (const [at, what] of others) {
            if (what === 'remove') server.remove(`10021/${at}/0`);
            if (what === 'edit') server.write({ channelId: 10021, locationId: at, type: 0, canCODPickup: true });
          }
          await start();
          await up();
          for (const [nth, what] of acts) {
            const id = ids[nth] ?? '';
            if (what === 'released') await applyEvent(store, id, { type: 'released' });
            else if (what === 'faced') await applyEvent(store, id, { type: 'faced', at: 1 });
            else if (what === 'undone') await applyEvent(store, id, { type: 'undone', at: 1, madeHere: true });
            else await applyEvent(store, id, { type: 'discarded', reason: 'x', at: 1 });
            expect(await store.counter('held')).toBe(store.all().filter(isPaused).length);
          }
          last().sender.poke();
          await settle(40);
          expect(store.all()).toHaveLength(24);
          expect(store.all().filter(({ state }) => state === 'sending')).toEqual([]);
          // All writes that were neither paused nor decided by a person have been sent.
          expect(store.all().filter(entry => entry.state === 'queued' && !isPaused(entry))).toEqual([]);
          expect(await store.counter('held')).toBe(store.all().filter(isPaused).length);
          stop();
        },
      ),
      { numRuns: 25 },
    );
  });
});

const { signal } = new AbortController();

/** A preflight of twenty writes, during which an event occurs. */
async function lookDuring(allowed: boolean, meanwhile: (preflight: Preflight) => void) {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  let looks = 0;
  const call = (async (_: unknown, { items }: { items: PreflightItem[] }) => {
    looks += 1;
    if (looks === 1) meanwhile(preflight);
    return {
      kind: 'ok',
      data: { items: items.map(() => ({ taken: false, allowed, version: 1, row: null, gone: null })) },
    };
  }) as unknown as Transport['call'];
  const preflight = new Preflight({ store, call, clock, fence: await takeFence(store) });
  for (let at = 1; at <= PREFLIGHT_FROM.waiting; at++)
    await enqueue(store, updateOf(rowOf(at), { canCOD: true }), { id: `k${at}`, at: 1 });
  await preflight.start();
  expect(await preflight.admit(signal)).toBe('go');
  return { clock, preflight, looks: () => looks };
}

describe('changes during the preflight check', () => {
  it('MR4: a permission change during the check triggers another check of the paused writes', async () => {
    const { preflight, looks } = await lookDuring(false, other => other.sessionChanged());
    await preflight.admit(signal);
    expect(looks()).toBe(2);
    await preflight.admit(signal);
    expect(looks()).toBe(2);
  });

  it('going offline during the check triggers another check', async () => {
    const { clock, preflight, looks } = await lookDuring(true, other => other.wentAway());
    await clock.advance(PREFLIGHT_FROM.unreachableMillis);
    preflight.cameBack();
    await preflight.admit(signal);
    expect(looks()).toBe(2);
    preflight.stop();
  });
});
