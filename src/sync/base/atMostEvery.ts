import type { Clock } from './env.ts';

/** Runs at once, and then at most this often, however often it is called; what comes between is dropped. */
export function atMostEvery(clock: Clock, millis: number, run: () => void): () => void {
  let last = -Infinity;
  return () => {
    const now = clock.ticks();
    if (now - last < millis) return;
    last = now;
    run();
  };
}
