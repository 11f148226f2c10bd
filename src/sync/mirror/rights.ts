import { counterOf } from './counters.ts';
import type { MirrorDb } from './db.ts';

/** Counts how often the mirror has been adapted to changed permissions (MR4). */
const RIGHTS = 'rights';

/**
 * Marks the person's permissions at the time of a request. Responses that arrive after the permissions changed are not
 * stored, because they may contain data that has been removed and would then remain.
 */
export const rightsMark = (db: MirrorDb): Promise<number> => counterOf(db, RIGHTS);

/** Records a permission change, within the transaction that removes what is no longer allowed. */
export async function noteRights(db: MirrorDb): Promise<void> {
  await db.counters.put({ id: RIGHTS, value: (await rightsMark(db)) + 1 });
}
