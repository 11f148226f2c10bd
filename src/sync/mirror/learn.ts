import type { Change } from '../../contract/feed.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { isPartial } from '../outbox/cells.ts';
import { keyInRow } from '../outbox/provisional.ts';
import type { Outcome, Row } from '../types.ts';
import { batched } from '../base/batched.ts';
import type { Clock } from '../base/env.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { applyChanges } from './apply.ts';
import { rightsMark } from './rights.ts';
import { versionOf } from './versionOf.ts';
import type { MirrorDb } from './db.ts';

/**
 * Server data in the response to a write, as changes: the row after the write, the tombstone of a deletion, or the row
 * that a stale write found. The response to a repeated key is ignored if the record has been deleted since, because a
 * mirror newer than the deletion has no tombstone to supersede it (MR2).
 */
export function changesFrom(entry: StoredEntry, outcome: Outcome, declared: Declarations = DECLARATIONS): Change[] {
  // If only some fields of a record are known, no list can show it as a row, so only the fact that it changed is
  // recorded.
  return isPartial(entry)
    ? changesOf(entry, outcome, declared).map(change => ({ ...change, row: {} }))
    : changesOf(entry, outcome, declared);
}

function changesOf(entry: StoredEntry, outcome: Outcome, declared: Declarations): Change[] {
  const { collection, recordKey: key } = entry;
  const keyOf = (row: Row) => keyInRow(entry, row, declared);
  if ('outdated' in outcome) return [];
  if (outcome.kind === 'ok') {
    const row = outcome.data as Change['row'];
    if (row) return [{ collection, key: keyOf(row), version: versionOf(row), row }];
    if (entry.effect !== 'delete' || entry.baseVersion === null) return [];
    return [{ collection, key, version: entry.baseVersion + 1, row: null }];
  }
  if (outcome.kind === 'conflict' && outcome.current) {
    const version = outcome.currentVersion ?? versionOf(outcome.current);
    return [{ collection, key: keyOf(outcome.current), version, row: outcome.current }];
  }
  if (outcome.kind === 'keyUsed' && outcome.reply) {
    return [{ collection, key: keyOf(outcome.reply), version: versionOf(outcome.reply), row: outcome.reply }];
  }
  return [];
}

/** The response to a write, with the write's entry. */
export interface Learned {
  entry: StoredEntry;
  outcome: Outcome;
  /** The person's permissions when the write was sent (`rights.ts`): if they have changed, nothing is stored (MR4). */
  rights?: number | undefined;
}

/**
 * Stores data from responses in the mirror before their entries settle, so that the row is present when its pending
 * mark disappears.
 */
export async function learnFrom(
  db: MirrorDb,
  answers: readonly Learned[],
  declared: Declarations = DECLARATIONS,
): Promise<void> {
  const groups = new Map<string, { entity: Country; rights: number | undefined; changes: Change[] }>();
  for (const { entry, outcome, rights } of answers) {
    const { entity } = entry;
    const name = `${entity}/${rights ?? ''}`;
    const known = groups.get(name)?.changes ?? [];
    groups.set(name, { entity, rights, changes: [...known, ...changesFrom(entry, outcome, declared)] });
  }
  for (const { entity, rights, changes } of groups.values())
    if (changes.length > 0) await applyChanges(db, entity, changes, { rights });
}

/** Maximum time in milliseconds that writes, and the engine's end, wait for the mirror to open. */
export const OPEN_MOST = 2000;

/**
 * The mirror as used by writes: null while it is not open yet. Opening it may take forever, e.g. while a frozen tab
 * blocks the removal of a former mirror, but the response to a write must settle anyway (MR5). Only the first write
 * waits for an opening.
 */
export function openForWrites<A extends unknown[]>(
  mirror: (...who: A) => Promise<MirrorDb | null>,
  clock: Clock,
): (...who: A) => Promise<MirrorDb | null> {
  const late = new WeakSet<Promise<MirrorDb | null>>();
  return async (...who) => {
    const opening = mirror(...who);
    const db = await withTimeout(opening, late.has(opening) ? 0 : OPEN_MOST, clock);
    if (!db) late.add(opening);
    return db;
  };
}

/**
 * Stores data from responses; concurrent ones share a transaction. The mirror is expendable (MR5): data missed here
 * arrives again with the feed.
 */
export const learner = (
  mirror: () => Promise<MirrorDb | null>,
  declared: Declarations = DECLARATIONS,
): ((answer: Learned) => Promise<Learned>) =>
  batched(async answers => {
    const db = await mirror();
    if (db) await learnFrom(db, answers, declared).catch(() => undefined);
    return answers;
  });

/**
 * Reads the permissions under which writes are sent; concurrent writes share one read. Undefined if the mirror does not
 * know them.
 */
export const rightsReader = <A extends unknown[]>(
  mirror: (...who: A) => Promise<MirrorDb | null>,
): ((...who: A) => Promise<number | undefined>) => {
  const read = batched<A, number | undefined>(async asked => {
    const mark = await mirror(...(asked[0] as A))
      .then(db => (db ? rightsMark(db) : undefined))
      .catch(() => undefined);
    return asked.map(() => mark);
  });
  return (...who) => read(who);
};
