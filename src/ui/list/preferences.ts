import { useCallback, useEffect, useRef, useState } from 'react';
import { isColumnWidth, type ColumnWidths } from '../table/columnWidths.ts';
import type { Density } from '../table/RowActions.tsx';

/** A person's settings for a table, stored on this device. */
export interface TablePreferences {
  density: Density;
  /** Keys of hidden columns. */
  hidden: readonly string[];
  /** Keys of optional columns that are shown. */
  added: readonly string[];
  /** Keys of the columns in the chosen order; empty for the declared order. */
  order: readonly string[];
  /** Widths in pixels by key, for columns that the person has resized. */
  widths: ColumnWidths;
  /** Key of the last column that stays at the left; '' for none, null for the list's default. */
  frozen: string | null;
  /** Format and columns of exports. */
  exportAs: ExportChoice;
}

export interface ExportChoice {
  format: 'xlsx' | 'csv';
  columns: 'all' | 'shown';
}

/** The export specified by the documents: a workbook with all columns. */
const STANDARD_EXPORT: ExportChoice = { format: 'xlsx', columns: 'all' };

const readExport = (value: unknown): ExportChoice => {
  const { format, columns } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { format: format === 'csv' ? 'csv' : 'xlsx', columns: columns === 'shown' ? 'shown' : 'all' };
};

interface Choosable {
  key: string;
  always?: boolean;
  standby?: boolean;
}

/** Whether a column is shown. */
export const isShown = ({ key, always, standby }: Choosable, { hidden, added }: TablePreferences): boolean =>
  always === true || (standby === true ? added.includes(key) : !hidden.includes(key));

const STANDARD: TablePreferences = {
  density: 'comfortable',
  hidden: [],
  added: [],
  order: [],
  widths: {},
  frozen: null,
  exportAs: STANDARD_EXPORT,
};

export const preferenceKey = (userKey: string, listId: string): string => `ops-table/${userKey}/${listId}`;

/** Parses stored preferences; invalid values are replaced with the defaults. */
export function parsePreferences(text: string | null): TablePreferences {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (value === null || typeof value !== 'object') return STANDARD;
    const { density, hidden, added, order, widths, frozen, exportAs } = value as Record<string, unknown>;
    const keys = (list: unknown) => (Array.isArray(list) ? list.filter(key => typeof key === 'string') : []);
    const given = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      hidden: keys(hidden),
      added: keys(added),
      order: keys(order),
      widths: Object.fromEntries(given.filter(([, width]) => isColumnWidth(width))),
      frozen: typeof frozen === 'string' ? frozen : null,
      exportAs: readExport(exportAs),
    };
  } catch {
    return STANDARD;
  }
}

/** The list of keys with what changed from one list to the other: another tab's additions and removals stay. */
function withKeys(stored: readonly string[], from: readonly string[], to: readonly string[]): readonly string[] {
  const removed = from.filter(key => !to.includes(key));
  const added = to.filter(key => !from.includes(key) && !stored.includes(key));
  return [...stored.filter(key => !removed.includes(key)), ...added];
}

function withWidths(stored: ColumnWidths, from: ColumnWidths, to: ColumnWidths): ColumnWidths {
  const kept = Object.entries(stored).filter(([key]) => from[key] === undefined || to[key] !== undefined);
  const changed = Object.entries(to).filter(([key, width]) => from[key] !== width);
  return Object.fromEntries([...kept, ...changed]);
}

/**
 * Applies a tab's change to the stored preferences, which another tab may have changed since: only the settings that
 * differ between `from` and `to` replace the stored ones. Of hidden, added and resized columns, only those columns.
 */
export function mergePreferences(
  stored: TablePreferences,
  from: TablePreferences,
  to: TablePreferences,
): TablePreferences {
  const isSame = (name: 'order' | 'exportAs') => JSON.stringify(from[name]) === JSON.stringify(to[name]);
  return {
    density: from.density === to.density ? stored.density : to.density,
    hidden: withKeys(stored.hidden, from.hidden, to.hidden),
    added: withKeys(stored.added, from.added, to.added),
    order: isSame('order') ? stored.order : to.order,
    widths: withWidths(stored.widths, from.widths, to.widths),
    frozen: from.frozen === to.frozen ? stored.frozen : to.frozen,
    exportAs: isSame('exportAs') ? stored.exportAs : to.exportAs,
  };
}

const onDensity = new Set<(density: Density) => void>();

/** Changes the density of the page's tables, as their settings menu does; returns whether there is a table. */
export function chooseDensity(density: Density): boolean {
  for (const choose of onDensity) choose(density);
  return onDensity.size > 0;
}

/**
 * A table's density and columns, stored per person and list. Each tab keeps what it shows, so that no column moves while
 * it is read; what it changes is merged with the changes of other tabs. If the storage is full or blocked, the settings
 * are simply not remembered.
 */
export function usePreferences(userKey: string, listId: string) {
  const key = preferenceKey(userKey, listId);
  const [preferences, setPreferences] = useState(() => {
    try {
      return parsePreferences(localStorage.getItem(key));
    } catch {
      return STANDARD;
    }
  });
  const shown = useRef(preferences);
  const save = useCallback(
    (next: TablePreferences) => {
      const former = shown.current;
      shown.current = next;
      setPreferences(next);
      try {
        const merged = mergePreferences(parsePreferences(localStorage.getItem(key)), former, next);
        localStorage.setItem(key, JSON.stringify(merged));
      } catch {
        // Not worth a message: the choice remains in effect until the page is left.
      }
    },
    [key],
  );
  useEffect(() => {
    const choose = (density: Density) => save({ ...preferences, density });
    onDensity.add(choose);
    return () => {
      onDensity.delete(choose);
    };
  }, [preferences, save]);
  return [preferences, save] as const;
}
