import { useCallback, useEffect, useRef } from 'react';
import { filledRange, fillRange } from './block.ts';
import type { Cell } from './range.ts';
import type { SheetControl } from './useSheetControl.ts';

/** Dragging in a grid: over cells to select them, or at the corner of the selection to fill further cells with it. */
export function useSheetDrag({ store, select, extendTo, scrollTo, write }: SheetControl) {
  const filling = useRef<AbortController | null>(null);
  useEffect(() => () => filling.current?.abort(), []);
  const beginFill = useCallback(() => {
    filling.current?.abort();
    const ending = new AbortController();
    filling.current = ending;
    const { signal } = ending;
    const end = () => {
      ending.abort();
      filling.current = null;
      store.fillTo(null);
    };
    const fill = () => {
      const added = store.filling;
      const from = store.selected;
      end();
      if (!added) return;
      write(fillRange(from, added, store.typedOf));
      select({
        anchor: { row: Math.min(from.top, added.top), column: Math.min(from.left, added.left) },
        focus: { row: Math.max(from.bottom, added.bottom), column: Math.max(from.right, added.right) },
      });
    };
    window.addEventListener('pointerup', fill, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', event => event.key === 'Escape' && end(), { signal });
  }, [store, write, select]);
  const draggedOver = useCallback(
    (cell: Cell) => {
      if (!filling.current) return extendTo(cell);
      store.fillTo(filledRange(store.selected, cell));
      scrollTo(cell);
    },
    [store, extendTo, scrollTo],
  );
  return { beginFill, draggedOver };
}
