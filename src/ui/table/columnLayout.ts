import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { asFirst, fit, needOf, type Need } from './columnNeeds.ts';
import type { Column } from './columns.ts';
import type { ColumnWidths } from './columnWidths.ts';

/** Number of rows after which the measured column widths are final, so that columns do not move from page to page. */
const ENOUGH_ROWS = 10;
/** Maximum share of the table's width for frozen columns and actions; the scrolling columns get the rest. */
const FROZEN_MOST = 0.7;
const NOBODYS: ColumnWidths = {};
const NOTHING: Measured = { of: '', rows: -1, needs: new Map() };

interface Measured {
  /** Key of the measured list. */
  of: string;
  rows: number;
  needs: ReadonlyMap<string, Need>;
}

/**
 * Adds to the measurement what these rows require: columns that were not visible before, and longer ids, which are
 * never truncated. All other widths are determined by a list's first rows.
 */
export function measure<R>(
  before: Measured,
  of: string,
  columns: readonly Column<R>[],
  rows: readonly { row: R }[],
): Measured {
  const keeps = before.of === of && (before.rows >= ENOUGH_ROWS || rows.length <= before.rows);
  const needs = new Map(keeps ? before.needs : []);
  let changed = !keeps;
  for (const column of columns) {
    const known = needs.get(column.key);
    if (known && column.kind !== 'id') continue;
    const need = needOf(column, rows);
    if (known && need.wants <= known.wants) continue;
    needs.set(column.key, need);
    changed = true;
  }
  if (!changed) return before;
  return { of, rows: keeps ? before.rows : rows.length, needs };
}

/** Inner width of an element, updated live; 0 until it is known. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    // The observer's first callback runs in the frame that lays out the table, before it is painted; reading the width
    // here would force a layout within the task that mounts the page.
    let known = 0;
    const observer = new ResizeObserver(() => {
      const width = watched.clientWidth;
      // A change of height alone, e.g. when the filters collapse, must not delay the frame.
      if (width === known) return;
      known = width;
      flushSync(() => setRoom(width));
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** The widths of the columns that stay at the left: as many as fit, but at least the first one. */
function frozenWithin(widths: readonly number[], frozen: number, room: number): readonly number[] {
  let sum = 0;
  return widths.slice(0, frozen).filter((width, at) => (sum += width) <= room || at === 0);
}

interface LayoutOptions {
  /** Number of columns that stay at the left. */
  frozen: number;
  /**
   * Identifies the list to which the rows belong, whatever its page: the list's first rows determine the column widths.
   */
  measured: string;
  chosen?: ColumnWidths | undefined;
  /** Width in pixels of the additional columns at the left and the right. */
  besides: number;
}

/** The positions of a table's columns within its scroll container. */
export function useColumnLayout<R>(
  columns: readonly Column<R>[],
  rows: readonly { row: R }[],
  { frozen, measured, chosen = NOBODYS, besides }: LayoutOptions,
  scroller: RefObject<HTMLElement | null>,
) {
  const [kept, setKept] = useState<Measured>(NOTHING);
  const now = useMemo(() => measure(kept, measured, columns, rows), [kept, measured, columns, rows]);
  if (now !== kept) setKept(now);
  const room = useRoom(scroller);
  const needs = columns.map((column, at): Need => {
    const width = chosen[column.key];
    if (width !== undefined) return { wants: width, least: width, grows: false };
    const need = now.needs.get(column.key) ?? needOf(column, rows);
    return at === 0 ? asFirst(need) : need;
  });
  const widths = fit(needs, room - besides);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const pinned = frozenWithin(widths, frozen, room * FROZEN_MOST - besides).length;
  // Compared by value, so that a refresh with the same rows passes identical pins to every row and rerenders none of
  // them.
  const all = widths.join();
  const pins = useMemo(() => {
    const each = all === '' ? [] : all.split(',').slice(0, pinned).map(Number);
    return each.map((_, at) => each.slice(0, at).reduce((sum, width) => sum + width, 0));
  }, [all, pinned]);
  return {
    widths: useMemo(() => all.split(',').map(Number), [all]),
    /** Distance of each pinned column from the left edge. */
    pins,
    minWidth: total + besides,
    /** Whether the table is wider than its container. */
    isWide: room > 0 && total + besides > room,
  };
}
