import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../db/dataFolder.ts';
import type { Database } from '../db/open.ts';

/** Copies the embedded database's files while the server is running. */

const underWay = new WeakSet<Pool>();

/** Whether a backup is in progress. While it is, log files must not be removed, so no checkpoint is made. */
export const isBackedUp = ({ pool }: Pick<Database, 'pool'>): boolean => underWay.has(pool);

/** The folder with the log files, which are copied last and all together. */
const LOG = 'pg_wal';
/** Files that are meaningful only to the running server. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pgsql_tmp', 'pg_internal.init']);

/**
 * Copies a folder. Only this account can read the copy, which contains everyone's records. If a file disappears in the
 * meantime, that is not an error, because the log files record its removal.
 */
export async function copyTree(
  from: string,
  to: string,
  leaveOut: ReadonlySet<string> = new Set(),
  onFile: (bytes: number) => Promise<void> | void = () => undefined,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: PRIVATE_FOLDER });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leaveOut.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target, leaveOut, onFile);
    else if (entry.isFile()) {
      try {
        await copyFile(source, target, constants.COPYFILE_FICLONE);
        await chmod(target, PRIVATE_FILE);
        await onFile((await stat(target)).size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}

/**
 * Copies the embedded database into `target`, which must not exist yet, while the server keeps handling calls.
 * PostgreSQL is in backup mode, the copy includes all log files written until the backup ends, and opening the copy for
 * the first time recovers the database to that moment.
 * @throws Error if a backup is already in progress, or the disk is full
 */
export async function copyDatabase(
  database: Database,
  target: string,
  onFile?: (bytes: number) => Promise<void> | void,
): Promise<void> {
  const { folder, pool } = database;
  if (folder === undefined) throw new Error('Only the embedded database is copied; use pg_dump for PostgreSQL.');
  if (underWay.has(pool)) throw new Error('Another backup is in progress. Try again when it has finished.');
  underWay.add(pool);
  let started = false;
  try {
    await pool.query("SELECT pg_backup_start('ops-portal', true)");
    started = true;
    await copyTree(folder, target, new Set([...LEFT_OUT, LOG]), onFile);
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
      started = false;
      // Nobody can write while this function has the connection, because it is the only one.
      await copyTree(join(folder, LOG), join(target, LOG));
      await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '', { mode: PRIVATE_FILE });
    } finally {
      client.release();
    }
  } finally {
    if (started) await pool.query('SELECT pg_backup_stop(false)').catch(() => undefined);
    underWay.delete(pool);
  }
}
