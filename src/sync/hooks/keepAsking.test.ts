import { describe, expect, it } from 'vitest';
import type { SyncClient } from '../client/client.ts';
import type { OpsAnswer } from '../engine/opsApi.ts';
import type { Signal } from '../status/signals.ts';
import { FakeClock, settle } from '../testing/fakeEnv.ts';
import { AGAIN_AFTER, keepAsking } from './keepAsking.ts';

const LOADED: Signal = { t: 'places', entity: 'ID' };

/** A tab whose queries the test answers. */
function world(after = 0) {
  const clock = new FakeClock();
  const listeners = new Set<(signal: Signal) => void>();
  const open: ((answer: OpsAnswer<string>) => void)[] = [];
  const seen: string[] = [];
  const client = {
    env: { clock },
    signals: {
      listen: (on: (signal: Signal) => void) => {
        listeners.add(on);
        return () => listeners.delete(on);
      },
    },
  } as unknown as Pick<SyncClient, 'env' | 'signals'>;
  const stop = keepAsking<string>(client, 'ID', {
    question: () => new Promise(resolve => open.push(resolve)),
    onAnswer: value => seen.push(value),
    onNone: () => seen.push('none'),
    after,
  });
  const answer = async (at: number, value: string | null) => {
    open[at]?.({ ready: value !== null, value: value ?? '' });
    await settle();
  };
  const post = (signal: Signal) => listeners.forEach(on => on(signal));
  return { clock, open, seen, stop, answer, post };
}

describe('querying places repeatedly', () => {
  it('a query that is not answered in time is repeated, even without any further signal', async () => {
    const { clock, open, seen, answer, post } = world();
    // The places finish loading while the first query is pending; the device is too slow to answer either query.
    post(LOADED);
    await answer(0, null);
    await answer(1, null);
    expect(seen).toEqual(['none', 'none']);
    await clock.advance(AGAIN_AFTER);
    expect(open).toHaveLength(3);
    await answer(2, 'Coblong');
    expect(seen.at(-1)).toBe('Coblong');
    await clock.advance(10 * AGAIN_AFTER);
    expect(open).toHaveLength(3);
  });

  it('an answer is kept if an older query fails later, and the query is repeated when the places are reloaded', async () => {
    const { clock, open, seen, answer, post } = world();
    post(LOADED);
    await answer(1, 'old');
    await answer(0, null);
    post({ t: 'places', entity: 'MY' });
    expect(open).toHaveLength(2);
    post(LOADED);
    await answer(2, null);
    expect(seen).toEqual(['old']);
    await clock.advance(AGAIN_AFTER);
    await answer(3, 'new');
    expect(seen).toEqual(['old', 'new']);
  });

  it('a query can be delayed, and is never repeated after it has been stopped', async () => {
    const { clock, open, seen, stop, answer, post } = world(150);
    expect(open).toHaveLength(0);
    await clock.advance(150);
    expect(open).toHaveLength(1);
    await answer(0, null);
    stop();
    await clock.advance(10 * AGAIN_AFTER);
    post(LOADED);
    expect(open).toHaveLength(1);
    expect(seen).toEqual(['none']);
    expect(clock.waiting).toBe(0);
  });
});
