import { counterOf } from './counters.ts';
import type { ChangeCounter, MirrorDb } from './db.ts';

const REVISION = 'revision';

/** Somewhere: an engine that reads on while another rebuilt the mirror must not meet the former one's numbers (MR5). */
export const firstRevision = (): ChangeCounter => ({ id: REVISION, value: Math.floor(Math.random() * 2 ** 48) });

/**
 * Takes the next number for what readers keep in memory: an entity's locations, a cached set's segments. Inside a transaction
 * over `counters`. What is removed and loaded again goes on from there too: a reader that did not see it go, in a frozen tab,
 * would else take it for the same.
 *
 * @param least a number that was given out before this mirror counted so
 */
export async function takeRevision(db: MirrorDb, least = 0): Promise<number> {
  const value = Math.max(await counterOf(db, REVISION), least) + 1;
  await db.counters.put({ id: REVISION, value });
  return value;
}
