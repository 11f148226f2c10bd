import { changedFields } from '../../domain/merge.ts';
import type { StoredEntry } from './entry.ts';
import { pick, rebaseOn, type Unnumbered } from './rebase.ts';

/**
 * A write made from a row that the person's own writes have left behind since: they ended, or were taken out of the queue again,
 * between the drawing of the row and the write, such as while a dialog was open. What they did is the person's own doing, as
 * it is while they are open; a colleague's change between them ends the walk and is a conflict (OB8).
 *
 * @param before the record's entries, by seq; those open are left to `rebaseOnOwnWrites`
 */
export function onOwnSince<E extends Unnumbered>(write: E, before: readonly StoredEntry[]): E {
  return write.effect === 'create' ? write : afterEnded(withoutUndone(write, before), before);
}

/** Moved on over the versions that own writes made, also over a deletion where the record was created again. */
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

/** Version of the row that a write was drawn from; of a creation the one that it was shown with itself. */
const from = ({ effect, baseVersion, optimistic }: StoredEntry): unknown =>
  effect === 'create' ? optimistic?.['version'] : baseVersion;

/**
 * The row was drawn with edits that were discarded since: it is rebased without them. One of them that took effect all the same has
 * made another version, with which the write conflicts.
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

/** Whether an edit may have been drawn into that version of the record: it was on it, or on own writes that led there. */
function drawnOn(edit: StoredEntry, version: unknown, before: readonly StoredEntry[]): boolean {
  let at = edit.base?.['version'];
  for (const entry of before) {
    if (at === version || entry.seq > edit.seq) break;
    if (entry.state === 'applied' && entry.accepted && from(entry) === at) at = entry.acceptedVersion;
  }
  return at === version;
}
