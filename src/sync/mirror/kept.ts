import type { Country } from '../../domain/country.ts';
import type { KeptAnswer, MirrorDb } from './db.ts';
import { rightsMark } from './rights.ts';

/**
 * Caches server responses and files unchanged on this device, so that they are available without the server (MR1, MR5).
 */

/** Maximum number of cached responses; beyond that, the oldest are dropped. */
const KEPT_MOST = 400;

export const keptId = (entity: Country, name: string): string => `${entity} ${name}`;

export const readKept = (db: MirrorDb, id: string): Promise<KeptAnswer | undefined> => db.kept.get(id);

/**
 * Caches a response.
 * @param rights marks the person's permissions at the time of the request: if they have changed since, nothing is
 * cached (MR4)
 */
export const keep = (db: MirrorDb, answer: KeptAnswer, rights: number): Promise<void> =>
  db.transaction('rw', [db.kept, db.counters], async () => {
    if (rights !== (await rightsMark(db))) return;
    await db.kept.put(answer);
    const over = (await db.kept.count()) - KEPT_MOST;
    if (over > 0) await db.kept.orderBy('at').limit(over).delete();
  });

export { rightsMark };
