import { mergeFields } from '../../domain/merge.ts';
import type { Deletion, Row, Theirs } from '../types.ts';
import type { StoredEntry } from './entry.ts';

/** Settles an entry as merged, because the server already has the values; nothing is rebased or sent. */
export const alreadyApplied = (
  entry: StoredEntry,
  row: Row | null,
  version: number | null,
  at: number,
): StoredEntry => ({
  ...entry,
  state: 'merged',
  rebased: false,
  problem: null,
  accepted: row,
  acceptedVersion: version,
  settledAt: at,
});

/**
 * OB8: resolves a write with a stale base against the server's current row. If the values are equal, the write settles;
 * if other fields changed, it is merged and resent; overlapping changes become a conflict.
 *
 * @param gone who deleted the record, if `row` is null
 */
export function resolveStale(
  entry: StoredEntry,
  row: Row | null,
  version: number | null,
  message: string,
  at: number,
  gone?: Deletion,
): StoredEntry {
  const conflict = (fields: Theirs['fields']): StoredEntry => ({
    ...entry,
    state: 'conflict',
    problem: { kind: 'conflict', status: 409, message },
    theirs: {
      row,
      version,
      updatedBy: String(row?.['updatedBy'] ?? gone?.by ?? ''),
      updatedAt: Number(row?.['updatedAt'] ?? gone?.at ?? 0),
      fields,
    },
  });
  if (entry.effect === 'create') {
    const fields = row ? createFields(entry.input, row) : [];
    // A colleague created the same record with the same values, so there is nothing to decide.
    return row && fields.length === 0 ? alreadyApplied(entry, row, version, at) : conflict(fields);
  }
  if (row === null) {
    // Deleting a record that a colleague has already deleted is not a conflict; changing it is.
    return entry.effect === 'delete' ? alreadyApplied(entry, row, version, at) : conflict([]);
  }
  if (entry.effect === 'delete') {
    const fields = deleteFields(entry.base ?? {}, row);
    if (fields.length > 0) return conflict(fields);
    // The row is newer but looks the same as when the person deleted it.
    return { ...entry, state: 'queued', problem: null, rebased: true, base: row, baseVersion: version };
  }
  const merge = mergeFields(entry.base ?? {}, entry.changes, row);
  if (merge.kind === 'conflict') return conflict(merge.fields);
  const same = Object.entries(entry.changes).every(([key, value]) => row[key] === value);
  if (same) return alreadyApplied(entry, row, version, at);
  const moved: StoredEntry = {
    ...entry,
    state: 'queued',
    problem: null,
    rebased: true,
    base: row,
    baseVersion: version,
    input: Object.fromEntries(
      Object.entries(entry.input).map(([key, value]) => [key, key in merge.row ? merge.row[key] : value]),
    ),
    optimistic: merge.row,
  };
  return moved;
}

const createFields = (input: Row, row: Row): Theirs['fields'] =>
  Object.keys(input)
    .filter(field => field in row && row[field] !== input[field])
    .map(field => ({ field, base: undefined, mine: input[field], theirs: row[field] }));

/** Stamps change with every write and are irrelevant to the person. */
export const STAMPS = ['version', 'updatedBy', 'updatedAt'];

const deleteFields = (base: Row, row: Row): Theirs['fields'] =>
  Object.keys(row)
    .filter(field => !STAMPS.includes(field) && row[field] !== base[field])
    .map(field => ({ field, base: base[field], mine: undefined, theirs: row[field] }));
