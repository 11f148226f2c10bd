import { describe, expect, it } from 'vitest';
import { sendWrites, type SentWrite } from '../../contract/writes.ts';
import { FakeClock, seeded } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { Sender } from './sender.ts';
import { enqueue, takeFence } from './store.ts';
import { sendTogether, TOGETHER_FROM } from './together.ts';

const CUT: Outcome = { kind: 'noNetwork', reason: 'unreachable' };
const PLACE = 1;

/**
 * A sender whose connection breaks without a response whenever a request contains a write to place 1, as if the server
 * crashed on it or a proxy cut it off. All other requests get through.
 *
 * @param probed another part checks the network and immediately finds it available
 */
async function bench(count: number, { probed = true, outage = false } = {}) {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  const server = new ModelServer();
  const state = { outage, cut: 0 };
  const cuts = (input: object) => (input as { locationId?: number }).locationId === PLACE;
  const found = () => {
    if (probed && !state.outage) clock.after(50, () => sender.networkUp());
  };
  const call = (async (definition, input, options) => {
    const all = definition.id === sendWrites.id ? (input as unknown as { writes: SentWrite[] }).writes : null;
    if (state.outage || (all ? all.some(write => cuts(write.input)) : cuts(input as object))) {
      state.cut += 1;
      found();
      return CUT as never;
    }
    if (!all) return server.call(definition, input, options);
    const items = [];
    for (const { call: id, key, input: own } of all) {
      const outcome = (await server.call({ id } as never, own as never, { idempotencyKey: key })) as Outcome;
      const data = outcome.kind === 'ok' ? outcome.data : null;
      items.push({ status: 200, retryAfter: null, reply: { retcode: 0, message: '', detail: '', data } });
    }
    return { kind: 'ok', data: { items } } as never;
  }) as Transport['call'];
  const add = async (id: number) => {
    server.write(rowOf(id));
    await enqueue(store, updateOf(rowOf(id), { canCOD: true }), { id: `k${id}`, at: 0 });
  };
  for (let id = 1; id <= count; id += 1) await add(id);
  const sender: Sender = new Sender({
    store,
    call: sendTogether(call, () => clock.now()),
    togetherFrom: TOGETHER_FROM,
    clock,
    random: seeded(3),
    fence: await takeFence(store),
    learn: async () => undefined,
    probed: () => probed,
  });
  sender.poke();
  const waiting = async () => (await store.open()).map(({ id }) => id);
  return { clock, store, sender, state, add, waiting };
}

describe('a write whose request never arrives although the network is up', () => {
  it('OB7: the write is retried less and less often, however often the network is found to be up', async () => {
    const { clock, state, waiting } = await bench(1);
    await clock.advance(10 * 60_000);
    expect(await waiting()).toEqual(['k1']);
    expect(state.cut).toBeGreaterThan(10);
    expect(state.cut).toBeLessThan(30);
  });

  it('OB4: the write blocks no others, whether sent separately or in a batch, and regardless of who probes the network', async () => {
    for (const count of [3, 40]) {
      for (const probed of [true, false]) {
        const { clock, add, sender, waiting } = await bench(count, { probed });
        await clock.advance(60_000);
        expect(await waiting()).toEqual(['k1']);
        await add(99);
        sender.poke();
        await clock.advance(20_000);
        expect(await waiting()).toEqual(['k1']);
      }
    }
  });

  it('when the network is back, all writes are sent immediately, even after a second outage', async () => {
    const { clock, state, sender, waiting, add } = await bench(0, { outage: true });
    for (const times of [1, 2]) {
      state.outage = true;
      for (const id of [2, 3, 4]) await add(10 * times + id);
      sender.poke();
      await clock.advance(5 * 60_000);
      expect(await waiting()).toHaveLength(3);
      state.outage = false;
      sender.networkUp();
      await clock.advance(0);
      expect(await waiting()).toEqual([]);
    }
  });
});
