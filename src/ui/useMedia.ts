import { useMemo, useSyncExternalStore } from 'react';

/** Phones: lists as a scrolling table with folded filters, dialogs over the whole screen. */
export const PHONE = '(max-width: 639px)';
/** Windows whose navigation is a drawer, e.g. 1280 wide at a zoom of 200 %. */
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

/** Whether a media query matches, live. The query is read once: reading it takes longer than most components take to draw. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = useMemo(() => follow(query), [query]);
  return useSyncExternalStore(subscribe, matches);
}
