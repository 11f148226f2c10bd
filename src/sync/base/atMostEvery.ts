import type { Clock } from './env.ts';

/**
 * Runs at once, and then at most this often, however often it is called. What comes between is one run at the end of the time: the
 * answer of the run before may not have what the later call is about.
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
