import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../db/dataFolder.ts';
import type { Database } from '../db/open.ts';

/** A copy of the embedded database's files, made while the server goes on. */

const underWay = new WeakSet<Pool>();

/** Whether a backup is under way: until it ends no log file may be dropped, so no checkpoint is made. */
export const isBackedUp = ({ pool }: Pick<Database, 'pool'>): boolean => underWay.has(pool);

/** The log files, which are copied last and all at once. */
const LOG = 'pg_wal';
/** What belongs to the running server alone. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pgsql_tmp', 'pg_internal.init']);

/**
 * Copies a folder, for this account alone: the copy has everybody's records. A file that is removed meanwhile is not an error, the log
 * files record it.
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
 * Copies the embedded database into `target`, which must not exist. Calls go on meanwhile: PostgreSQL is in backup mode,
 * the log files that it writes until its end go with it, and the copy is brought to that moment when it is first opened.
 * @throws Error when a backup is under way already, or the disk is full
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
      // Nobody writes while this connection, the only one, is held.
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
