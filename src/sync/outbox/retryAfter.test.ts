import { describe, expect, it } from 'vitest';
import { FakeClock, seeded, settle } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import { Sender, type Admission } from './sender.ts';
import { applyEvent, enqueue, recover, takeFence } from './store.ts';
import { sendTogether, TOGETHER_FROM } from './together.ts';

/** An outbox, and a server whose first response is a 429 with Retry-After: 20. */
async function bench() {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  const server = new ModelServer();
  server.faults = ['tooMany'];
  server.retryAfterMillis = 20_000;
  const start = async (admit: () => Promise<Admission> = async () => 'go', call = server.call) => {
    const fence = await takeFence(store);
    await recover(store, fence);
    const learn = async () => undefined;
    const sender = new Sender({
      store,
      call,
      togetherFrom: TOGETHER_FROM,
      clock,
      random: seeded(3),
      fence,
      learn,
      probed: () => false,
      admit,
    });
    sender.poke();
    return sender;
  };
  const add = async (...places: number[]) => {
    for (const place of places) {
      server.write(rowOf(place));
      await enqueue(store, updateOf(rowOf(place), { canCOD: true }), { id: `k${place}`, at: 0 });
    }
  };
  const applied = () => store.all().filter(({ state }) => state === 'applied').length;
  return { clock, store, server, start, add, applied };
}

describe('delays requested by the server (Retry-After, OB7)', () => {
  it('a requested delay outlives the sender, and is not shortened by a returning network, a new write or the retry of another', async () => {
    const { clock, store, server, start, add } = await bench();
    await add(1);
    const first = await start();
    await clock.advance(5000);
    expect(store.of('k1')?.problem).toMatchObject({ kind: 'retry', status: 429, afterMillis: 20_000 });
    await first.stop();
    const second = await start();
    await clock.advance(10_000);
    second.networkUp();
    second.poke();
    second.hurry(store.of('k1')?.record ?? '');
    await clock.advance(9000);
    expect(server.requests).toHaveLength(1);
    await clock.advance(2000);
    expect(server.requests).toHaveLength(2);
    expect(store.of('k1')).toMatchObject({ state: 'applied', attempts: 2, problem: null });
  });

  it('a series of short-lived senders waits for the full delay in total, and no less', async () => {
    const { clock, store, server, start, add } = await bench();
    server.retryAfterMillis = 60_000;
    await add(1);
    for (const millis of [25_000, 25_000, 15_000]) {
      const sender = await start();
      await clock.advance(millis);
      await sender.stop();
    }
    expect(server.requests).toHaveLength(1);
    expect(store.of('k1')?.problem).toMatchObject({ status: 429, afterMillis: 10_000 });
    await start();
    await clock.advance(11_000);
    expect(store.of('k1')).toMatchObject({ state: 'applied', attempts: 2 });
  });

  it('the delay is observed even if the queue was read just before the delay was stored', async () => {
    const { clock, store, server, start, add, applied } = await bench();
    await add(1);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>(resolve => (answer = resolve));
    const late = async (...args: Parameters<typeof server.call>) => {
      await answered;
      return server.call(...args);
    };
    const sender = await start(undefined, late as typeof server.call);
    await clock.advance(0);
    await add(2);
    const counter = store.counter.bind(store);
    // The sender's next read of the queue takes so long that the response is stored meanwhile.
    store.counter = async name => {
      answer();
      await settle();
      return counter(name);
    };
    sender.poke();
    await settle(100);
    store.counter = counter;
    await clock.advance(19_000);
    expect(server.requests).toHaveLength(1);
    await clock.advance(2000);
    expect(applied()).toBe(2);
  });

  it('the delay continues while the preflight check has to wait as well', async () => {
    const { clock, store, server, start, add } = await bench();
    await add(1);
    const first = await start();
    await clock.advance(1000);
    await first.stop();
    let looks = 0;
    await start(async () => ((looks += 1) === 1 ? { afterMillis: 20_000 } : 'go'));
    await clock.advance(19_000);
    expect([looks, server.requests.length]).toEqual([1, 1]);
    await clock.advance(2000);
    expect(store.of('k1')?.state).toBe('applied');
  });

  it('a 429 applies to the person: none of their writes is sent before the delay is over, then all are', async () => {
    const { clock, server, start, add, applied } = await bench();
    await add(1);
    const sender = await start();
    await clock.advance(1000);
    await add(2, 3, 4, 5, 6, 7);
    sender.poke();
    await clock.advance(18_000);
    expect(server.requests).toHaveLength(1);
    await clock.advance(2000);
    expect(applied()).toBe(7);
  });

  it("a 503 applies only to its own record, and other records' writes are sent (OB4)", async () => {
    const { clock, server, store, start, add, applied } = await bench();
    await add(1, 2, 3, 4, 5);
    const busy = { kind: 'retryLater', status: 503, message: 'busy', afterMillis: 20_000 } as const;
    server.faults = [];
    let times = 0;
    await start(undefined, (async (...args: Parameters<typeof server.call>) =>
      args[2]?.idempotencyKey === 'k1' && (times += 1) === 1 ? busy : server.call(...args)) as typeof server.call);
    await clock.advance(19_900);
    expect([times, applied(), store.of('k1')?.state]).toEqual([1, 4, 'queued']);
    await clock.advance(200);
    expect(applied()).toBe(5);
  });

  it('a write that the person retries is sent without delay, and so are the writes that waited because of it', async () => {
    const { clock, store, start, add, applied } = await bench();
    await add(1);
    const sender = await start();
    await clock.advance(1000);
    await add(2);
    await applyEvent(store, 'k1', { type: 'retried' });
    sender.hurry(store.of('k1')?.record ?? '');
    await clock.advance(100);
    expect(applied()).toBe(2);
  });

  it('after batches fall back to separate requests, a delay keeps the unsent writes queued', async () => {
    const { clock, store, server, start, add, applied } = await bench();
    const places = Array.from({ length: 40 }, (_, at) => at + 1);
    await add(...places);
    server.faults = Array.from({ length: 8 }, () => 'tooMany');
    const older = (async (...args: Parameters<typeof server.call>) =>
      args[0].write ? server.call(...args) : { kind: 'refused', status: 404, retcode: 404, message: 'no' }) as never;
    await start(
      undefined,
      sendTogether(older, () => clock.now()),
    );
    await clock.advance(19_000);
    // The older server refused both batches; four writes of each were then sent separately.
    expect(server.requests).toHaveLength(8);
    expect(store.all().every(({ state }) => state === 'queued')).toBe(true);
    await clock.advance(4000);
    expect(applied()).toBe(40);
  });

  it('the delay also applies to the preflight check', async () => {
    const { clock, start, add, server, applied } = await bench();
    await add(1);
    server.faults = [];
    let looks = 0;
    const sender = await start(async () => ((looks += 1) === 1 ? { afterMillis: 30_000 } : 'go'));
    await clock.advance(29_000);
    sender.poke();
    await clock.advance(500);
    expect([looks, server.requests.length]).toEqual([1, 0]);
    await clock.advance(1000);
    expect(applied()).toBe(1);
  });
});
