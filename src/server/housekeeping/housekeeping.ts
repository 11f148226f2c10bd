import { sweepLog } from './logSweep.ts';
import { sweepSignIns } from '../auth/signInHistory.ts';
import { isBackedUp } from '../backup/copyDatabase.ts';
import type { Database } from '../db/open.ts';
import { transaction } from '../db/transaction.ts';
import type { FileStore } from '../files/fileStore.ts';
import { sweepActivity } from './activitySweep.ts';
import { sweepFiles } from './fileSweep.ts';
import { sweepUnreadable } from '../imports/unreadable.ts';
import { sweepArchives } from '../recon/years/archives.ts';
import { sweepImports } from './importSweep.ts';

/** Cleanup in the background, so that no request has to wait for it. */

const DAY = 24 * 3600;
/** How many days the change feed reaches back. A laptop that was closed for longer loads a new snapshot. */
const FEED_DAYS = 30;
/**
 * Number of days during which a repeated request gets its stored reply. Afterward, it is refused because of its base
 * version, so nothing is ever applied twice.
 */
const KEY_DAYS = 90;
/** Number of days that the bell, the list of deliveries and the sign-in history reach back. */
const NOTICE_DAYS = 180;
const EVERY_MILLIS = 30 * 60_000;

/**
 * Deletes expired data. The feed's floor is written in the same transaction as the deletion: a reader whose cursor is
 * below the floor must start over.
 */
export async function sweep(database: Database, nowSeconds: number): Promise<void> {
  const { pool } = database;
  await pool.query('DELETE FROM sessions WHERE expires_at <= $1', [nowSeconds]);
  await pool.query('DELETE FROM passkey_challenges WHERE expires_at <= $1', [nowSeconds]);
  await pool.query('DELETE FROM idempotency_keys WHERE created_at < $1', [nowSeconds - KEY_DAYS * DAY]);
  await pool.query('DELETE FROM login_failures WHERE until <= $1', [nowSeconds * 1000]);
  await sweepSignIns(pool, nowSeconds - NOTICE_DAYS * DAY);
  await sweepActivity(pool, nowSeconds);
  await pool.query('DELETE FROM notify_events WHERE planned AND at < $1', [nowSeconds - KEY_DAYS * DAY]);
  await pool.query(`DELETE FROM notify_deliveries WHERE state NOT IN ('waiting', 'sending') AND created_at < $1`, [
    nowSeconds - NOTICE_DAYS * DAY,
  ]);
  await transaction(pool, async db => {
    const { rows } = await db.query<{ floor: string | null }>(
      'SELECT max(xid)::text AS floor FROM changes WHERE at < $1',
      [nowSeconds - FEED_DAYS * DAY],
    );
    const floor = rows[0]?.floor;
    if (!floor) return;
    await db.query('DELETE FROM changes WHERE xid <= $1::xid8', [floor]);
    await db.query(
      // Another process, whose clock is ahead, may have removed more. The floor must never be lower than what is gone.
      `INSERT INTO meta (key, value) VALUES ('feed.floor', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value
        WHERE meta.value::numeric < excluded.value::numeric`,
      [floor],
    );
  });
}

/**
 * PGlite has no autovacuum, and without vacuuming, counts take four times as long. Tables are vacuumed one at a time,
 * so that requests run in between.
 */
async function vacuum(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_stat_user_tables
      WHERE n_dead_tup + n_mod_since_analyze > 500 + 0.02 * n_live_tup ORDER BY relname`,
  );
  for (const { name } of rows) await database.pool.query(`VACUUM (ANALYZE) "${name}"`);
}

/** Size in bytes that the log must reach for a checkpoint to be made. */
const LOG_BYTES = 32 * 1024 * 1024;
const LOG_LOOK_MILLIS = 60_000;

/**
 * Makes checkpoints, because the embedded database makes none by itself. Without checkpoints, its log files would grow
 * forever, a start after a kill would have to replay all writes, and a clean stop would have to flush everything.
 */
export async function checkpoint(database: Database, bytes = LOG_BYTES): Promise<boolean> {
  if (database.kind !== 'embedded' || isBackedUp(database)) return false;
  const { rows } = await database.pool.query<{ due: boolean }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (SELECT redo_lsn FROM pg_control_checkpoint())) >= $1::int8 AS due`,
    [bytes],
  );
  if (rows[0]?.due) await database.pool.query('CHECKPOINT');
  return rows[0]?.due ?? false;
}

/** For how many days the row changes of imports, and the entries of the log, are kept; 0 keeps all entries. */
interface KeptDays {
  importDays: number;
  logDays: number;
}

/**
 * Does all steps of housekeeping. One that fails, such as because a bucket does not remove a file, does not keep the
 * others from running: data that is never removed would eventually fill the disk.
 * @param onProblem called for each step that failed
 */
export async function keepHouse(
  database: Database,
  files: FileStore,
  { importDays, logDays }: KeptDays,
  nowSeconds: number,
  onProblem: (error: Error) => void,
): Promise<void> {
  const { pool } = database;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => sweep(database, nowSeconds),
    () => sweepFiles(pool, files, nowSeconds),
    () => sweepArchives(pool, files.remove, nowSeconds),
    () => sweepImports(pool, importDays, nowSeconds),
    () => sweepLog(pool, logDays, nowSeconds),
    () => sweepUnreadable(pool, nowSeconds),
    ...(database.kind === 'embedded' ? [() => vacuum(database)] : []),
  ];
  for (const step of steps) await step().catch(onProblem);
}

/** Sweeps at startup and then every half hour. Also vacuums the embedded database. */
export function startHousekeeping(
  database: Database,
  files: FileStore,
  days: KeptDays,
  onProblem: (error: Error) => void,
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(() => keepHouse(database, files, days, Math.floor(Date.now() / 1000), onProblem));
  };
  const look = () => {
    running = running.then(() => checkpoint(database)).then(() => undefined, onProblem);
  };
  const logs = setInterval(look, LOG_LOOK_MILLIS).unref();
  const first = setTimeout(run, 20_000).unref();
  const timer = setInterval(run, EVERY_MILLIS).unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(timer);
      clearInterval(logs);
      return running;
    },
  };
}
