import { counterOf } from './counters.ts';
import type { ChangeCounter, MirrorDb } from './db.ts';

const REVISION = 'revision';

/**
 * Starts at a random number: an engine that keeps reading after another one has rebuilt the mirror must not encounter
 * the old mirror's numbers (MR5).
 */
export const firstRevision = (): ChangeCounter => ({ id: REVISION, value: Math.floor(Math.random() * 2 ** 48) });

/**
 * Assigns the next number to data that readers keep in memory: an entity's locations, or a cached set's segments.
 * Requires a transaction over `counters`. Data that is removed and reloaded continues the numbering; otherwise a reader
 * in a frozen tab that missed the removal would take it for the same data.
 * @param least a number assigned before this mirror counted this way
 */
export async function takeRevision(db: MirrorDb, least = 0): Promise<number> {
  const value = Math.max(await counterOf(db, REVISION), least) + 1;
  await db.counters.put({ id: REVISION, value });
  return value;
}
