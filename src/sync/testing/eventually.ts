import { settle } from './fakeEnv.ts';

/** A test that waits longer than this has failed; far more than the slowest machine needs, and below a test's own limit. */
const MOST = 30_000;

const pause = (millis: number) => new Promise<void>(resolve => setTimeout(resolve, millis));

/**
 * Waits for what comes about over the host's own timers and its event loop (live queries rest for a time that grows with
 * the machine's load, IndexedDB takes turns), however slow the machine is. Fails with the check's own words.
 *
 * @param check throws, or rejects, while what it checks does not hold yet
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

/** A while in which nothing more should come about. */
export async function quiet(): Promise<void> {
  for (let i = 0; i < 12; i++) {
    await pause(5);
    await settle(5);
  }
}
