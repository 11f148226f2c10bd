import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Whether no control has the focus: the one that had it was removed or disabled, so the page itself has it. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the keyboard's place while something runs. A control that is disabled meanwhile loses the focus to the page,
 * where the dialog receives no keys; afterwards the control is focused again, so that Enter retries and Escape leaves.
 *
 * @param otherwise gets the focus if that control is gone or stays disabled
 */
export function useFocusBack(busy: boolean, otherwise: RefObject<HTMLElement | null>): void {
  const place = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (busy) {
      place.current = here;
      return;
    }
    const was = place.current;
    place.current = null;
    if (was === null) return;
    for (const part of [was.isConnected && was !== document.body ? was : null, otherwise.current]) {
      // The dialog's surface has the focus if the control was pressed in a question above the dialog.
      const isLost = isFocusLost() || document.activeElement?.contains(part) === true;
      if (isLost && part instanceof HTMLElement) part.focus();
    }
  }, [busy, otherwise]);
}
