import type { Pool } from 'pg';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { IMPORT_TABLES } from '../imports/stores.ts';

const DAY = 24 * 3600;
/** Number of rows that a statement removes; other requests run between two statements. */
const SLICE = 20_000;
/** Maximum number of imports per table that a sweep processes; the next sweep processes more. */
const MOST = 50;

/**
 * Removes the row changes of imports older than `days`, because they take up as much space as the imported data. The
 * imports, their files and counts, and the log are kept, but the imports can no longer be undone.
 * @returns the number of imports that lost their rows
 */
export async function sweepImports(pool: Pool, days: number, nowSeconds: number): Promise<number> {
  let swept = 0;
  for (const table of IMPORT_TABLES) swept += await sweepTable(pool, table, nowSeconds - days * DAY);
  return swept;
}

async function sweepTable(pool: Pool, table: string, before: number): Promise<number> {
  const { rows } = await pool.query<{ no: number; last: number }>(
    `SELECT i.no, r.last
       FROM imports i
       CROSS JOIN LATERAL (SELECT max(n) AS last FROM ${table} WHERE import_no = i.no) r
      WHERE i.finished_at < $1 AND r.last IS NOT NULL ORDER BY i.no LIMIT $2`,
    [before, MOST],
  );
  for (const { no, last } of rows) {
    // Rows are removed from the end, so that rows left over by a killed process are found by their last row.
    for (let from = last - (last % SLICE); from >= 0; from -= SLICE) {
      await pool.query(`DELETE FROM ${table} WHERE import_no = $1 AND n >= $2`, [no, from]);
      await yieldToEventLoop();
    }
  }
  return rows.length;
}
