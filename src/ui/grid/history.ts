/** A grid's undo history: each step is one edit, with the state before and after it. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

/** Maximum number of edits that can be undone. */
const STEPS_MOST = 100;

export const startHistory = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** Adds an edit to the history; returns the same history if the edit changed nothing. */
export const done = <T>(history: History<T>, next: T): History<T> =>
  next === history.now
    ? history
    : { past: [...history.past.slice(1 - STEPS_MOST), history.now], now: next, future: [] };

export function undone<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  return last === undefined
    ? history
    : { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future };
}
