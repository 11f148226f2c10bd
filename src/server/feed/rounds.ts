/** Notifies many listeners a few at a time. */
export interface Rounds<T> {
  /**
   * Schedules a call of each listener with `news`. A listener that still waits for an earlier call is called only once,
   * with the latest news.
   */
  notify: (listeners: Iterable<(news: T) => void>, news: T) => void;
  /** Stops calling a listener. */
  forget: (listener: (news: T) => void) => void;
  close: () => void;
}

/**
 * Number of listeners notified in one step. Each is a console that responds with a call, and other calls must be able
 * to run between the steps.
 */
const AT_ONCE = 5;
const STEP_MILLIS = 10;
/**
 * Maximum duration of a round in ms, so that colleagues see a change within two seconds. If there are many listeners,
 * the steps are larger.
 */
const ROUND_MILLIS = 1_000;

/**
 * After a commit, every open console fetches the changes. If all of them did so at once, all other callers would have
 * to wait, so only the first few are notified immediately and all others step by step. For those that still wait,
 * further commits in the meantime do not cost anything.
 */
export function createRounds<T>(): Rounds<T> {
  /** The listeners that are due, in the order of their turns. */
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
