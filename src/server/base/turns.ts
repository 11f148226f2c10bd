import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** Work that others wait for no longer than this. */
const SLICE_MILLIS = 5;

/** Cuts long work into slices of a few milliseconds, between which other requests are answered. */
export class Turns {
  #until = performance.now() + SLICE_MILLIS;

  /** Whether the slice is over: the work then awaits `next`. Looking is cheap enough for every row of some thousand. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** Called between two steps of the work: resolves at once within a slice, else when the others have had their turn. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await yieldToEventLoop();
    this.#until = performance.now() + SLICE_MILLIS;
  }
}
