import { expect, it } from 'vitest';
import { FakeClock, seeded } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import { Sender } from './sender.ts';
import { enqueue, takeFence } from './store.ts';

it('MR4: what is learnt of an answer is told the rights under which the write went out', async () => {
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
