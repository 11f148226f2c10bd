import type { Queryable } from '../db/transaction.ts';

/** How long activity and usage are kept, and how many records of each at most. */
export const ACTIVITY_DAYS = 30;
export const ACTIVITY_MOST = 1_000_000;

/** Drops what is past its age, then the oldest above the number that is kept. */
export async function sweepActivity(db: Queryable, nowSeconds: number, most = ACTIVITY_MOST): Promise<void> {
  await db.query('DELETE FROM activity_batches WHERE received_at < $1', [nowSeconds - ACTIVITY_DAYS * 24 * 3600]);
  for (const table of ['tracker_events', 'usage_records']) {
    await db.query(`DELETE FROM ${table} WHERE received_at < $1`, [nowSeconds - ACTIVITY_DAYS * 24 * 3600]);
    // By number: ids only grow, so the one `most` places from the end separates all older ones.
    await db.query(`DELETE FROM ${table} WHERE id <= (SELECT id FROM ${table} ORDER BY id DESC OFFSET $1 LIMIT 1)`, [
      most,
    ]);
  }
}
