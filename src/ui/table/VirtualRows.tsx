import { useCallback, useImperativeHandle, useLayoutEffect, type ReactNode, type Ref, type RefObject } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';

/** A rendered row, and the height in pixels of the omitted rows above it. */
export interface DrawnRow {
  index: number;
  gap: number;
}

export type MeasureRow = (element: HTMLTableRowElement | null) => void;

export interface VirtualRowsProps {
  /** Scrolls to a row, whether or not it is rendered. */
  reveal: Ref<(index: number) => void>;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in pixels until it has been measured. */
  rowHeight: number;
  /** The focused row stays rendered wherever the person scrolls, so that the keyboard does not lose its place. */
  active: number;
  /** Called when the rows' elements may have been replaced. */
  onDrawn: () => void;
  /** Renders the rows; `after` is the height in pixels of the omitted rows below them. */
  children: (drawn: readonly DrawnRow[], after: number, measure?: MeasureRow) => ReactNode;
}

/** Renders only the visible rows of a long page. Its code is loaded with the first long page. */
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
  // The virtualizer's functions are used only in this component's own callbacks, so no memoized value can keep an
  // outdated one.
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
