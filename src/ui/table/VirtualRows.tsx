import { useCallback, useImperativeHandle, useLayoutEffect, type ReactNode, type Ref, type RefObject } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';

/** A drawn row and the pixels left out before it. */
export interface DrawnRow {
  index: number;
  gap: number;
}

export type MeasureRow = (element: HTMLTableRowElement | null) => void;

export interface VirtualRowsProps {
  /** Scrolls to a row, drawn or not. */
  reveal: Ref<(index: number) => void>;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels of a row before it was measured. */
  rowHeight: number;
  /** The row that holds the focus stays drawn wherever the person scrolls, or the keyboard would lose its place. */
  active: number;
  /** The rows' elements may be new: those that were here until now are gone. */
  onDrawn: () => void;
  /** Draws the rows; `after` is the pixels left out after them. */
  children: (drawn: readonly DrawnRow[], after: number, measure?: MeasureRow) => ReactNode;
}

/** Of a long page only the rows in sight. Loaded with the first long page. */
export default function VirtualRows({
  reveal,
  scroller,
  count,
  rowHeight,
  active,
  onDrawn,
  children,
}: VirtualRowsProps) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return active >= range.count || drawn.includes(active) ? drawn : [...drawn, active].sort((a, b) => a - b);
    },
    [active],
  );
  // Its functions are used in this component's own callbacks alone, so nothing memoised holds an old one.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 16,
    rangeExtractor,
  });
  useImperativeHandle(reveal, () => (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }), [
    virtualizer,
  ]);
  useLayoutEffect(onDrawn);
  const seen = virtualizer.getVirtualItems();
  const drawn = seen.map((item, at) => ({ index: item.index, gap: item.start - (seen[at - 1]?.end ?? 0) }));
  return children(drawn, virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0), virtualizer.measureElement);
}
