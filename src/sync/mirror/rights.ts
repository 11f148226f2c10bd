import { counterOf } from './counters.ts';
import type { MirrorDb } from './db.ts';

/** Counter of the times at which the mirror was brought in line with other rights (MR4). */
const RIGHTS = 'rights';

/**
 * Under which of the person's rights something is requested. What is answered after they have changed is not kept: it may be of
 * what was removed, and would stay.
 */
export const rightsMark = (db: MirrorDb): Promise<number> => counterOf(db, RIGHTS);

/** Notes other rights, inside the transaction that removes what they no longer allow. */
export async function noteRights(db: MirrorDb): Promise<void> {
  await db.counters.put({ id: RIGHTS, value: (await rightsMark(db)) + 1 });
}
