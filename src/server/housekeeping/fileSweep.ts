import type { Pool } from 'pg';
import type { FileStore } from '../files/fileStore.ts';

/** Removed in one go; the rest waits for the next sweep. */
const MOST = 1_000;

/** Removes files past their time: uploads that were not finished, files that no import used, details of old errors. */
export async function sweepFiles(pool: Pool, files: FileStore, nowSeconds: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM files WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
    [nowSeconds, MOST],
  );
  for (const { id } of rows) {
    // The bytes first: what is left over when the process ends in between is tried again.
    await files.remove(id);
    await pool.query('DELETE FROM files WHERE id = $1 AND expires_at <= $2', [id, nowSeconds]);
  }
  return rows.length;
}
