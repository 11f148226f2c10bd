import { useSyncExternalStore } from 'react';

/** Phones: lists as a scrolling table with folded filters, dialogs over the whole screen. */
export const PHONE = '(max-width: 639px)';
/** Windows whose navigation is a drawer, e.g. 1280 wide at a zoom of 200 %. */
export const NARROW = '(max-width: 899px)';

/** Whether a media query matches, live. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
