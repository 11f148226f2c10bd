import type { StoredEntry } from '../outbox/entry.ts';
import type { Row } from '../types.ts';

/**
 * What a person who is alone means by their writes, in the order in which they made them, and what becomes of each: the
 * specification that the engine is measured by. It has no versions, no answers, no tabs.
 */

/** A write as it was made. */
export interface Made {
  id: string;
  effect: StoredEntry['effect'];
  /** Fields it sets: the changes of an edit, all of a creation. */
  sets: Row;
  /** The write that it undoes. */
  undoes: string | null;
  /** Taken out of the queue again before any sender had it. */
  removed: boolean;
  /** The record's last open write, after which it was made. */
  behind: string | null;
}

/**
 * applied: takes effect, as its person's and nobody else's. gone: the person themselves deleted the record before it, or took
 * its creation back, in this tab or another, and this one still changes or deletes it. exists: the person creates what is
 * there by their own doing. nothing: undoes what never took effect. any: made on top of a creation that meets what exists,
 * before that was known; nobody can say which of the two rows it means, so it may meet either, but ends too.
 */
export type Fate = 'applied' | 'gone' | 'exists' | 'nothing' | 'any';

export interface Expected {
  /** The record after all of them; null: there is none; undefined: nobody can say. */
  state: Row | null | undefined;
  fates: Map<string, Fate>;
}

/** @param made a record's writes, in order */
export function expectedBy(before: Row | null, made: readonly Made[]): Expected {
  const fates = new Map<string, Fate>();
  const unsure = new Set<string>();
  let state: Expected['state'] = before;
  for (const { id, effect, sets, undoes, removed, behind } of made) {
    if (behind !== null && unsure.has(behind)) unsure.add(id);
    if (removed) {
      if (effect === 'create' && state) unsure.add(id);
      continue;
    }
    if (state === undefined || unsure.has(id)) {
      fates.set(id, 'any');
      state = undefined;
      continue;
    }
    const fate = fateOf(state, effect, undoes === null ? 'applied' : (fates.get(undoes) ?? 'applied'));
    fates.set(id, fate);
    if (fate === 'exists') unsure.add(id);
    if (fate === 'applied') state = effect === 'delete' ? null : { ...state, ...sets };
  }
  return { state, fates };
}

function fateOf(state: Row | null, effect: Made['effect'], undone: Fate): Fate {
  if (undone !== 'applied') return 'nothing';
  if (effect === 'create') return state ? 'exists' : 'applied';
  return state ? 'applied' : 'gone';
}

/** The state that an entry is in contradicts its fate, in words; null while it does not. */
export function contradiction(entry: StoredEntry, fate: Fate): string | null {
  const { id, state, effect, theirs, problem, rebased } = entry;
  if (fate === 'any') return null;
  const says = `${effect} ${id}, to be ${fate}, is ${state}${rebased ? ' and merged with somebody' : ''}: ${problem?.message ?? ''}`;
  if (rebased || theirsAreSomebodys(entry, fate)) return says;
  switch (state) {
    case 'queued':
    case 'sending':
      return null;
    case 'applied':
      return fate === 'applied' ? null : says;
    // Deleting what one has deleted, creating what one has created as it is: nothing is left to do.
    case 'merged':
      return (fate === 'gone' && effect === 'delete') || fate === 'exists' ? null : says;
    case 'conflict':
      return (fate === 'gone' && effect === 'update') || fate === 'exists' ? null : says;
    // Stood on a creation that was taken out of the queue again: there is nothing that the server could be asked.
    case 'refused':
      return fate === 'gone' && theirs === null && problem?.status === 0 ? null : says;
    case 'discarded':
      return fate === 'applied' ? says : null;
  }
}

/** A record that is gone has no row to decide about, one that is there has. */
const theirsAreSomebodys = ({ state, theirs }: StoredEntry, fate: Fate): boolean =>
  state === 'conflict' && (fate === 'gone') !== (theirs?.row === null);
