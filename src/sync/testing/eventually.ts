import { settle } from './fakeEnv.ts';

/**
 * Time in milliseconds after which a waiting test fails: far more than the slowest machine needs, but less than a
 * test's own timeout.
 */
const MOST = 30_000;

const pause = (millis: number) => new Promise<void>(resolve => setTimeout(resolve, millis));

/**
 * Waits, however slow the machine is, for a condition that depends on real timers and the event loop (live queries
 * pause longer on a busy machine, and IndexedDB takes several turns). Fails with the check's own error.
 *
 * @param check throws or rejects until the condition is true
 */
export async function eventually(check: () => unknown): Promise<void> {
  for (const end = performance.now() + MOST; ; await pause(5)) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** Waits for a period in which nothing more should happen. */
export async function quiet(): Promise<void> {
  for (let i = 0; i < 12; i++) {
    await pause(5);
    await settle(5);
  }
}
