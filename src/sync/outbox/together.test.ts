import { describe, expect, it } from 'vitest';
import { onWire } from '../../../tests/model/browser/answers.ts';
import { sendWrites, type SentWrite } from '../../contract/writes.ts';
import { FakeClock, seeded } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { Sender } from './sender.ts';
import { enqueue, takeFence } from './store.ts';
import { sendTogether, TOGETHER_FROM, TOGETHER_MOST } from './together.ts';

type Whole = 'none' | 'lost' | Outcome;

/** A server that also accepts batches of writes; `whole` determines the outcome of the next batches. */
function frontOf(server: ModelServer) {
  const front = {
    whole: [] as Whole[],
    sizes: [] as number[],
    singles: 0,
    call: (async (definition, input, options) => {
      if (definition.id !== sendWrites.id) {
        front.singles += 1;
        return server.call(definition, input, options);
      }
      const { writes } = input as unknown as { writes: SentWrite[] };
      front.sizes.push(writes.length);
      const fate = front.whole.shift() ?? 'none';
      if (typeof fate === 'object') return fate as never;
      const items = [];
      for (const { call, key, input: own, basedAt } of writes) {
        const options = { idempotencyKey: key, ...(basedAt === undefined ? {} : { basedAt }) };
        const outcome = await server.call({ id: call } as never, own as never, options);
        const { status, headers, text } = onWire(outcome as Outcome);
        items.push({ status, retryAfter: headers.get('retry-after'), reply: JSON.parse(await text()) as unknown });
      }
      return (
        fate === 'lost' ? { kind: 'noNetwork', reason: 'unreachable' } : { kind: 'ok', data: { items } }
      ) as never;
    }) as Transport['call'],
  };
  return front;
}

/** A long queue of edits to different records, and a sender that sends them in batches. */
async function bench(count: number) {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  const server = new ModelServer();
  const front = frontOf(server);
  for (let id = 1; id <= count; id += 1) {
    server.write(rowOf(id));
    await enqueue(store, updateOf(rowOf(id), { canCOD: true }), { id: `k${id}`, at: 0 });
  }
  server.effects.length = 0;
  const sender = new Sender({
    store,
    call: sendTogether(front.call, () => clock.now()),
    togetherFrom: TOGETHER_FROM,
    clock,
    random: seeded(3),
    fence: await takeFence(store),
    learn: async () => undefined,
    probed: () => false,
  });
  const states = () => store.all().map(({ state }) => state);
  const once = () => {
    const keys = server.effects.map(({ key }) => key);
    return keys.length === count && new Set(keys).size === count;
  };
  return { clock, store, server, front, sender, states, once };
}

describe('sending a long queue in batches', () => {
  it('a long queue is sent in a few requests, each write once and with its own key (OB3)', async () => {
    const { clock, store, server, front, sender, states, once } = await bench(150);
    sender.poke();
    await clock.advance(1000, 200);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(once()).toBe(true);
    expect(server.requests.every(({ key }) => store.of(key).attempts === 1)).toBe(true);
    expect(Math.max(...front.sizes)).toBe(TOGETHER_MOST);
    expect(front.sizes.length + front.singles).toBeLessThanOrEqual(8);
  });

  it('a short queue is sent in separate requests', async () => {
    const { clock, front, sender, states } = await bench(9);
    sender.poke();
    await clock.advance(1000, 50);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect([front.sizes, front.singles]).toEqual([[], 9]);
  });

  it('each write has its own outcome: a refusal or conflict does not affect the others (OB4, OB7)', async () => {
    const { clock, server, store, sender, states } = await bench(40);
    server.write({ ...rowOf(7), canCOD: false, canDeliver: false }, 'b@x');
    server.rows.set('10021/9/0', { ...rowOf(9), canCOD: false, canPickup: true, version: 2, updatedBy: 'b@x' });
    server.remove('10021/11/0');
    server.effects.length = 0;
    sender.poke();
    await clock.advance(1000, 200);
    const others = states().filter((_, at) => ![6, 8, 10].includes(at));
    expect(new Set(others)).toEqual(new Set(['applied']));
    expect(store.of('k9').state).toBe('merged');
    expect(store.of('k11')).toMatchObject({ state: 'conflict', attempts: 1 });
  });

  it('OB8: each write in a batch says when the version that it is based on was written', async () => {
    const { clock, server, store, sender } = await bench(0);
    for (let id = 1; id <= 40; id += 1) {
      server.write({ ...rowOf(id), canPickup: true });
      const seen = server.rows.get(`10021/${id}/0`) ?? rowOf(id);
      await enqueue(store, updateOf(seen, { canCOD: true }), { id: `k${id}`, at: 0 });
      // Every second row gets the same version number again, in data that an old copy replaced.
      if (id % 2 === 0)
        server.rows.set(`10021/${id}/0`, { ...seen, canPickup: false, updatedAt: seen.updatedAt + 1000 });
    }
    sender.poke();
    await clock.advance(1000, 200);
    for (let id = 1; id <= 40; id += 1) {
      const isOther = id % 2 === 0;
      expect(store.of(`k${id}`).state).toBe(isOther ? 'merged' : 'applied');
      expect(server.rows.get(`10021/${id}/0`)).toMatchObject({ canCOD: true, canPickup: !isOther });
    }
  });

  it('OB3: a batch that took effect but whose response was lost is repeated without a second effect', async () => {
    const { clock, front, sender, states, once } = await bench(100);
    front.whole = ['lost', 'lost'];
    sender.poke();
    await clock.advance(200_000, 400);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(once()).toBe(true);
  });

  it.each<[string, Outcome]>([
    ['times out', { kind: 'noNetwork', reason: 'timeout' }],
    ['fails on the server', { kind: 'retryLater', status: 500, message: 'Server error.', afterMillis: null }],
  ])(
    'if a whole batch %s, its writes are then sent separately, so that none blocks the others (OB4)',
    async (_, outcome) => {
      const { clock, front, sender, states, once } = await bench(20);
      front.whole = [outcome];
      sender.poke();
      await clock.advance(0, 50);
      expect(new Set(states())).toEqual(new Set(['queued']));
      await clock.advance(200_000, 400);
      expect(new Set(states())).toEqual(new Set(['applied']));
      expect([front.sizes, front.singles, once()]).toEqual([[20], 20, true]);
    },
  );

  it('if an older server does not support batches, the writes are sent separately and none is refused (TAB1)', async () => {
    const { clock, front, sender, states } = await bench(60);
    front.whole = [{ kind: 'refused', status: 404, retcode: 404, message: 'API not found.' }];
    front.whole.push(front.whole[0] as Outcome);
    sender.poke();
    await clock.advance(5000, 400);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(front.sizes.length).toBeLessThanOrEqual(2);
    expect(front.singles).toBe(60);
  });

  it('refusing a whole batch does not refuse its writes (OB7)', async () => {
    const { clock, front, sender, states } = await bench(12);
    front.whole = [{ kind: 'refused', status: 403, retcode: 403, message: 'no' }];
    sender.poke();
    await clock.advance(5000, 100);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect([front.sizes, front.singles]).toEqual([[12], 12]);
  });

  it('OB7: after a 429, the sender does not fall back to one request per write', async () => {
    const { clock, front, sender, states } = await bench(64);
    const tooMany: Outcome = { kind: 'retryLater', status: 429, message: '', afterMillis: 5000 };
    front.whole = [tooMany, tooMany];
    sender.poke();
    await clock.advance(20_000, 100);
    expect(new Set(states())).toEqual(new Set(['applied']));
    expect(front.singles).toBe(0);
  });

  it('a 401 pauses the whole batch without counting as an attempt (OB7)', async () => {
    const { clock, store, front, sender, states } = await bench(30);
    front.whole = [{ kind: 'signedOut', message: 'You are not logged in.' }];
    sender.poke();
    await clock.advance(60_000, 100);
    expect(new Set(states())).toEqual(new Set(['queued']));
    expect(new Set(store.all().map(({ attempts }) => attempts))).toEqual(new Set([0]));
    sender.resume();
    await clock.advance(1000, 100);
    expect(new Set(states())).toEqual(new Set(['applied']));
  });
});
