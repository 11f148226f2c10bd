import { useEffect, useLayoutEffect, useState } from 'react';
import { keepFocusManager } from './focusKeeper.tsx';
import { isFocusLost } from './useFocusBack.ts';
import { watchGesture } from './oneGesture.ts';

/** The row of a list that Tab reaches: where the keyboard is in it. */
const ROW = '[data-row][tabindex="0"]';
/** A calendar or a popover is not a modal: what it is above can be reached. */
const MODALS = ':is([role="dialog"], [role="alertdialog"])[aria-modal="true"]';

/**
 * Gives the focus back to what opened a dialog as soon as the dialog is gone. Where that is gone too it goes to the dialog
 * below, else to the row of the list where the keyboard was, e.g. since the change took the opener's row out of the list or the
 * bar of the selected rows away with the selection, else to the page.
 */
export function useFocusReturn(): void {
  // Read while the dialog is drawn for the first time, before it takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(keepFocusManager, []);
  useEffect(watchGesture, []);
  useLayoutEffect(
    () => () => {
      // Once the dialog has left the page, and before another key can come: one that was typed ahead finds its place.
      queueMicrotask(() => {
        // Behind a dialog that is still open the page is out of reach.
        const below = [...document.querySelectorAll<HTMLElement>(MODALS)].at(-1);
        const isBack = opener instanceof HTMLElement && opener.isConnected && (below?.contains(opener) ?? true);
        const places = below ? [below] : [ROW, 'main'].map(place => document.querySelector<HTMLElement>(place));
        for (const place of [isBack ? opener : null, ...places]) {
          if (!isFocusLost()) return;
          place?.focus();
        }
      });
    },
    [opener],
  );
}
