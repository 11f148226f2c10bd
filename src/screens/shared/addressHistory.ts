/** How a list changes the page's address: the browser's history at once, the router once the list is painted. */

/** The router learns of a new address within this many milliseconds, however busy the page is. */
const TELL_MOST = 100;

/** Runs once the frame of what was drawn just now has been painted; in a hidden page, which paints none, all the same. */
export function afterPaint(run: () => void): void {
  if (document.visibilityState !== 'visible') setTimeout(run, 0);
  else if (typeof requestIdleCallback === 'undefined') requestAnimationFrame(() => setTimeout(run, 0));
  else requestAnimationFrame(() => requestIdleCallback(run, { timeout: TELL_MOST }));
}

/** Where the router keeps an entry's place among its own in the state of the browser's history. */
const PLACE = '__TSR_index';

/**
 * Puts an address into the browser's history past the router's own `pushState`: whoever goes back right after a page was
 * drawn comes to the page before it, and the render that the router makes of a new address can wait for the paint.
 */
export function enterHistory(href: string, replace: boolean): void {
  const was = window.history.state as { [PLACE]?: number } | null;
  const key = Math.random().toString(36).slice(2);
  const state = { key, __TSR_key: key, [PLACE]: (was?.[PLACE] ?? 0) + (replace ? 0 : 1) };
  History.prototype[replace ? 'replaceState' : 'pushState'].call(window.history, state, '', href);
}

/** Lets the router read the present address. */
export const notifyRouter = (): void => window.history.replaceState(window.history.state, '', window.location.href);

/** Takes a parameter out of the page's address, in its place in the history: a reload or a way back finds the page's own. */
export function takeOut(parameter: string): void {
  const { searchParams, pathname, hash } = new URL(window.location.href);
  if (!searchParams.has(parameter)) return;
  searchParams.delete(parameter);
  const rest = searchParams.toString();
  window.history.replaceState(window.history.state, '', `${pathname}${rest === '' ? '' : `?${rest}`}${hash}`);
}
