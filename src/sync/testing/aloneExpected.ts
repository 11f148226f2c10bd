import type { StoredEntry } from '../outbox/entry.ts';
import type { Row } from '../types.ts';

/**
 * What a person working alone intends with their writes, in the order in which they made them, and the fate of each:
 * the specification against which the engine is tested. It knows nothing about versions, responses or tabs.
 */

/** A write at the time it was made. */
export interface Made {
  id: string;
  effect: StoredEntry['effect'];
  /** The fields it sets: an edit's changes, or all fields of a creation. */
  sets: Row;
  /** The write undone by this one. */
  undoes: string | null;
  /** Whether it was removed from the queue before any sender claimed it. */
  removed: boolean;
  /** The record's last open write when this one was made. */
  behind: string | null;
}

/**
 * applied: takes effect, as this person's change alone. gone: the person had deleted the record or undone its creation,
 * in this tab or another, and this write still changes or deletes it. exists: the person creates a record that already
 * exists because of their own writes. nothing: undoes a write that never took effect. any: based on a creation that
 * turns out to find an existing record; which of the two rows it refers to is undefined, so it may affect either, but
 * must also settle.
 */
export type Fate = 'applied' | 'gone' | 'exists' | 'nothing' | 'any';

export interface Expected {
  /** The record after all writes; null if there is none, undefined if it is not determined. */
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

/** Explains how an entry's state contradicts its fate; null if it does not. */
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
    // Deleting a record that the person has deleted, or recreating it with the same values: nothing is left to do.
    case 'merged':
      return (fate === 'gone' && effect === 'delete') || fate === 'exists' ? null : says;
    case 'conflict':
      return (fate === 'gone' && effect === 'update') || fate === 'exists' ? null : says;
    // The write was based on a creation that was removed from the queue, so the server has nothing to decide.
    case 'refused':
      return fate === 'gone' && theirs === null && problem?.status === 0 ? null : says;
    case 'discarded':
      return fate === 'applied' ? says : null;
  }
}

/**
 * A conflict about a record that is gone has no row to decide about, while a conflict about an existing record has one.
 */
const theirsAreSomebodys = ({ state, theirs }: StoredEntry, fate: Fate): boolean =>
  state === 'conflict' && (fate === 'gone') !== (theirs?.row === null);
