import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

export interface Popup<Root extends HTMLElement> {
  open: boolean;
  toggle: () => void;
  /** Closes the popup; with `refocus`, the focus returns to the trigger. */
  close: (refocus?: boolean) => void;
  /** Ref for the element that contains the trigger (its first button) and the surface. */
  rootRef: RefObject<Root | null>;
}

/**
 * A small popup below a button in the top bar: closes on Escape, on a click outside, when focus leaves it, and when the
 * URL changes.
 */
export function usePopup<Root extends HTMLElement = HTMLDivElement>(): Popup<Root> {
  const path = useLocation({ select: location => location.pathname });
  /** The URL at which the popup was opened. */
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === path;
  const rootRef = useRef<Root>(null);
  const close = useCallback((refocus = false) => {
    setOpenAt(null);
    if (refocus) rootRef.current?.querySelector('button')?.focus();
  }, []);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (target: EventTarget | null): boolean =>
      target instanceof Node && !rootRef.current?.contains(target);
    const onPointer = (event: PointerEvent): void => {
      if (outside(event.target)) close();
    };
    const onFocus = (event: FocusEvent): void => {
      if (outside(event.target)) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close(true);
    };
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open, close]);

  return { open, toggle: () => setOpenAt(open ? null : path), close, rootRef };
}
