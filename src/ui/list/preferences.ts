import { useCallback, useState } from 'react';
import type { Density } from '../table/RowActions.tsx';

/** What a person chose for one table; remembered on this device. */
export interface TablePreferences {
  density: Density;
  /** Keys of columns that are not shown. */
  hidden: readonly string[];
}

const STANDARD: TablePreferences = { density: 'comfortable', hidden: [] };

export const preferenceKey = (userKey: string, listId: string): string => `ops-table/${userKey}/${listId}`;

/** Reads stored preferences; whatever is not understood falls back to the standard. */
export function parsePreferences(text: string | null): TablePreferences {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (value === null || typeof value !== 'object') return STANDARD;
    const { density, hidden } = value as { density?: unknown; hidden?: unknown };
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      hidden: Array.isArray(hidden) ? hidden.filter(key => typeof key === 'string') : [],
    };
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
