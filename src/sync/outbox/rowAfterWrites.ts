import type { StoredEntry } from './entry.ts';
import type { Row } from '../types.ts';

/**
 * Applies pending writes to a row; returns null if they delete it. Used by exports, which show no marks. Ignores
 * refused and conflicting writes and those after them.
 *
 * @param row the server's row; null if it is missing
 * @param chain the record's open entries, by seq
 */
export function rowAfterWrites(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let pending = row;
  for (const { state, effect, changes, optimistic } of chain) {
    if (state !== 'queued' && state !== 'sending') break;
    if (effect === 'delete') pending = null;
    else if (effect === 'create') pending ??= optimistic;
    else pending = pending && { ...pending, ...changes };
  }
  return pending;
}
