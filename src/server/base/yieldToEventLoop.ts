import type { Steps } from '../../domain/steps.ts';

/** Yields to the event loop, so that other requests run between two slices of long work. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/**
 * Runs work that yields, so that other requests run during each pause.
 * @returns the result of the work
 */
export async function inPauses<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await yieldToEventLoop();
    step = steps.next();
  }
  return step.value;
}
