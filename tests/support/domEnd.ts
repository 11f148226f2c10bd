import { afterAll, vi } from 'vitest';

/** Rounds of timers to run: a timer may start another, and an endless chain is cut off. */
const ROUNDS = 5;
/** Milliseconds to wait for requested frames and messages. */
const SETTLED = 200;

// Runs the timers that a file's tests left behind (e.g. returning the focus, watching the end of a gesture) while there
// still is a page: a timer that fires after the page is torn down fails the run without failing a test.
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
    // Releases a key that a test pressed and never released (ui/oneGesture).
    window.dispatchEvent(new Event('blur'));
    // A part that is loaded when it is first shown still renders when it arrives.
    await vi.dynamicImportSettled();
    for (let round = 0; round < ROUNDS && pending.size > 0; round += 1) {
      // Timers started by these belong to the next round.
      const started = new Map(pending);
      for (const [timer, due] of started) {
        stop(timer);
        due();
      }
      // Lets React, and code that awaits it, finish.
      await new Promise<void>(resolve => void start(resolve, 0));
    }
    for (const timer of pending.keys()) stop(timer);
    await new Promise<void>(resolve => void start(resolve, SETTLED));
    globalThis.setTimeout = start;
    globalThis.clearTimeout = stop;
    // The next file in the same process uses the same page.
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
  });
}
