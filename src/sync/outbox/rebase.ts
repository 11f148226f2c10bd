import type { Row } from '../types.ts';
import type { StoredEntry } from './entry.ts';

/** Input with the fields that the person did not touch taken from another row; keys of the record stay. */
const remix = (input: Row, changes: Row, row: Row): Row =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, key in changes ? changes[key] : key in row ? row[key] : value]),
  );

/** The entry made from another row: the person's own changes stay as they are (OB8). */
export function rebaseOn(entry: StoredEntry, row: Row, version: number | null, after: string | null): StoredEntry {
  const moved = { ...entry, base: row, baseVersion: after === null ? version : null, after };
  if (entry.effect !== 'update') return moved;
  return {
    ...moved,
    input: remix(entry.input, entry.changes, row),
    optimistic: { ...row, ...entry.changes },
  };
}

/** What a successor becomes when the entry it builds on has changed or ended. Pure; the same object when nothing does. */
export function follow(next: StoredEntry, before: StoredEntry, now: StoredEntry): StoredEntry {
  if (next.after !== now.id) return next;
  if (now.state === 'applied' || now.state === 'merged') {
    if (next.effect === 'create') return { ...next, after: null };
    // Its record was deleted. It still carries a version, the tombstone's: should a colleague have created the record again
    // meanwhile, it meets that one instead of overwriting it (OB8).
    if (now.accepted === null) return { ...next, after: null, baseVersion: (now.baseVersion ?? 0) + 1 };
    return rebaseOn(next, now.accepted, now.acceptedVersion, null);
  }
  if (now.state === 'discarded') {
    // The server refused it, so there is nothing to take back.
    if (next.undoes === now.id && before.state === 'refused') {
      return { ...next, state: 'discarded', reason: 'What it takes back never took effect', settledAt: now.settledAt };
    }
    return afterDiscard(next, now);
  }
  if (now.optimistic && now.optimistic !== before.optimistic && next.effect !== 'create') {
    return rebaseOn(next, now.optimistic, null, now.id);
  }
  return next;
}

/** A version that no row reaches. */
export const NO_ROWS_VERSION = 2_147_483_647;

/** The predecessor is gone: step onto what it stood on, or say that there is nothing to stand on. */
function afterDiscard(next: StoredEntry, gone: StoredEntry): StoredEntry {
  if (next.effect === 'create') return { ...next, after: gone.after };
  const row = gone.theirs?.row ?? gone.base;
  if (row) return rebaseOn(next, row, gone.theirs?.row ? gone.theirs.version : gone.baseVersion, gone.after);
  return {
    ...next,
    after: null,
    // Sent again all the same, it meets whatever is there by then instead of overwriting it (OB8).
    baseVersion: NO_ROWS_VERSION,
    state: 'refused',
    problem: {
      kind: 'refused',
      status: 0,
      message: 'The record was never created: adding it was discarded. Discard this change too.',
    },
  };
}
