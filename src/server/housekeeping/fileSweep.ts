import type { Pool } from 'pg';
import { tryAll } from '../base/tryAll.ts';
import type { FileStore } from '../files/fileStore.ts';

/** Maximum number of files that a sweep removes; the next sweep removes more. */
const MOST = 1_000;

/**
 * Removes expired files: unfinished uploads, files that no import has used, and old error details.
 * @throws the first error of the store, once all files have been tried; those that it did not remove are tried again
 */
export async function sweepFiles(pool: Pool, files: FileStore, nowSeconds: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    // Files that could not be removed before come last, so that they never take the place of all others.
    'SELECT id FROM files WHERE expires_at <= $1 ORDER BY expires_at = 0, expires_at LIMIT $2',
    [nowSeconds, MOST],
  );
  let removed = 0;
  await tryAll(rows, async ({ id }) => {
    // Since the list was read, the upload may have been finished, or an import or a bill may use the file.
    const claimed = await pool.query('UPDATE files SET expires_at = 0 WHERE id = $1 AND expires_at <= $2', [
      id,
      nowSeconds,
    ]);
    if (claimed.rowCount === 0) return;
    // The bytes are removed first, so that an interrupted removal is repeated later.
    await files.remove(id);
    await pool.query('DELETE FROM files WHERE id = $1 AND expires_at <= $2', [id, nowSeconds]);
    removed += 1;
  });
  return removed;
}
