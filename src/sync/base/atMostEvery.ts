import type { Clock } from './env.ts';

/**
 * Runs immediately, and then at most once per interval, regardless of the number of calls. Calls in between lead to one
 * run at the end of the interval, because the previous run may not cover what they are about.
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
