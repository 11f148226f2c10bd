import { changedFields } from '../../domain/merge.ts';
import type { StoredEntry } from './entry.ts';
import { pick, rebaseOn, type Unnumbered } from './rebase.ts';

/**
 * Updates a write whose row was outdated by the person's own writes, i.e. by writes that settled or were removed from
 * the queue after the row was displayed and before the write was made, e.g. while a dialog was open. Their changes
 * count as the person's own, just as while those writes are open. A colleague's change in between stops the update and
 * is a conflict (OB8).
 *
 * @param before the record's entries, by seq; `rebaseOnOwnWrites` handles the open ones
 */
export function onOwnSince<E extends Unnumbered>(write: E, before: readonly StoredEntry[]): E {
  return write.effect === 'create' ? write : afterEnded(withoutUndone(write, before), before);
}

/**
 * Advances a write over the versions that the person's own writes produced, and over a deletion if they recreated the
 * record.
 */
function afterEnded<E extends Unnumbered>(write: E, before: readonly StoredEntry[]): E {
  let now = write;
  let version = write.baseVersion;
  let gone = false;
  for (const entry of before) {
    const { state, effect, accepted, acceptedVersion, baseVersion } = entry;
    if (state !== 'applied') continue;
    if (effect === 'delete') {
      if (gone || version === null || baseVersion !== version) continue;
      gone = true;
      version += 1;
    } else if (
      accepted &&
      (gone ? effect === 'create' && acceptedVersion === (version ?? 0) + 1 : from(entry) === version)
    ) {
      if (acceptedVersion !== version) now = rebaseOn(now, accepted, acceptedVersion, null);
      gone = false;
      version = acceptedVersion;
    }
  }
  return now;
}

/** Version of the row on which a write was based; for a creation, the version with which it was displayed itself. */
const from = ({ effect, baseVersion, optimistic }: StoredEntry): unknown =>
  effect === 'create' ? optimistic?.['version'] : baseVersion;

/**
 * If the row was displayed with edits that have since been discarded, rebases the write without them. If one of those
 * edits took effect after all, it produced another version, with which the write conflicts.
 */
function withoutUndone<E extends Unnumbered>(write: E, before: readonly StoredEntry[]): E {
  let base = write.base;
  for (const undone of before.toReversed()) {
    if (undone.state !== 'discarded' || undone.effect !== 'update') continue;
    if (!base || !undone.base || !drawnOn(undone, base['version'], before)) continue;
    const other = changedFields(base, undone.changes);
    const fields = Object.keys(undone.changes).filter(field => !(field in other));
    base = { ...base, ...pick(undone.base, fields) };
  }
  return base && base !== write.base ? rebaseOn(write, base, write.baseVersion, null) : write;
}

/**
 * Whether the row displayed at that version may have included an edit, because the edit was based on that version or on
 * own writes that led to it.
 */
function drawnOn(edit: StoredEntry, version: unknown, before: readonly StoredEntry[]): boolean {
  let at = edit.base?.['version'];
  for (const entry of before) {
    if (at === version || entry.seq > edit.seq) break;
    if (entry.state === 'applied' && entry.accepted && from(entry) === at) at = entry.acceptedVersion;
  }
  return at === version;
}
