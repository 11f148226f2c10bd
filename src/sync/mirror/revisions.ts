import { counterOf } from './counters.ts';
import type { ChangeCounter, MirrorDb } from './db.ts';

const REVISION = 'revision';

/**
 * Starts at random: an engine that keeps reading while another one rebuilt the mirror must not see the old mirror's
 * numbers (MR5).
 */
export const firstRevision = (): ChangeCounter => ({ id: REVISION, value: Math.floor(Math.random() * 2 ** 48) });

/**
 * Takes the next number for data that readers keep in memory: an entity's locations, a cached set's segments. Inside a
 * transaction over `counters`. Data that is removed and reloaded also continues from there; otherwise a reader in a
 * frozen tab that missed the removal would take it for the same data. @param least a number issued before this mirror
 * counted this way
 */
export async function takeRevision(db: MirrorDb, least = 0): Promise<number> {
  const value = Math.max(await counterOf(db, REVISION), least) + 1;
  await db.counters.put({ id: REVISION, value });
  return value;
}
