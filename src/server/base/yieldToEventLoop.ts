import type { Steps } from '../../domain/steps.ts';

/** Yields to the event loop: between two slices of long work, requests are read and answered. */
export const yieldToEventLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Carries out work that pauses, and answers others in each pause. @returns what the work returns */
export async function inPauses<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await yieldToEventLoop();
    step = steps.next();
  }
  return step.value;
}
