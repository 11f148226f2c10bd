import { useEffect, type RefObject } from 'react';
import { isFocusLost } from './useFocusBack.ts';

/**
 * Keeps the focus in a part of the page whose focused control goes away, e.g. with the record that it decided: `heir` has it
 * then, so that the part's keys go on to work and Tab goes on from there.
 *
 * @param heir takes the focus by program; the part itself where it is left out
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
    // Who presses outside everything wants the focus nowhere.
    document.addEventListener('pointerdown', ({ target }) => note(target), { signal });
    return () => {
      observer.disconnect();
      watching.abort();
    };
  }, [root, heir]);
}
