import { counterOf } from './counters.ts';
import type { MirrorDb } from './db.ts';

/** Counts how often the mirror has been adapted to changed rights (MR4). */
const RIGHTS = 'rights';

/**
 * A mark of the person's rights when a request is made. Answers that arrive after the rights have changed are not
 * stored, because they may contain removed data that would then stay.
 */
export const rightsMark = (db: MirrorDb): Promise<number> => counterOf(db, RIGHTS);

/** Records that rights have changed, inside the transaction that removes what they no longer allow. */
export async function noteRights(db: MirrorDb): Promise<void> {
  await db.counters.put({ id: RIGHTS, value: (await rightsMark(db)) + 1 });
}
