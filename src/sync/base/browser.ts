import type { AfterPaint, Channel, Clock, Locks, OpenChannel } from './env.ts';
import { createPageLocks } from './pageLocks.ts';

/** Clock, locks and channels in a window or a worker. */

/**
 * Longest timeout in milliseconds: browsers treat longer ones, such as a month-long Retry-After, as zero. The caller
 * checks again when it elapses.
 */
const TIMER_MOST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  after(millis, run) {
    const timer = setTimeout(run, Math.min(millis, TIMER_MOST));
    return () => clearTimeout(timer);
  },
};

/** Whether the browser supports Web Locks here; some do not in pages. */
export const hasWebLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator;

let page: Locks | null = null;

/** The browser's locks, or a fallback that works only within this page (BR2). */
export const webLocks: Locks = {
  request: async <T>(name: string, options: Parameters<Locks['request']>[1], run: (held: boolean) => Promise<T>) =>
    hasWebLocks()
      ? (navigator.locks.request(name, options, lock => run(lock !== null)) as Promise<T>)
      : (page ??= createPageLocks()).request(name, options, run),
};

export const broadcast: OpenChannel = <M>(name: string, onMessage: (message: M) => void): Channel<M> => {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', event => onMessage(event.data as M));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast has no target origin
    post: message => channel.postMessage(message),
    close: () => channel.close(),
  };
};

/**
 * Maximum time to wait for a frame, in milliseconds: frames are late during heavy rendering, and never arrive in a
 * hidden tab.
 */
const PAINT_MOST = 1000;
/** Delay in milliseconds, so that loading the engine does not compete with the end of the paint. */
const SETTLED = 60;

export const afterPaint: AfterPaint = run => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout>;
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const soon = (millis: number) => {
    cancel();
    timer = setTimeout(run, millis);
  };
  timer = setTimeout(run, PAINT_MOST);
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => soon(SETTLED));
  });
  return cancel;
};
