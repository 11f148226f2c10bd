import { useEffect, type RefObject } from 'react';
import { isFocusLost } from './useFocusBack.ts';

/**
 * Keeps the focus in a part of the page whose focused control disappears, e.g. with the record that it decided: `heir`
 * is focused instead, so that the part's keys keep working and Tab continues from there.
 *
 * @param heir can be focused by script; the part itself if omitted
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
    // A press outside every control removes the focus on purpose.
    document.addEventListener('pointerdown', ({ target }) => note(target), { signal });
    return () => {
      observer.disconnect();
      watching.abort();
    };
  }, [root, heir]);
}
