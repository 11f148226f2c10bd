/** Notifies many listeners a few at a time. */
export interface Rounds<T> {
  /** Has each of them called with `news`, soon. One that is still to be called with earlier news is called with this alone. */
  notify: (listeners: Iterable<(news: T) => void>, news: T) => void;
  /** Calls a listener no more. */
  forget: (listener: (news: T) => void) => void;
  close: () => void;
}

/** Listeners of one step. Each is a console that answers with a call, and other calls are to come in between. */
const AT_ONCE = 5;
const STEP_MILLIS = 10;
/** Most that a round takes: a colleague sees a change within two seconds. More listeners make for larger steps. */
const ROUND_MILLIS = 1_000;

/**
 * A commit has every open console fetch the changes. All of them at once keep the process busy for as long as their calls take, and
 * whoever asks for anything then waits for all of them. So the first few are notified at once, the others one step after another;
 * commits that come meanwhile cost those who still wait nothing.
 */
export function createRounds<T>(): Rounds<T> {
  /** In the order of their turns. */
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
