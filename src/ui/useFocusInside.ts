import { useEffect, type RefObject } from 'react';
import { isFocusLost } from './useFocusBack.ts';

/**
 * Keeps the focus within a part of the page when its focused control disappears, e.g. together with the record that was
 * just resolved. `heir` is focused instead, so that the part's keys still work and Tab continues from there.
 *
 * @param heir must be focusable by script; by default, the part itself
 */
export function useFocusInside(root: RefObject<HTMLElement | null>, heir: RefObject<HTMLElement | null> = root): void {
  useEffect(() => {
    const part = root.current;
    if (!part) return undefined;
    let focused: Element | null = null;
    const note = (target: EventTarget | null): void => {
      focused = target instanceof Element && part.contains(target) ? target : null;
    };
    note(document.activeElement);
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected || !isFocusLost()) return;
      focused = null;
      heir.current?.focus({ preventScroll: true });
    });
    observer.observe(part, { childList: true, subtree: true });
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
