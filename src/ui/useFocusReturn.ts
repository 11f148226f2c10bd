import { useEffect, useState } from 'react';
import { keepFocusManager } from './focusKeeper.tsx';
import { watchGesture } from './oneGesture.ts';

/** Gives the focus back to what opened a dialog once the dialog is gone; where that is gone too, to the dialog below, or the page. */
export function useFocusReturn(): void {
  // Read while the dialog is drawn for the first time, before it takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(keepFocusManager, []);
  useEffect(watchGesture, []);
  useEffect(
    () => () => {
      // After the dialog has left the page.
      window.setTimeout(() => {
        const focused = document.activeElement;
        if (focused !== null && focused !== document.body) return;
        const back = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
        // Behind a dialog that is still open the page is out of reach.
        const below = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
        (back ?? below ?? document.querySelector<HTMLElement>('main'))?.focus();
      });
    },
    [opener],
  );
}
