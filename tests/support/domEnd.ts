import { afterAll, vi } from 'vitest';

/** A timer may start another; an endless chain is cut off. */
const ROUNDS = 5;
/** Milliseconds in which frames and messages that were requested come. */
const SETTLED = 200;

// What a file's tests leave to a timer (the focus given back, a gesture watched to its end) runs at once when they are over, while there
// is a page: one that fires after the page was torn down fails the run without failing a test.
if (typeof document !== 'undefined') {
  const start = globalThis.setTimeout;
  const pending = new Map<ReturnType<typeof setTimeout>, () => void>();
  const watched = (run: (...values: unknown[]) => void, millis?: number, ...values: unknown[]) => {
    const due = () => {
      pending.delete(timer);
      run(...values);
    };
    const timer = start(due, millis);
    pending.set(timer, due);
    return timer;
  };
  globalThis.setTimeout = Object.assign(watched, start) as typeof setTimeout;
  const stop = globalThis.clearTimeout;
  globalThis.clearTimeout = timer => {
    pending.delete(timer as ReturnType<typeof setTimeout>);
    stop(timer);
  };
  afterAll(async () => {
    vi.useRealTimers();
    // A key that a test pressed and never released is down no longer (ui/oneGesture).
    window.dispatchEvent(new Event('blur'));
    // A part that is loaded when it is first shown is drawn as it comes.
    await vi.dynamicImportSettled();
    for (let round = 0; round < ROUNDS && pending.size > 0; round += 1) {
      // What these start is of the next round.
      const started = new Map(pending);
      for (const [timer, due] of started) {
        stop(timer);
        due();
      }
      // React's own work, and what awaits it.
      await new Promise<void>(resolve => void start(resolve, 0));
    }
    for (const timer of pending.keys()) stop(timer);
    await new Promise<void>(resolve => void start(resolve, SETTLED));
    globalThis.setTimeout = start;
    globalThis.clearTimeout = stop;
    // The next file of the process has the same page.
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
  });
}
