import { changedFields } from '../../domain/merge.ts';
import type { Row } from '../types.ts';
import { completed } from './cells.ts';
import { NO_ROWS_VERSION, type StoredEntry } from './entry.ts';
import { isUnnumbered, NEVER_CREATED } from './provisional.ts';
import { resolveStale, STAMPS } from './resolveStale.ts';

/**
 * Returns the input with its untouched fields taken from another row; fields missing from that row, such as the
 * record's keys, are kept.
 */
const remix = (input: Row, changes: Row, row: Row): Row =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, key in changes ? changes[key] : key in row ? row[key] : value]),
  );

/** An entry, possibly not yet numbered by the outbox. */
export type Unnumbered = Omit<StoredEntry, 'seq'>;

/** Rebases an entry on another row; the person's own changes are preserved (OB8). */
export function rebaseOn<E extends Unnumbered>(entry: E, known: Row, version: number | null, after: string | null): E {
  const row = completed(entry, known);
  const moved = { ...entry, base: row, baseVersion: after === null ? version : null, after };
  if (entry.effect !== 'update') return moved;
  return {
    ...moved,
    input: remix(entry.input, entry.changes, row),
    optimistic: { ...row, ...entry.changes },
  };
}

const fieldsOf = ({ effect, changes, optimistic }: Unnumbered): string[] =>
  Object.keys(effect === 'create' ? (optimistic ?? {}) : changes);

/**
 * The fields that later writes treat as the person's own changes: those that the write changes or has changed; for a
 * creation, all. Excludes fields in which the write yields to a colleague, because a later write was made without
 * seeing the colleague's values (OB8).
 */
export function ownFields(before: Unnumbered, now: Unnumbered = before): readonly string[] {
  const theirs = (now.state === 'discarded' ? now : before.state === 'conflict' ? before : null)?.theirs?.row;
  const differing = theirs ? changedFields(before.base ?? {}, theirs) : {};
  const kept = now.state === 'discarded' ? [] : fieldsOf(now);
  return [...fieldsOf(before).filter(field => !(field in differing)), ...kept];
}

/**
 * The fields in which a colleague's change affects a successor: those that the successor changes; for a deletion, all
 * fields. Excludes fields changed by earlier writes, which are the person's own even if the successor's tab had not
 * displayed them yet.
 */
const minded = (next: Unnumbered, own: readonly string[]): readonly string[] =>
  Object.keys(next.effect === 'delete' ? (next.base ?? {}) : next.changes).filter(
    field => !STAMPS.includes(field) && !own.includes(field),
  );

/** The given fields of a row, if present. */
export const pick = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.filter(field => field in row).map(field => [field, row[field]]));

/**
 * Like `rebaseOn`, but in the given fields the base keeps what the person saw, so that a colleague's change to those
 * fields is still detected.
 */
function rebaseUnmet<E extends Unnumbered>(next: E, row: Row, after: string, fields: readonly string[]): E {
  const moved = rebaseOn(next, row, null, after);
  return { ...moved, base: { ...moved.base, ...pick(next.base ?? {}, fields) } };
}

/**
 * Rebases a successor on the server's row. If a colleague changed a field that affects it, it becomes the conflict that
 * the server would have returned: the previous write was merged with the colleague's change, but this one was made
 * without seeing it (OB8).
 *
 * @param by the colleague, as far as the row's stamps show; later writes may also conflict with that change
 */
function onServerRow(
  next: StoredEntry,
  known: Row,
  version: number | null,
  fields: readonly string[],
  by: StoredEntry['by'],
  at: number | null,
): StoredEntry {
  const base = next.base ?? {};
  const row = completed(next, known);
  const differing = changedFields(base, row);
  if (!fields.some(field => field in base && field in differing))
    return { ...rebaseOn(next, row, version, null), ...(by ? { by } : {}) };
  const seen = { ...row, ...pick(base, fields) };
  const now = resolveStale(
    { ...next, after: null, base: seen },
    row,
    version,
    'The record was changed in the meantime.',
    at ?? 0,
  );
  if (now.state !== 'conflict' || !now.theirs) return now;
  const { updatedBy, updatedAt } = by ?? { updatedBy: '', updatedAt: 0 };
  return { ...now, hold: null, theirs: { ...now.theirs, updatedBy, updatedAt } };
}

/** Who wrote a row and when. */
const writerOf = (row: Row | null): StoredEntry['by'] =>
  row ? { updatedBy: String(row['updatedBy'] ?? ''), updatedAt: Number(row['updatedAt'] ?? 0) } : undefined;

/**
 * Updates a successor when the entry on which it is based has changed or settled. Pure; returns the same object if
 * nothing changes.
 *
 * @param own the person's own fields in all open writes before it, including that entry (`ownFields`)
 * @param below the entry on which `before` itself is based, if that is still open
 */
export function follow(
  next: StoredEntry,
  before: StoredEntry,
  now: StoredEntry,
  own: readonly string[],
  below?: StoredEntry,
): StoredEntry {
  if (next.after !== now.id) return next;
  if (now.state === 'applied' || now.state === 'merged') {
    // A colleague had made the same change, so undoing this write would undo theirs.
    if (next.undoes === now.id && now.state === 'merged' && !now.rebased) {
      const { accepted: base, acceptedVersion: baseVersion } = now;
      return nothingToTakeBack(next, { ...now, base, baseVersion, theirs: null, after: null });
    }
    if (next.effect === 'create') return { ...next, after: null };
    // The record was deleted. The successor is based on the tombstone's version: if a colleague has recreated the
    // record meanwhile, it conflicts with theirs instead of overwriting it (OB8). If there was nothing left to delete,
    // the base version is already outdated, and the next version might belong to a new row.
    if (now.accepted === null) {
      const past = now.baseVersion ?? 0;
      return { ...next, after: null, baseVersion: now.state === 'applied' ? past + 1 : past };
    }
    // Values that the server sets in a new record count as the person's own.
    const fields = now.effect === 'create' ? [] : minded(next, own);
    const by = now.rebased ? writerOf(now.base) : now.state === 'merged' ? writerOf(now.accepted) : now.by;
    return onServerRow(next, now.accepted, now.acceptedVersion, fields, by, now.settledAt);
  }
  if (now.state === 'discarded') {
    // The server refused the write, or a colleague's value was kept instead, so there is nothing to undo.
    if (next.undoes === now.id && (before.state === 'refused' || before.state === 'conflict')) {
      return nothingToTakeBack(next, now);
    }
    return afterDiscard(next, now, own, below);
  }
  return leftBy(now) !== leftBy(before) ? rebaseOnOwnWrites(next, now, own) : next;
}

/** The row after a write; for a deletion, which may still be removed from the queue, the row that it deletes. */
const leftBy = ({ effect, base, optimistic }: StoredEntry): Row | null => (effect === 'delete' ? base : optimistic);

/**
 * Bases a write on the row after the previous one. It is displayed that way even if its tab had not displayed the
 * previous write yet.
 *
 * @param own as for `follow`
 */
export function rebaseOnOwnWrites<E extends Unnumbered>(next: E, before: StoredEntry, own: readonly string[]): E {
  const left = leftBy(before);
  if (!left || next.effect === 'create') return next;
  return before.effect === 'create'
    ? rebaseOn(next, left, null, before.id)
    : rebaseUnmet(next, left, before.id, minded(next, own));
}

const NEVER_TOOK = { state: 'discarded', reason: 'The change that it undoes never took effect' } as const;

/**
 * Settles an undo together with the write that it would undo; subsequent writes are then based on that write's own
 * base.
 */
const nothingToTakeBack = (next: StoredEntry, gone: StoredEntry): StoredEntry => ({
  ...next,
  ...NEVER_TOOK,
  settledAt: gone.settledAt,
  base: gone.base,
  baseVersion: gone.baseVersion,
  theirs: gone.theirs,
  rebased: gone.rebased,
  after: gone.after,
});

/**
 * Handles an undo that comes after other writes: settles it if the write that it undoes turns out to have had no
 * effect.
 */
export function takesNothingBack(later: StoredEntry, before: StoredEntry, now: StoredEntry): StoredEntry | null {
  if (later.undoes !== now.id || later.after === now.id || later.state !== 'queued') return null;
  const refused = now.state === 'discarded' && (before.state === 'refused' || before.state === 'conflict');
  const othersToo = now.state === 'merged' && !now.rebased;
  return refused || othersToo ? { ...later, ...NEVER_TOOK, settledAt: now.settledAt } : null;
}

/** Handles a discarded predecessor: the successor takes over its base, or is refused if there is none. */
function afterDiscard(
  next: StoredEntry,
  gone: StoredEntry,
  own: readonly string[],
  below: StoredEntry | undefined,
): StoredEntry {
  if (next.effect === 'create') return { ...next, after: gone.after };
  const row = gone.theirs?.row ?? gone.base;
  // The base row exists only on this device, so the server has no row that this write could change.
  const neverCreated = isUnnumbered(next) && gone.after === null;
  if (row && !neverCreated) {
    const fields = minded(next, own);
    if (gone.after !== null) return rebaseUnmet(next, row, gone.after, fields);
    if (gone.theirs?.row) return onServerRow(next, row, gone.theirs.version, fields, writerOf(row), gone.settledAt);
    const moved = rebaseOn(next, row, gone.baseVersion, null);
    const seen = pick(next.base ?? {}, fields);
    if (Object.keys(changedFields(completed(next, row), seen)).length === 0) return moved;
    // One of the two was based on an older row. The server decides which one, because none of its rows has this
    // version.
    return { ...moved, base: { ...moved.base, ...seen }, baseVersion: NO_ROWS_VERSION };
  }
  // The record was added although it already existed; the write below shows what is left to change.
  if (below?.optimistic) return rebaseOnOwnWrites({ ...next, after: below.id, baseVersion: null }, below, own);
  return {
    ...next,
    after: null,
    baseVersion: NO_ROWS_VERSION,
    ...NEVER_CREATED,
  };
}
