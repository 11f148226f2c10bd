import type { Country } from '../../../domain/country.ts';
import { SETTLED_STATUSES } from '../../../domain/recon/status.ts';
import type { Queryable } from '../../db/transaction.ts';
import { newFileId } from '../../files/records.ts';
import { addJob } from '../../jobs/queue.ts';
import { STALE } from '../counters.ts';
import { weight, type ReconJob } from '../queue.ts';
import type { FileSum } from './api.ts';

/**
 * The statements that manage the archive files of settled bills. A bill has at most one file that is not stale. Every
 * change to a parcel locks its bill and marks the file as stale in its own transaction (counters.ts). A file is started
 * under a lock that excludes such changes. So a ready file always equals the parcels, and a report that reads the list
 * of files in one statement never mixes the states before and after a change.
 */

/** SQL condition on a bill `b`: it has been compared, and each of its parcels is Paid, Rejected or Deleted. */
export const SETTLED = `NOT b.deleted AND b.state = 'ready'
  AND EXISTS (SELECT 1 FROM recon_counters c WHERE c.bill_id = b.id AND c.parcels > 0)
  AND NOT EXISTS (SELECT 1 FROM recon_counters c WHERE c.bill_id = b.id AND c.parcels > 0 AND c.status NOT IN (${SETTLED_STATUSES.join(', ')}))`;

/** A file's name in the store. */
export const archiveFile = (hash: string): string => `${hash}.parquet`;

/** Adds jobs for those of the given bills that are settled and have no file yet. */
export async function archiveSettled(db: Queryable, bills: readonly number[], now: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT b.id FROM recon_bills b WHERE b.id = ANY ($1::int4[]) AND ${SETTLED} ORDER BY b.id`,
    [bills],
  );
  for (const { id } of rows) await addArchiveJob(db, { id }, { now });
}

/**
 * Each change adds its own job, since a job in progress may have read the earlier state. A job that finds the file
 * already written does nothing.
 */
const addArchiveJob = (
  db: Queryable,
  bill: Pick<ReconJob, 'id' | 'tries'>,
  when: { now: number; runAt?: number },
): Promise<void> =>
  addJob<ReconJob>(
    db,
    { kind: 'recon', weight },
    { key: `archive:${bill.id}:${newFileId()}`, owner: 0, payload: { task: 'archive', ...bill }, ...when },
  );

/** Maximum delay between two attempts, in minutes. */
const PAUSE_MOST = 60;

/**
 * Retries a file that could not be written: after one minute, then with the delay doubling each time, up to an hour.
 */
export const retryArchive = (
  db: Queryable,
  { id, tries = 0 }: Pick<ReconJob, 'id' | 'tries'>,
  nowMillis: number,
): Promise<void> =>
  addArchiveJob(
    db,
    { id, tries: tries + 1 },
    { now: Math.floor(nowMillis / 1000), runAt: nowMillis + Math.min(PAUSE_MOST, 2 ** tries) * 60_000 },
  );

/** How many bills one server start queues; the next start continues. */
const MISSING_MOST = 10_000;

/** Adds jobs for all settled bills that have no file, such as after multi-year reports were enabled. */
export async function archiveMissing(db: Queryable, now: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT b.id FROM recon_bills b WHERE ${SETTLED}
        AND NOT EXISTS (SELECT 1 FROM recon_archives a WHERE a.bill_id = b.id AND a.state = 'ready')
        AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'recon' AND j.payload ->> 'task' = 'archive' AND (j.payload ->> 'id')::int = b.id)
      ORDER BY b.id LIMIT ${MISSING_MOST}`,
  );
  for (const { id } of rows) await addArchiveJob(db, { id }, { now });
}

/** A file being written, and its bill. */
export interface BegunArchive {
  id: number;
  billId: number;
  billNo: string;
  country: Country;
}

/**
 * Starts a file in the caller's transaction. Waits for changes to the bill's parcels that are in progress; later
 * changes find the file.
 * @returns null if the bill is not settled, or if it already has a ready file
 */
export async function beginArchive(db: Queryable, billId: number, now: number): Promise<BegunArchive | null> {
  await db.query('SELECT 1 FROM recon_bills WHERE id = $1 FOR UPDATE', [billId]);
  const { rows: bills } = await db.query<Omit<BegunArchive, 'id'>>(
    `SELECT b.id AS "billId", b.bill_no AS "billNo", b.entity AS country FROM recon_bills b WHERE b.id = $1 AND ${SETTLED}
        AND NOT EXISTS (SELECT 1 FROM recon_archives a WHERE a.bill_id = b.id AND a.state = 'ready')`,
    [billId],
  );
  if (!bills[0]) return null;
  // A killed process may have left an unfinished file.
  await forgetArchive(db, billId);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO recon_archives (bill_id, state, created_at) VALUES ($1, 'writing', $2) RETURNING id`,
    [billId, now],
  );
  return { id: rows[0]?.id ?? 0, ...bills[0] };
}

/** Stores a file's name before its bytes, so that housekeeping finds the bytes in any case. */
export async function nameArchive(db: Queryable, id: number, { hash, size }: { hash: string; size: number }) {
  await db.query('UPDATE recon_archives SET hash = $2, size = $3 WHERE id = $1', [id, hash, size]);
}

/** How writing a file ended. `stale`: a parcel changed meanwhile; `taken`: another process writes the bill's file. */
export type Ended = 'ready' | 'stale' | 'taken';

/**
 * Marks a file as ready, in the caller's transaction, if no parcel has changed since it was started.
 * @throws Error if the file's sums differ from its bill's counters
 */
export async function endArchive(
  db: Queryable,
  { id, billId, billNo }: BegunArchive,
  sums: readonly FileSum[],
): Promise<Ended> {
  const { rows } = await db.query<{ state: string }>('SELECT state FROM recon_archives WHERE id = $1 FOR UPDATE', [id]);
  if (rows[0]?.state !== 'writing') {
    const { rows: others } = await db.query(
      `SELECT 1 FROM recon_archives WHERE bill_id = $1 AND state <> 'stale' LIMIT 1`,
      [billId],
    );
    return others.length > 0 ? 'taken' : 'stale';
  }
  const { rows: counted } = await db.query<FileSum>(
    `SELECT status, reason, channel_id AS "channelId", currency, parcels, billed::text, expected::text, difference::text
       FROM recon_counters WHERE bill_id = $1 AND parcels <> 0`,
    [billId],
  );
  if (textOf(counted) !== textOf(sums))
    throw new Error(`The file of bill ${billNo} has other sums than its counters, so it is not used.`);
  const parcels = sums.reduce((all, sum) => all + sum.parcels, 0);
  await db.query(`UPDATE recon_archives SET state = 'ready', parcels = $2 WHERE id = $1`, [id, parcels]);
  return 'ready';
}

/** All sums as one string, in an order that does not depend on their source. */
const textOf = (sums: readonly FileSum[]): string =>
  sums
    .map(({ status, reason, channelId, currency, parcels, billed, expected, difference }) =>
      JSON.stringify([status, reason, channelId, currency, parcels, billed, expected, difference]),
    )
    .sort()
    .join('\n');

/** Marks a bill's file as stale, such as when its parcels or bytes are missing. */
export async function forgetArchive(db: Queryable, billId: number): Promise<void> {
  await db.query(`${STALE} WHERE bill_id = $1 AND state <> 'stale'`, [billId]);
}

/** How long a stale file is kept for reports that started before it became stale. */
const STALE_SECONDS = 24 * 3600;
/** Maximum number of stale files that one sweep removes; the next sweep removes the rest. */
const SWEPT_MOST = 1_000;

/** Removes files that became stale long enough ago. */
export async function sweepArchives(
  db: Queryable,
  remove: (file: string) => Promise<void>,
  nowSeconds: number,
): Promise<number> {
  const { rows } = await db.query<{ id: number; hash: string }>(
    `SELECT id, hash FROM recon_archives WHERE state = 'stale' AND stale_at <= $1 ORDER BY stale_at LIMIT ${SWEPT_MOST}`,
    [nowSeconds - STALE_SECONDS],
  );
  for (const { id, hash } of rows) {
    // The bytes are removed first, so that an interrupted removal is retried.
    if (hash !== '') await remove(archiveFile(hash));
    await db.query('DELETE FROM recon_archives WHERE id = $1', [id]);
  }
  return rows.length;
}
