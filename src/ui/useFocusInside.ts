import { useEffect, type RefObject } from 'react';
import { isFocusLost } from './useFocusBack.ts';

const isDisabled = (element: Element): boolean => element.matches(':disabled');

/**
 * Keeps the focus within a part of the page when its focused control disappears, e.g. together with the record that was
 * just resolved, or is disabled while it works. `heir` is focused instead, so that the part's keys still work and Tab
 * continues from there. A control that is enabled again gets the focus back, unless it has moved on.
 *
 * @param heir must be focusable by script; by default, the part itself
 */
export function useFocusInside(root: RefObject<HTMLElement | null>, heir: RefObject<HTMLElement | null> = root): void {
  useEffect(() => {
    const part = root.current;
    if (!part) return undefined;
    let focused: Element | null = null;
    /** The control that was disabled while it had the focus. */
    let waiting: Element | null = null;
    const note = (target: EventTarget | null): void => {
      focused = target instanceof Element && part.contains(target) ? target : null;
    };
    note(document.activeElement);
    const observer = new MutationObserver(() => {
      if (waiting instanceof HTMLElement && document.activeElement === heir.current && !isDisabled(waiting)) {
        const back = waiting;
        waiting = null;
        if (back.isConnected) back.focus({ preventScroll: true });
        return;
      }
      if (focused === null || (focused.isConnected && !isDisabled(focused))) return;
      // The browser moves the focus away from a disabled control only later.
      if (!isFocusLost() && document.activeElement !== focused) return;
      waiting = focused.isConnected ? focused : null;
      focused = null;
      heir.current?.focus({ preventScroll: true });
    });
    observer.observe(part, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    const watching = new AbortController();
    const { signal } = watching;
    document.addEventListener('focusin', ({ target }) => note(target), { signal });
    // A press outside every control is meant to remove the focus.
    document.addEventListener('pointerdown', ({ target }) => note(target), { signal });
    return () => {
      observer.disconnect();
      watching.abort();
    };
  }, [root, heir]);
}
