import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** Maximum time in ms for which a slice of work may delay other requests. */
const SLICE_MILLIS = 5;

/** Divides long work into slices of a few milliseconds, so that other requests can run in between. */
export class Turns {
  #until = performance.now() + SLICE_MILLIS;

  /**
   * Whether the slice is over, so that the work must await `next`. Checking this is cheap enough to do for each of
   * several thousand rows.
   */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /**
   * Must be called between two steps of the work. Resolves immediately within a slice, and otherwise once other
   * requests have had their turn.
   */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await yieldToEventLoop();
    this.#until = performance.now() + SLICE_MILLIS;
  }
}
