import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Row } from '../types.ts';
import type { StoredEntry } from './entry.ts';
import { rebaseOn } from './rebase.ts';
import { reshape } from './reshape.ts';

/**
 * Whose value is kept, by field. For a whole record (if either side deletes it), a single 'mine' applies to the whole
 * record; `record: 'theirs'`, or an empty choice, discards the whole edit.
 */
export type Choice = Readonly<Record<string, 'mine' | 'theirs'>>;

const keepTheirs = (entry: StoredEntry, at: number): StoredEntry => ({
  ...entry,
  state: 'discarded',
  reason: "The other person's change was kept",
  settledAt: at,
});

const again = (entry: StoredEntry): StoredEntry => ({
  ...entry,
  state: 'queued',
  problem: null,
  theirs: null,
  after: null,
  rebased: true,
});

/** Applies a person's decision about a conflict (OB8). Returns the same object if the contract has no call for it. */
export function applyChoice(
  entry: StoredEntry,
  choice: Choice,
  at: number,
  declared: Declarations = DECLARATIONS,
): StoredEntry {
  const theirs = entry.theirs;
  if (!theirs) return entry;
  const anyMine = Object.values(choice).includes('mine');
  // In an edit resolved field by field, undisputed fields are not part of the choice; they are sent.
  const byField =
    entry.effect === 'update' && theirs.row !== null && theirs.fields.some(({ field }) => field in choice);
  if (!anyMine && (!byField || choice['record'] === 'theirs')) return keepTheirs(entry, at);
  if (entry.effect === 'delete') {
    return theirs.row ? again(rebaseOn(entry, theirs.row, theirs.version, null)) : keepTheirs(entry, at);
  }
  if (entry.effect === 'create')
    return theirs.row ? createAsUpdate(entry, theirs.row, choice, at, declared) : again(entry);
  if (!theirs.row) return updateAsCreate(entry, declared);
  const dropped = theirs.fields.map(({ field }) => field).filter(field => choice[field] !== 'mine');
  const changes = Object.fromEntries(Object.entries(entry.changes).filter(([field]) => !dropped.includes(field)));
  if (Object.keys(changes).length === 0) return keepTheirs(entry, at);
  return again(rebaseOn({ ...entry, changes }, theirs.row, theirs.version, null));
}

/** The record already exists, so the fields for which the person chose their own values become an edit of it. */
function createAsUpdate(entry: StoredEntry, row: Row, choice: Choice, at: number, declared: Declarations): StoredEntry {
  const changes = Object.fromEntries(
    (entry.theirs?.fields ?? [])
      .filter(({ field }) => choice[field] === 'mine')
      .map(({ field, mine }) => [field, mine]),
  );
  if (Object.keys(changes).length === 0) return keepTheirs(entry, at);
  const call = reshape(entry, 'update', { ...row, ...changes }, changes, declared.calls());
  if (!call) return entry;
  const edit: StoredEntry = { ...entry, ...call, effect: 'update', changes };
  return again(rebaseOn(edit, row, entry.theirs?.version ?? null, null));
}

/** The record is gone, so keeping the edit means recreating the record. */
function updateAsCreate(entry: StoredEntry, declared: Declarations): StoredEntry {
  const values = { ...entry.base, ...entry.input, ...entry.changes };
  const call = reshape(entry, 'create', values, entry.changes, declared.calls());
  if (!call) return entry;
  return again({
    ...entry,
    ...call,
    // The entry may have started as this very creation, whose refusal the server remembers under the previous key.
    spent: (entry.spent ?? 0) + 1,
    effect: 'create',
    changes: {},
    base: null,
    baseVersion: null,
    optimistic: { ...entry.optimistic, ...entry.changes },
  });
}
