import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** The longest time that others wait for a slice of work. */
const SLICE_MILLIS = 5;

/** Divides long work into slices of a few milliseconds, between which other requests are answered. */
export class Turns {
  #until = performance.now() + SLICE_MILLIS;

  /**
   * Whether the slice is over: the work then awaits `next`. The check is cheap enough to be made for each of some
   * thousand rows.
   */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /**
   * Called between two steps of the work: resolves immediately within a slice, otherwise when the others have had their
   * turn.
   */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await yieldToEventLoop();
    this.#until = performance.now() + SLICE_MILLIS;
  }
}
