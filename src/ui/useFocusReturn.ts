import { useEffect, useLayoutEffect, useState } from 'react';
import { keepFocusManager } from './focusKeeper.tsx';
import { isFocusLost } from './useFocusBack.ts';
import { watchGesture } from './oneGesture.ts';

/** The row of a list that Tab reaches, i.e. the keyboard's position in the list. */
const ROW = '[data-row][tabindex="0"]';
/** A calendar or a popover is not modal: what is below it can be reached. */
const MODALS = ':is([role="dialog"], [role="alertdialog"])[aria-modal="true"]';

/**
 * Returns the focus to the element that opened a dialog as soon as the dialog is gone. If that element is gone too, the
 * focus goes to the dialog below, or else to the row of the list that the keyboard was on (e.g. because the change
 * removed the opener's row from the list, or the selection's bar disappeared), or else to the page.
 */
export function useFocusReturn(): void {
  // Read during the dialog's first rendering, before it takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(keepFocusManager, []);
  useEffect(watchGesture, []);
  useLayoutEffect(
    () => () => {
      // Runs after the dialog has left the page and before another key can arrive, so that a key typed ahead finds its
      // place.
      queueMicrotask(() => {
        // The page is out of reach while another dialog is still open.
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
