import type { MirrorDb } from './db.ts';

/** A counter of the mirror; 0 if it was never written. */
export const counterOf = async (db: MirrorDb, id: string): Promise<number> => (await db.counters.get(id))?.value ?? 0;

const ARRIVAL = 'arrival';

/** Number of rows that have arrived in the mirror so far. */
export const arrivals = (db: MirrorDb): Promise<number> => counterOf(db, ARRIVAL);

/** Reserves numbers for the next rows, within their transaction; returns the last number reserved before. */
export async function takeArrivals(db: MirrorDb, count: number): Promise<number> {
  const at = await arrivals(db);
  await db.counters.put({ id: ARRIVAL, value: at + count });
  return at;
}
