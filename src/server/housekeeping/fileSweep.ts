import type { Pool } from 'pg';
import type { FileStore } from '../files/fileStore.ts';

/** Maximum number of files that a sweep removes; the next sweep removes more. */
const MOST = 1_000;

/** Removes expired files: unfinished uploads, files that no import has used, and old error details. */
export async function sweepFiles(pool: Pool, files: FileStore, nowSeconds: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM files WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
    [nowSeconds, MOST],
  );
  let removed = 0;
  for (const { id } of rows) {
    // Since the list was read, the upload may have been finished, or an import or a bill may use the file.
    const claimed = await pool.query('UPDATE files SET expires_at = 0 WHERE id = $1 AND expires_at <= $2', [
      id,
      nowSeconds,
    ]);
    if (claimed.rowCount === 0) continue;
    removed += 1;
    // The bytes are removed first, so that an interrupted removal is repeated later.
    await files.remove(id);
    await pool.query('DELETE FROM files WHERE id = $1 AND expires_at <= $2', [id, nowSeconds]);
  }
  return removed;
}
