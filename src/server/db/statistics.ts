import type { Pool } from 'pg';

/**
 * Number of rows that a job may add to a table before the planner's statistics are brought up to date. With statistics
 * from before, the planner assumes that there are hardly any of these rows, and a search that joins them with others
 * can take minutes. PostgreSQL itself notices only after a minute, and the embedded database is analyzed only during housekeeping.
 */
export const ADDED_MOST = 5_000;

/**
 * Brings the planner's statistics of tables up to date, except of those that are just being analyzed or vacuumed. The
 * rows have been stored, so an error must not fail their job.
 */
export async function updateStatistics(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`ANALYZE (SKIP_LOCKED) ${table}`).catch(() => undefined);
}

/** Counts the rows that a job adds, and says when statistics are outdated: after more and more rows. */
export class AddedRows {
  private added = 0;
  private until = ADDED_MOST;

  /** @returns whether statistics must be brought up to date now */
  add(rows: number): boolean {
    this.added += rows;
    if (this.added < this.until) return false;
    this.until = this.added * 10;
    this.added = 0;
    return true;
  }

  /** Whether so many rows were added since that statistics are outdated at the end. */
  get isOutdated(): boolean {
    return this.added >= ADDED_MOST;
  }
}
