import { useMemo, useSyncExternalStore } from 'react';

/** Phones: lists scroll with their filters collapsed, and dialogs fill the screen. */
export const PHONE = '(max-width: 639px)';
/** Windows in which the navigation is a drawer, e.g. 1280 pixels wide at 200 % zoom. */
export const NARROW = '(max-width: 899px)';

function follow(query: string) {
  const list = window.matchMedia(query);
  return {
    subscribe: (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
}

/**
 * Whether a media query matches, updated live. The query is evaluated only once, because evaluating it takes longer
 * than rendering most components.
 */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = useMemo(() => follow(query), [query]);
  return useSyncExternalStore(subscribe, matches);
}
