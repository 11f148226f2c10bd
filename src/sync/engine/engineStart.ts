import type { AfterPaint, Clock } from '../base/env.ts';

/** Timeout in milliseconds after which the engine starts even if the page is not ready. */
const AT_LAST = 5000;

/**
 * Decides when a tab joins the engine: once its page and the page's lists are painted, so that the engine's code does
 * not compete with theirs on a slow connection, or immediately if any code needs it.
 */
export class EngineStart {
  /** Resolves once the tab has joined, or never will. */
  readonly over: Promise<void>;
  private end: () => void = () => undefined;
  private readonly afterPaint: AfterPaint;
  private readonly run: () => void;
  private readonly cancelLast: () => void;
  private cancelSoon: () => void = () => undefined;
  private shown = false;
  private reading = 0;
  private isOver = false;

  constructor(clock: Clock, afterPaint: AfterPaint, run: () => void) {
    this.afterPaint = afterPaint;
    this.run = run;
    this.over = new Promise(resolve => (this.end = resolve));
    this.cancelLast = clock.after(AT_LAST, () => this.now());
  }

  /** Called when the page of this URL is rendered, except for its lists. */
  pageShown(): void {
    this.shown = true;
    this.look();
  }

  /** Called when a list has nothing to show yet; returns a function to call once it does. */
  listReads(): () => void {
    this.reading += 1;
    this.look();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.reading -= 1;
      this.look();
    };
  }

  /** Called when any code needs the engine now. */
  now(): void {
    if (this.isOver) return;
    this.cancel();
    this.run();
  }

  /** Prevents any further start. */
  cancel(): void {
    this.isOver = true;
    this.end();
    this.cancelLast();
    this.cancelSoon();
  }

  private look(): void {
    this.cancelSoon();
    if (this.isOver || !this.shown || this.reading > 0) return;
    this.cancelSoon = this.afterPaint(() => this.now());
  }
}
