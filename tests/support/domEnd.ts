import { afterAll, vi } from 'vitest';

/** Maximum rounds of timers to run: a timer may start another one, and an endless chain has to be cut off. */
const ROUNDS = 5;
/** Time in milliseconds to wait for requested frames and messages. */
const SETTLED = 200;

// Runs the timers that a file's tests left behind (e.g. returning the focus, or watching for the end of a gesture)
// while the page still exists: a timer that fires after the page is torn down would fail the run without failing any
// test.
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
    // Releases a key that a test has pressed and not released (ui/oneGesture).
    window.dispatchEvent(new Event('blur'));
    // A component whose code is loaded when it is first shown still renders when the code arrives.
    await vi.dynamicImportSettled();
    for (let round = 0; round < ROUNDS && pending.size > 0; round += 1) {
      // Timers started by these belong to the next round.
      const started = new Map(pending);
      for (const [timer, due] of started) {
        stop(timer);
        due();
      }
      // Lets React, and any code that awaits it, finish.
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
