import { useCallback, useImperativeHandle, useLayoutEffect, type ReactNode, type Ref, type RefObject } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';

/** A rendered row and the height in pixels of the omitted rows above it. */
export interface DrawnRow {
  index: number;
  gap: number;
}

export type MeasureRow = (element: HTMLTableRowElement | null) => void;

export interface VirtualRowsProps {
  /** Scrolls to a row, rendered or not. */
  reveal: Ref<(index: number) => void>;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in pixels before it is measured. */
  rowHeight: number;
  /** The row with the focus stays rendered wherever the person scrolls, or the keyboard would lose its place. */
  active: number;
  /** Called when the rows' elements may have been replaced. */
  onDrawn: () => void;
  /** Renders the rows; `after` is the height in pixels of the omitted rows below them. */
  children: (drawn: readonly DrawnRow[], after: number, measure?: MeasureRow) => ReactNode;
}

/** Renders only the visible rows of a long page. Loaded with the first long page. */
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
  // Its functions are only used in this component's own callbacks, so nothing memoised keeps an outdated one.
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
