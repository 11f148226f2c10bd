import { createHash, randomBytes } from 'node:crypto';
import type { Country } from '../../domain/country.ts';
import { allows } from '../../domain/permission.ts';
import { fileProblem, SheetFileError } from '../../domain/sheet/problem.ts';
import { sniff } from '../../domain/sheet/sniff.ts';
import type { Person } from '../auth/person.ts';
import { nowSeconds } from '../base/clock.ts';
import { lockName, transaction, type Queryable } from '../db/transaction.ts';
import { ApiError, notFound } from '../base/envelope.ts';
import type { Database } from '../db/open.ts';
import {
  type FileStore,
  UNFINISHED_MOST,
  UNUSED_LIMIT,
  UNUSED_MOST,
  UNUSED_SECONDS,
  UPLOAD_SECONDS,
} from './fileStore.ts';

/** The parts of the server context that this module needs. */
export interface FilesContext {
  database: Pick<Database, 'pool'>;
  files: FileStore;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
}

/** A file's metadata. */
export interface StoredFile {
  id: string;
  userId: number;
  entity: Country;
  name: string;
  size: number;
  hash: string;
  complete: boolean;
  permission: string;
  /** The time from which the file counts as removed, in epoch seconds; null if it is kept. */
  expiresAt: number | null;
}

const COLUMNS = 'id, user_id AS "userId", entity, name, size, hash, complete, permission, expires_at AS "expiresAt"';

/** Number of bytes at the start of a file that are needed to detect its format. */
const SNIFFED = 4_096;

export const newFileId = (): string => randomBytes(16).toString('hex');

/** A file's URL, as used in import calls and the log (LOG-7). */
export const fileUrl = ({ id, name }: Pick<StoredFile, 'id' | 'name'>): string =>
  `/api/v2/ops/files/${id}/${encodeURIComponent(name)}`;

/**
 * Returns the id of the file at a URL, which may omit the host, or null if the URL does not refer to one of this
 * server's files.
 */
export const fileIdOf = (url: string): string | null =>
  /(?:^|^https?:\/\/[^/]+)\/api\/v2\/ops\/(?:files|uploads)\/([0-9a-f]{32})(?:[/?#]|$)/.exec(url)?.[1] ?? null;

/** Records a file created by the server itself. */
export async function addFile(
  context: FilesContext,
  file: Pick<StoredFile, 'id' | 'name' | 'size' | 'entity' | 'userId' | 'hash' | 'permission'>,
  keepSeconds: number,
): Promise<void> {
  const now = nowSeconds(context);
  await context.database.pool.query(
    `INSERT INTO files (id, user_id, entity, name, size, hash, complete, permission, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, true, $7, $8, $9)`,
    [file.id, file.userId, file.entity, file.name, file.size, file.hash, file.permission, now, now + keepSeconds],
  );
}

/**
 * Records the start of an upload.
 * @throws ApiError 429 if the person has too many unfinished uploads, or has uploaded too much data that no import has
 * used
 */
export async function addUpload(
  context: FilesContext,
  file: Pick<StoredFile, 'id' | 'name' | 'size' | 'entity' | 'userId'>,
): Promise<void> {
  const now = nowSeconds(context);
  await transaction(context.database.pool, async db => {
    // Without the lock, several uploads that start at the same time would all find enough space.
    await lockName(db, `uploads of ${file.userId}`);
    const { rows } = await db.query<{ bytes: number; files: number; open: number }>(
      `SELECT coalesce(sum(size), 0)::int8 AS bytes, count(*)::int8 AS files, count(*) FILTER (WHERE NOT complete)::int8 AS open
         FROM files WHERE user_id = $1 AND expires_at IS NOT NULL`,
      [file.userId],
    );
    const { bytes = 0, files = 0, open = 0 } = rows[0] ?? {};
    if (bytes + file.size > UNUSED_LIMIT || files >= UNUSED_MOST) {
      throw tooMany(
        'You have uploaded too many files that no import has used. Import some of them, or wait: they are removed after seven days.',
      );
    }
    if (open >= UNFINISHED_MOST) {
      throw tooMany(
        `You have ${open} unfinished uploads. Finish or cancel them; unfinished uploads are removed after a day.`,
      );
    }
    await db.query(
      `INSERT INTO files (id, user_id, entity, name, size, hash, complete, permission, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, '', false, '', $6, $7)`,
      [file.id, file.userId, file.entity, file.name, file.size, now, now + UPLOAD_SECONDS],
    );
  });
}

const tooMany = (message: string): ApiError => new ApiError(429, message, { retryAfterSeconds: 3600 });

export async function findFile(db: Queryable, id: string): Promise<StoredFile | null> {
  const { rows } = await db.query<StoredFile>({
    name: 'file-one',
    text: `SELECT ${COLUMNS} FROM files WHERE id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/**
 * Locks complete files until the end of the transaction that begins to use them.
 * @throws ApiError 404 if housekeeping has removed one of them, or has begun to, since the caller found it
 */
export async function holdFiles(db: Queryable, ids: readonly string[]): Promise<void> {
  const { rowCount } = await db.query(
    'SELECT 1 FROM files WHERE id = ANY ($1) AND (expires_at IS NULL OR expires_at > 0) ORDER BY id FOR NO KEY UPDATE',
    [ids],
  );
  if (rowCount !== new Set(ids).size) throw gone();
}

export async function forgetFile(context: FilesContext, id: string): Promise<void> {
  await context.database.pool.query('DELETE FROM files WHERE id = $1', [id]);
  await context.files.remove(id);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Checks the content of a complete file, and then accepts or removes the file.
 * @throws ApiError 415 if it is not a spreadsheet; 404 if it has expired
 */
export async function completeFile<F extends Omit<StoredFile, 'expiresAt'>>(
  context: FilesContext,
  file: F,
): Promise<F> {
  const hasher = createHash('sha256');
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of (await context.files.stream(file.id)) as AsyncIterable<Buffer>) {
    hasher.update(chunk);
    size += chunk.length;
    if (head.length < SNIFFED) head = Buffer.concat([head, chunk.subarray(0, SNIFFED)]);
  }
  try {
    await sniff({ size, read: async (start, end) => head.subarray(start, end) }, file.name);
  } catch (error) {
    if (!(error instanceof SheetFileError)) throw error;
    await forgetFile(context, file.id);
    throw new ApiError(415, fileProblem(error.kind, file.name, error.found).message);
  }
  const hash = hasher.digest('hex');
  const { pool } = context.database;
  const stored = await pool.query(
    `UPDATE files SET hash = $2, size = $3, complete = true, expires_at = $4, entity = $5, name = $6
      WHERE id = $1 AND NOT complete AND expires_at > 0`,
    [file.id, hash, size, nowSeconds(context) + UNUSED_SECONDS, file.entity, file.name],
  );
  // It may have been completed by another call, or be about to be removed because its time was up.
  if (stored.rowCount === 0 && (await findFile(pool, file.id))?.complete !== true) throw gone();
  return { ...file, hash, size, complete: true };
}

/**
 * Whether a person may read a file: the uploader may, and so may everyone with the permission for the import that used
 * it (PERM-4).
 */
export const mayRead = (person: Person, file: StoredFile): boolean =>
  person.entities.some(({ country }) => country === file.entity) &&
  (file.userId === person.userId || (file.permission !== '' && allows(person, file.entity, file.permission)));

/**
 * Returns a complete file that a person may read. If its last bytes arrived just before the server stopped, the file is
 * finalized now. An expired file is not returned, even if housekeeping has not removed it yet.
 * @throws ApiError 404, even if the file exists but the person may not read it, so that ids reveal nothing
 */
export async function readableFile(context: FilesContext, person: Person, id: string): Promise<StoredFile> {
  const file = await findFile(context.database.pool, id);
  if (!file || isExpired(file, nowSeconds(context)) || !mayRead(person, file)) throw gone();
  if (file.complete) return file;
  const upload = await context.files.uploads.getUpload(id).catch(() => null);
  if (!upload || upload.offset !== upload.size) {
    throw new ApiError(409, `The upload of "${file.name}" is not finished. Resume it and try again.`);
  }
  return completeFile(context, file);
}

const isExpired = ({ expiresAt }: StoredFile, now: number): boolean => expiresAt !== null && expiresAt <= now;

const gone = (): ApiError =>
  notFound(
    'This file does not exist, has expired, or you cannot read it. Unused files are removed after seven days, and downloads after 30; upload or request it again.',
  );
