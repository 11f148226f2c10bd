import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Whether no control has focus: the previous one was removed or disabled, so that the focus fell back to the page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Preserves the keyboard position while an operation runs. A control that is disabled meanwhile loses the focus to the
 * page, where the dialog receives no key events. Afterward, the control is focused again, so that Enter retries and
 * Escape closes.
 *
 * @param otherwise receives the focus if that control is gone or remains disabled
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
      // The dialog's surface has focus if the control was pressed in a question on top of the dialog.
      const isLost = isFocusLost() || document.activeElement?.contains(part) === true;
      if (isLost && part instanceof HTMLElement) part.focus();
    }
  }, [busy, otherwise]);
}
