import { useCallback, useState } from 'react';
import type { Density } from '../table/RowActions.tsx';

/** What a person chose for one table; remembered on this device. */
export interface TablePreferences {
  density: Density;
  /** Keys of columns that are not shown. */
  hidden: readonly string[];
  /** Keys of columns that are shown by choice alone. */
  added: readonly string[];
}

interface Choosable {
  key: string;
  always?: boolean;
  standby?: boolean;
}

/** Whether a column is shown. */
export const isShown = ({ key, always, standby }: Choosable, { hidden, added }: TablePreferences): boolean =>
  always === true || (standby === true ? added.includes(key) : !hidden.includes(key));

/** The same with one column shown or not shown any more. */
export function withToggled(preferences: TablePreferences, { key, standby }: Choosable): TablePreferences {
  const list = standby === true ? 'added' : 'hidden';
  const keys = preferences[list];
  return { ...preferences, [list]: keys.includes(key) ? keys.filter(other => other !== key) : [...keys, key] };
}

const STANDARD: TablePreferences = { density: 'comfortable', hidden: [], added: [] };

export const preferenceKey = (userKey: string, listId: string): string => `ops-table/${userKey}/${listId}`;

/** Reads stored preferences; whatever is not understood falls back to the standard. */
export function parsePreferences(text: string | null): TablePreferences {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (value === null || typeof value !== 'object') return STANDARD;
    const { density, hidden, added } = value as Record<string, unknown>;
    const keys = (list: unknown) => (Array.isArray(list) ? list.filter(key => typeof key === 'string') : []);
    return { density: density === 'compact' ? 'compact' : 'comfortable', hidden: keys(hidden), added: keys(added) };
  } catch {
    return STANDARD;
  }
}

/** Density and shown columns of a table, kept per person and list. A full or forbidden storage only forgets them. */
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
        // Not worth a word to the person: the choice holds until the page is left.
      }
    },
    [key],
  );
  return [preferences, save] as const;
}
