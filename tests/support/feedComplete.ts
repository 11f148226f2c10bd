import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readFeedState } from '../../src/server/feed/cursor.ts';

/** Pauses in milliseconds between looks at the horizon, and their maximum number: 20 seconds. */
const PAUSE = 20;
const LOOKS = 1_000;

/**
 * Waits until the change feed contains everything that has been committed. Older transactions that still run in the
 * database hold it back (MR3). That the snapshot's xmin is past them is not enough: PostgreSQL leaves the transactions
 * of VACUUM out of snapshots, but the feed's horizon waits for them, and autovacuum cuts off the tables that the tests
 * have emptied.
 *
 * @throws Error if older transactions do not end
 */
export async function feedComplete(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ at: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS at');
  const committed = BigInt(rows[0]?.at ?? 0);
  for (let looks = 0; (await readFeedState(pool)).horizon < committed; looks++) {
    if (looks === LOOKS) throw new Error('older transactions in the database do not end, and hold back the feed');
    await pause(PAUSE);
  }
}
