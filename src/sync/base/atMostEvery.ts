import type { Clock } from './env.ts';

/**
 * Throttles a function: runs it immediately, then at most once per interval. Calls during an interval cause one run at
 * its end, because the previous run may have missed what triggered them.
 */
export function atMostEvery(clock: Clock, millis: number, run: () => void): () => void {
  let last = -Infinity;
  let waits = false;
  const start = (): void => {
    waits = false;
    last = clock.ticks();
    run();
  };
  return () => {
    if (waits) return;
    const left = last + millis - clock.ticks();
    if (left <= 0) {
      start();
      return;
    }
    waits = true;
    clock.after(left, start);
  };
}
