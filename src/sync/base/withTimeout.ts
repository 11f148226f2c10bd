import { systemClock } from './browser.ts';
import type { Clock } from './env.ts';

/** Resolves to null after a timeout: a port does not report that its other end is gone, so no wait may be unbounded. */
export function withTimeout<T>(promise: Promise<T>, millis: number, clock: Clock = systemClock): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(millis, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
}

/**
 * Rejects after a timeout.
 * @param problem the error message
 */
export async function inTime<T>(
  promise: Promise<T>,
  millis: number,
  problem: string,
  clock: Clock = systemClock,
): Promise<T> {
  const answer = await withTimeout(
    promise.then(value => ({ value })),
    millis,
    clock,
  );
  if (!answer) throw new Error(problem);
  return answer.value;
}
