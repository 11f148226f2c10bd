import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { fit, needOf, type Need } from './columnNeeds.ts';
import type { Column } from './columns.ts';
import type { ColumnWidths } from './columnWidths.ts';

/** Rows after which a table's columns keep what was measured: another page moves none of them. */
const ENOUGH_ROWS = 10;
/** Frozen columns and actions leave this share of the table to what scrolls. */
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
 * What was measured, with what these rows add: columns that were not shown before, and, as ids are never cut, a longer id. The
 * first rows decide the rest until another list is requested.
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

/** Width of an element's inside, live; 0 until it is known. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    // First called in the frame that lays the table out, before it is painted: requested here, the layout would be made
    // within the task that mounts the page.
    let known = 0;
    const observer = new ResizeObserver(() => {
      const width = watched.clientWidth;
      // Another height alone, e.g. of folded filters, is no reason to hold the frame up.
      if (width === known) return;
      known = width;
      flushSync(() => setRoom(width));
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** The widths of the columns that stay at the left: no more than find room, and the first of them in any case. */
function frozenWithin(widths: readonly number[], frozen: number, room: number): readonly number[] {
  let sum = 0;
  return widths.slice(0, frozen).filter((width, at) => (sum += width) <= room || at === 0);
}

interface LayoutOptions {
  /** Columns that stay at the left. */
  frozen: number;
  /** Names the list that the rows belong to, whatever its page: its first rows decide the columns' widths. */
  measured: string;
  chosen?: ColumnWidths | undefined;
  /** Room that other columns take at the left and the right. */
  besides: number;
}

/** Where the columns of a table are inside its scroller. */
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
  const needs = columns.map((column): Need => {
    const width = chosen[column.key];
    if (width !== undefined) return { wants: width, least: width, grows: false };
    return now.needs.get(column.key) ?? needOf(column, rows);
  });
  const widths = fit(needs, room - besides);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const pinned = frozenWithin(widths, frozen, room * FROZEN_MOST - besides).length;
  // By value, so that a refresh with the same rows hands every row the same pins and draws none of them again.
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
    /** The table is wider than its room. */
    isWide: room > 0 && total + besides > room,
  };
}
