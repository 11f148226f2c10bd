import { useEffect, useLayoutEffect, useState } from 'react';
import { keepFocusManager } from './focusKeeper.tsx';
import { isFocusLost } from './useFocusBack.ts';
import { watchGesture } from './oneGesture.ts';

/** The row of a list that is in the tab order, i.e. the keyboard's position in the list. */
const ROW = '[data-row][tabindex="0"]';
/** A calendar or a popover is not modal: what is below remains reachable. */
const MODALS = ':is([role="dialog"], [role="alertdialog"])[aria-modal="true"]';

interface Opener {
  element: Element | null;
}

/** The openers of the currently open dialogs, oldest first. */
const openers = new Set<Opener>();

/** The element that received the focus last; it may have lost it since. */
let lastFocused: Element | null = null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => (lastFocused = target instanceof Element ? target : null), true);

/**
 * The element with the focus or, if the focus was lost because that element is disabled while its work is in progress,
 * e.g. an Apply button that leads to a question, that element.
 */
const openerNow = (): Element | null =>
  isFocusLost() && lastFocused?.isConnected === true && lastFocused.matches(':disabled')
    ? lastFocused
    : document.activeElement;

/**
 * Returns the focus to the element that opened a dialog as soon as the dialog has closed. If that element no longer
 * exists, e.g. because it was in a dialog that this one replaced, the focus moves to that dialog's opener, or else to
 * the dialog underneath, or else to the list row at the keyboard's position (e.g. because the change removed the
 * opener's row from the list, or the selection bar disappeared), or else to the page.
 */
export function useFocusReturn(): void {
  // Read during the dialog's first render, before the dialog takes the focus.
  const [{ opener, former }] = useState((): { opener: Opener; former: readonly Opener[] } => ({
    opener: { element: openerNow() },
    former: [...openers].reverse(),
  }));
  useEffect(keepFocusManager, []);
  useEffect(watchGesture, []);
  useLayoutEffect(() => {
    openers.add(opener);
    return () => {
      openers.delete(opener);
      // Runs after the dialog has left the page and before the next key event, so that a key typed ahead reaches the
      // right element.
      queueMicrotask(() => {
        // The page is unreachable while another dialog is still open.
        const below = [...document.querySelectorAll<HTMLElement>(MODALS)].at(-1);
        const mayReturn = (element: Element | null): boolean =>
          element?.isConnected === true && element !== document.body && (below?.contains(element) ?? true);
        const back = [opener, ...former].map(({ element }) => element).filter(mayReturn);
        const places = below ? [below] : [ROW, 'main'].map(place => document.querySelector<HTMLElement>(place));
        for (const place of [...back, ...places]) {
          if (!isFocusLost()) return;
          if (place instanceof HTMLElement) place.focus();
        }
      });
    };
  }, [opener, former]);
}
