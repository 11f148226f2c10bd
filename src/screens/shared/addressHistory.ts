/**
 * Updates the URL of a list's page: first in the browser's history and then, once the list has been painted, in the
 * router.
 */

/** Maximum time in milliseconds until the router learns of a new URL, however busy the page is. */
const TELL_MOST = 100;

/**
 * Runs a function once the frame just rendered has been painted. A hidden page paints no frames, but the function is
 * called nevertheless.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState !== 'visible') setTimeout(run, 0);
  else if (typeof requestIdleCallback === 'undefined') requestAnimationFrame(() => setTimeout(run, 0));
  else requestAnimationFrame(() => requestIdleCallback(run, { timeout: TELL_MOST }));
}

/** The key in the browser's history state under which the router stores the index of an entry. */
const PLACE = '__TSR_index';

/**
 * Puts a URL into the browser's history without the router's own `pushState`: if the person goes back right after a
 * page was rendered, they reach the previous page, and the router can process the new URL after the paint.
 */
export function enterHistory(href: string, replace: boolean): void {
  const was = window.history.state as { [PLACE]?: number } | null;
  const key = Math.random().toString(36).slice(2);
  const state = { key, __TSR_key: key, [PLACE]: (was?.[PLACE] ?? 0) + (replace ? 0 : 1) };
  History.prototype[replace ? 'replaceState' : 'pushState'].call(window.history, state, '', href);
}

/** Makes the router read the current URL. */
export const notifyRouter = (): void => window.history.replaceState(window.history.state, '', window.location.href);

/**
 * Removes a parameter from the page's URL without adding a history entry, so that the parameter is gone after a reload
 * or Back.
 */
export function takeOut(parameter: string): void {
  const { searchParams, pathname, hash } = new URL(window.location.href);
  if (!searchParams.has(parameter)) return;
  searchParams.delete(parameter);
  const rest = searchParams.toString();
  window.history.replaceState(window.history.state, '', `${pathname}${rest === '' ? '' : `?${rest}`}${hash}`);
}
