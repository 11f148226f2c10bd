import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** The longest time in milliseconds that other requests wait for a slice of work. */
const SLICE_MILLIS = 5;

/** Divides long work into slices of a few milliseconds; other requests run in between. */
export class Turns {
  #until = performance.now() + SLICE_MILLIS;

  /**
   * Whether the slice is over, so that the work must await `next`. The check is cheap enough to be made for each of
   * some thousand rows.
   */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /**
   * Call this between two steps of the work. Resolves immediately within a slice, otherwise after other requests have
   * had their turn.
   */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await yieldToEventLoop();
    this.#until = performance.now() + SLICE_MILLIS;
  }
}
