import type { Pool } from 'pg';
import { fileProblem } from '../../domain/sheet/problem.ts';
import type { Queryable } from '../db/transaction.ts';
import { fileUrl } from '../files/records.ts';
import type { ReaderEnded } from './reader/process.ts';
import type { ImportedFile, ImportRecord } from './records.ts';

/**
 * Files for which the reader exceeds its time or memory limits are refused, and are refused immediately if they are
 * sent again.
 */

/** Number of days for which such a file is remembered; a later release may be able to read it. */
const DAYS = 7;

type Fail = ImportRecord['fails'][number];

/** The message for a file for which the reader exceeded a limit. */
export const endedAt = (file: ImportedFile, { over }: Pick<ReaderEnded, 'over'>): Fail => ({
  url: fileUrl(file),
  message: fileProblem(over === 'time' ? 'overTime' : 'overMemory', file.name).message,
});

/**
 * Remembers a file for which the reader exceeded a limit because of the file itself, rather than because of wall-clock
 * time on a busy machine.
 */
export async function rememberUnreadable(
  db: Queryable,
  { hash }: ImportedFile,
  { over, byClock }: ReaderEnded,
  now: number,
): Promise<void> {
  if (byClock || hash === '') return;
  await db.query(
    `INSERT INTO unreadable_files (hash, over, at) VALUES ($1, $2, $3)
     ON CONFLICT (hash) DO UPDATE SET over = excluded.over, at = excluded.at`,
    [hash, over, now],
  );
}

/** Those files for which the reader was stopped before, each with a message. */
export async function knownUnreadable(db: Queryable, files: readonly ImportedFile[], now: number): Promise<Fail[]> {
  const { rows } = await db.query<{ hash: string; over: ReaderEnded['over'] }>(
    'SELECT hash, over FROM unreadable_files WHERE hash = ANY ($1::text[]) AND at >= $2',
    [files.map(({ hash }) => hash), now - DAYS * 24 * 3600],
  );
  const over = new Map(rows.map(row => [row.hash, row.over]));
  return files.flatMap(file => {
    const ended = over.get(file.hash);
    if (ended === undefined) return [];
    const { url, message } = endedAt(file, { over: ended });
    return [{ url, message: `${message} It was not read again, because the same file could not be read before.` }];
  });
}

/** Deletes entries that are too old. */
export async function sweepUnreadable(pool: Pool, now: number): Promise<void> {
  await pool.query('DELETE FROM unreadable_files WHERE at < $1', [now - DAYS * 24 * 3600]);
}
