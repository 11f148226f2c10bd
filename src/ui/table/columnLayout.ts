import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { columnWidth, type Column } from './columns.ts';

/** Kinds whose contents gain from more room; ids, numbers, instants and yes/no keep what they need. */
const GROWS: ReadonlySet<Column<never>['kind']> = new Set(['text', 'longText', 'list', 'tag', 'url', 'custom']);

/**
 * Pixels of each column in `room`: what it wants and, where there is more, a share of the rest for those that gain from it,
 * in proportion to what they want. Pinned columns never grow, because the next one's place is counted from them.
 */
export function spread<R>(columns: readonly Column<R>[], wanted: readonly number[], room: number): readonly number[] {
  const rest = room - wanted.reduce((sum, width) => sum + width, 0);
  const grows = columns.map(column => column.pinned !== true && GROWS.has(column.kind));
  const growing = wanted.reduce((sum, width, at) => sum + (grows[at] === true ? width : 0), 0);
  if (rest <= 0 || growing === 0) return wanted;
  return wanted.map((width, at) => (grows[at] === true ? width + Math.floor((rest * width) / growing) : width));
}

/** Width of an element's inside, live; 0 until it is known. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    // First called in the frame that lays the table out, before it is painted: asked for here, the layout would be made
    // within the task that mounts the page.
    const observer = new ResizeObserver(() => flushSync(() => setRoom(watched.clientWidth)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Where the columns of a table stand inside its scroller. */
export function useColumnLayout<R>(
  columns: readonly Column<R>[],
  rows: readonly { row: R }[],
  actionWidth: number,
  scroller: RefObject<HTMLElement | null>,
) {
  const wanted = useMemo(() => columns.map(column => columnWidth(column, rows)), [columns, rows]);
  const room = useRoom(scroller);
  const pinned = columns.filter(column => column.pinned).length;
  const pinnedWidths = wanted.slice(0, pinned).join();
  // By value, so that a refresh with the same rows hands every row the same pins and draws none of them again.
  const pins = useMemo(() => {
    const each = pinnedWidths === '' ? [] : pinnedWidths.split(',').map(Number);
    return each.map((_, at) => each.slice(0, at).reduce((sum, width) => sum + width, 0));
  }, [pinnedWidths]);
  return {
    widths: spread(columns, wanted, room - actionWidth),
    /** Distance of each pinned column from the left edge. */
    pins,
    minWidth: wanted.reduce((sum, width) => sum + width, actionWidth),
  };
}
