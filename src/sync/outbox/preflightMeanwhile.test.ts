import { describe, expect, it } from 'vitest';
import type { PreflightItem } from '../../contract/preflight.ts';
import { FakeClock } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import { Preflight, PREFLIGHT_FROM } from './preflight.ts';
import { enqueue, takeFence } from './store.ts';

const { signal } = new AbortController();

/** A look over twenty writes, during which something happens. */
async function bench(allowed: boolean, meanwhile: (preflight: Preflight) => void) {
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

describe('what happens during the look before a long queue is sent', () => {
  it('MR4: other rights, told of while it was under way, make it look again at what it held', async () => {
    const { preflight, looks } = await bench(false, other => other.sessionChanged());
    await preflight.admit(signal);
    expect(looks()).toBe(2);
    await preflight.admit(signal);
    expect(looks()).toBe(2);
  });

  it('an absence that began while it was under way is followed by a look of its own', async () => {
    const { clock, preflight, looks } = await bench(true, other => other.wentAway());
    await clock.advance(PREFLIGHT_FROM.unreachableMillis);
    preflight.cameBack();
    await preflight.admit(signal);
    expect(looks()).toBe(2);
    preflight.stop();
  });
});
