import { counterOf } from './counter.ts';
import type { MirrorDb } from './db.ts';

const ARRIVAL = 'arrival';

/** Rows that have arrived in the mirror so far. */
export const arrivals = (db: MirrorDb): Promise<number> => counterOf(db, ARRIVAL);

/** Takes numbers for the next rows, inside their transaction; answers the last one that was taken before. */
export async function takeArrivals(db: MirrorDb, count: number): Promise<number> {
  const at = await arrivals(db);
  await db.counters.put({ id: ARRIVAL, value: at + count });
  return at;
}
