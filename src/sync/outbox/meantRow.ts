import type { StoredEntry } from './entry.ts';
import type { Row } from '../types.ts';

/**
 * A record as the writes on their way will leave it, for a file, which shows no marks; null where it will not be. What needs
 * the person first (refused, conflicting), and the writes behind it, leave it as the server has it.
 *
 * @param row the server's row; null where there is none
 * @param chain the record's open entries, by seq
 */
export function meantRow(row: Row | null, chain: readonly StoredEntry[]): Row | null {
  let meant = row;
  for (const { state, effect, changes, optimistic } of chain) {
    if (state !== 'queued' && state !== 'sending') break;
    if (effect === 'delete') meant = null;
    else if (effect === 'create') meant ??= optimistic;
    else meant = meant && { ...meant, ...changes };
  }
  return meant;
}
