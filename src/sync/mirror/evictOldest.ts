import type { Table } from 'dexie';

/** If a row is newer than an incoming one by more than this many milliseconds, it was stored with a wrong clock. */
const CLOCK_AHEAD = 60_000;

interface Incoming {
  /** Primary key of the row that was just stored. */
  id: string;
  /** Its time in epoch milliseconds. */
  at: number;
  /** The index of that time. */
  by: string;
  /** Maximum number of rows in the table. */
  most: number;
}

/**
 * Removes rows above the limit, but never the incoming one: first those stored while the device's clock was ahead,
 * which would otherwise stay the newest forever, then the oldest. Requires a transaction over the table.
 */
export async function evictOldest<T>(table: Table<T, string>, { id, at, by, most }: Incoming): Promise<void> {
  const excess = (await table.count()) - most;
  if (excess <= 0) return;
  const future = await table
    .where(by)
    .above(at + CLOCK_AHEAD)
    .limit(excess)
    .primaryKeys();
  const oldest = await table
    .orderBy(by)
    .limit(excess + 1)
    .primaryKeys();
  const going = [...new Set([...future, ...oldest])].filter(key => key !== id);
  await table.bulkDelete(going.slice(0, excess));
}
