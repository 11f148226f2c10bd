import { useSyncExternalStore } from 'react';

/** Phones: lists as a scrolling table with folded filters, dialogs over the whole screen. */
export const PHONE = '(max-width: 640px)';

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
