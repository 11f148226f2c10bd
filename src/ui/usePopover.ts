import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Opens a popover below its anchor, or above it if there is more space, always within the window; a press outside
 * closes it.
 *
 * @param point where to open it instead, in pixels from the window's corner
 * @param first selector of the element to focus immediately, so that a key press right after the click already reaches
 * the popover
 */
export function usePopover(
  root: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onClose: () => void,
  first: string,
  point?: { x: number; y: number },
): void {
  const { x, y } = point ?? {};
  useLayoutEffect(() => {
    const place = () => {
      const box =
        x === undefined || y === undefined ? anchor.current?.getBoundingClientRect() : { left: x, top: y, bottom: y };
      const popover = root.current;
      if (!box || !popover) return;
      const below = window.innerHeight - box.bottom;
      const above = below < 240 && box.top > below;
      Object.assign(popover.style, {
        top: above ? 'auto' : `${box.bottom + 4}px`,
        bottom: above ? `${window.innerHeight - box.top + 4}px` : 'auto',
        maxHeight: `${(above ? box.top : below) - 12}px`,
      });
      const left = Math.min(box.left, window.innerWidth - popover.offsetWidth - 8);
      popover.style.setProperty('left', `${Math.max(8, left)}px`);
    };
    root.current?.showPopover?.();
    place();
    root.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
    // The content may arrive later and be taller.
    const grown = new ResizeObserver(place);
    if (root.current) grown.observe(root.current);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      grown.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [anchor, root, first, x, y]);

  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      const at = event.target as Node;
      // The opener handles presses on itself; a menu opened at a point has no opener.
      const isOpener = x === undefined && anchor.current?.contains(at) === true;
      if (!root.current?.contains(at) && !isOpener) latest.current();
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [anchor, root, x]);
}
