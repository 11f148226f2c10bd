/** Notifies many listeners a few at a time. */
export interface Rounds<T> {
  /**
   * Schedules a call of each listener with `news`. A listener that is still waiting for earlier news is called only
   * with the latest.
   */
  notify: (listeners: Iterable<(news: T) => void>, news: T) => void;
  /** Stops calling a listener. */
  forget: (listener: (news: T) => void) => void;
  close: () => void;
}

/**
 * Number of listeners per step. Each is a console that responds with a call, and other calls must be able to run in
 * between.
 */
const AT_ONCE = 5;
const STEP_MILLIS = 10;
/**
 * Maximum duration of a round, so that colleagues see a change within two seconds. If there are more listeners, the
 * steps are larger.
 */
const ROUND_MILLIS = 1_000;

/**
 * After a commit, every open console fetches the changes. If all of them did so at once, all other callers would have
 * to wait. So the first few are notified immediately and the others step by step; further commits meanwhile cost
 * nothing for those still waiting.
 */
export function createRounds<T>(): Rounds<T> {
  /** Listeners in the order of their turns. */
  const due = new Map<(news: T) => void, T>();
  let size = AT_ONCE;
  let timer: NodeJS.Timeout | undefined;

  const step = (): void => {
    timer = undefined;
    let left = size;
    for (const [listener, news] of due) {
      due.delete(listener);
      listener(news);
      left -= 1;
      if (left === 0) break;
    }
    if (due.size > 0) timer = setTimeout(step, STEP_MILLIS);
    else size = AT_ONCE;
  };

  return {
    notify: (listeners, news) => {
      for (const listener of listeners) due.set(listener, news);
      size = Math.max(size, Math.ceil((due.size * STEP_MILLIS) / ROUND_MILLIS));
      if (timer === undefined) step();
    },
    forget: listener => due.delete(listener),
    close: () => {
      clearTimeout(timer);
      due.clear();
    },
  };
}
