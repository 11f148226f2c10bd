import type { Queryable } from '../db/transaction.ts';

/** Number of days for which activity and usage are kept, and maximum number of records of each. */
export const ACTIVITY_DAYS = 30;
export const ACTIVITY_MOST = 1_000_000;

/** Deletes expired records, and the oldest records above the maximum. */
export async function sweepActivity(db: Queryable, nowSeconds: number, most = ACTIVITY_MOST): Promise<void> {
  await db.query('DELETE FROM activity_batches WHERE received_at < $1', [nowSeconds - ACTIVITY_DAYS * 24 * 3600]);
  for (const table of ['tracker_events', 'usage_records']) {
    await db.query(`DELETE FROM ${table} WHERE received_at < $1`, [nowSeconds - ACTIVITY_DAYS * 24 * 3600]);
    // Ids only increase, so the boundary is the id that is `most` places from the end.
    await db.query(`DELETE FROM ${table} WHERE id <= (SELECT id FROM ${table} ORDER BY id DESC OFFSET $1 LIMIT 1)`, [
      most,
    ]);
  }
}
