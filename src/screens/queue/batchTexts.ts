import type { AlikeConflicts } from './workbench.ts';

/** Words of deciding many conflicts alike. */

const list = (fields: readonly string[]): string =>
  fields.length < 2 ? (fields[0] ?? '') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;

/** "12 edits of Support COD Deliver met a colleague’s change of the same". */
export function alikeTitle({ kind, fields, entries }: AlikeConflicts): string {
  const n = entries.length;
  switch (kind) {
    case 'edited':
      return `${n} edits of ${list(fields)} met a colleague’s change of the same`;
    case 'gone':
      return `${n} edits are of records that a colleague deleted`;
    case 'deletes':
      return `${n} deletions are of records that a colleague changed`;
    case 'exists':
      return `${n} new records exist already, with another ${list(fields)}`;
  }
}

/** What deciding all of them will do, said before it is done. */
export function batchOutcome({ kind, fields, entries }: AlikeConflicts, side: 'mine' | 'theirs'): string {
  const n = entries.length;
  if (side === 'theirs') {
    const stays = kind === 'gone' ? 'stay deleted' : 'stay as your colleagues left them';
    return `Your ${n} changes are discarded and never sent; the records ${stays}. The changes stay in the list of what is done.`;
  }
  switch (kind) {
    case 'edited':
      return `In ${n} records your ${list(fields)} replaces your colleagues’. What else they changed there stays.`;
    case 'gone':
      return `${n} records are created again, with your values.`;
    case 'deletes':
      return `${n} records are deleted, with what your colleagues changed in them.`;
    case 'exists':
      return `In ${n} records your ${list(fields)} replaces your colleagues’.`;
  }
}

/** What happened. */
export function batchSummary(side: 'mine' | 'theirs', { took, movedOn }: { took: number; movedOn: number }): string {
  const decided =
    side === 'mine'
      ? `${took} decided: yours ${took === 1 ? 'is' : 'are'} on the way.`
      : `${took} decided: theirs ${took === 1 ? 'stands' : 'stand'}.`;
  return movedOn === 0 ? decided : `${decided} ${movedOn} had moved on meanwhile and were left alone.`;
}
