import { useCallback, useEffect, useState } from 'react';
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

const onDensity = new Set<(density: Density) => void>();

/** Changes the density of the page's tables, as their settings menu does; returns whether there is a table. */
export function chooseDensity(density: Density): boolean {
  for (const choose of onDensity) choose(density);
  return onDensity.size > 0;
}

/**
 * A table's density and columns, stored per person and list. If the storage is full or blocked, they are simply not
 * remembered.
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
  const save = useCallback(
    (next: TablePreferences) => {
      setPreferences(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
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
