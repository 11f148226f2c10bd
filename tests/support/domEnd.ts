import { afterAll, vi } from 'vitest';

/** Longer than any timer that a part of the page leaves behind when it is taken away. */
const LONGER = 1500;

// What the last test of a file left to a timer (the focus given back, a gesture watched to its end) runs while there is a
// page: one that fires after the page was torn down fails the run without failing a test. Timers fire in their order.
if (typeof document !== 'undefined') {
  afterAll(() => {
    vi.useRealTimers();
    return new Promise<void>(resolve => setTimeout(resolve, LONGER));
  });
}
