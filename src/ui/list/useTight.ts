import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Width in pixels below which columns with the same value in every row are hidden. */
const TIGHT_BELOW = 1300;
/** Minimum width that the frame occupies in a window. */
const FRAME = 84;

/**
 * Whether a table's container is narrow, updated live. The width is read after layout, so that reading it never forces
 * one.
 */
export function useTight(element: RefObject<HTMLElement | null>): boolean {
  const [tight, setTight] = useState(() => window.innerWidth - FRAME < TIGHT_BELOW);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    let known = 0;
    const observer = new ResizeObserver(entries => {
      const width = entries.at(-1)?.contentRect.width ?? 0;
      if (width === 0 || width === known) return;
      known = width;
      flushSync(() => setTight(width < TIGHT_BELOW));
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return tight;
}
