import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import { arrivals, counterOf } from './counters.ts';
import type { MirrorDb } from './db.ts';
import { rightsMark } from './rights.ts';

/**
 * Number of changes to a collection in the mirror. A list compares it with the count at the time its page was
 * requested.
 */

export const counterId = (entity: Country, collection: Collection): string => `${prefixOf(entity)}${collection}`;

const prefixOf = (entity: Country): string => `${entity}/`;

export async function countChange(db: MirrorDb, entity: Country, collection: Collection): Promise<void> {
  const id = counterId(entity, collection);
  await db.counters.put({ id, value: (await counterOf(db, id)) + 1 });
}

/** State of the mirror when a page is requested, from which follows what the response may include. */
export interface AskMark {
  /** Number of changes to the collection counted so far. */
  freshAt: number;
  /** Number of rows that have arrived so far. */
  arrivedAt: number;
  /** The person's permission state at that time (`rights.ts`). */
  rights: number;
}

export async function askMark(db: MirrorDb, entity: Country, collection: Collection | null): Promise<AskMark> {
  const rights = await rightsMark(db);
  const freshAt = collection === null ? 0 : await changeCount(db, entity, collection);
  return { freshAt, arrivedAt: await arrivals(db), rights };
}

/** The change counts of an entity's changed collections. */
export async function changeCounts(db: MirrorDb, entity: Country): Promise<ReadonlyMap<string, number>> {
  const counters = await db.counters.where('id').startsWith(prefixOf(entity)).toArray();
  return new Map(counters.map(({ id, value }) => [id.slice(prefixOf(entity).length), value]));
}

export const changeCount = async (db: MirrorDb, entity: Country, collection: Collection | null): Promise<number> =>
  collection === null ? 0 : counterOf(db, counterId(entity, collection));
