import type { Country } from '../../domain/country.ts';
import type { KeptAnswer, MirrorDb } from './db.ts';
import { rightsMark } from './rights.ts';

/** Answers and files of the server that are kept as they are, so that what they say is there without it (MR1, MR5). */

/** Answers kept; the oldest make room. */
const KEPT_MOST = 400;

export const keptId = (entity: Country, name: string): string => `${entity} ${name}`;

export const readKept = (db: MirrorDb, id: string): Promise<KeptAnswer | undefined> => db.kept.get(id);

/**
 * Keeps an answer.
 * @param rights mark of the person's rights when it was requested: where they are others by now, nothing is kept (MR4)
 */
export const keep = (db: MirrorDb, answer: KeptAnswer, rights: number): Promise<void> =>
  db.transaction('rw', [db.kept, db.counters], async () => {
    if (rights !== (await rightsMark(db))) return;
    await db.kept.put(answer);
    const over = (await db.kept.count()) - KEPT_MOST;
    if (over > 0) await db.kept.orderBy('at').limit(over).delete();
  });

export { rightsMark };
