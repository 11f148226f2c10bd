import type { Country } from '../../../domain/country.ts';
import { SETTLED_STATUSES } from '../../../domain/recon/status.ts';
import { tryAll } from '../../base/tryAll.ts';
import type { Queryable } from '../../db/transaction.ts';
import { newFileId } from '../../files/records.ts';
import { addJob } from '../../jobs/queue.ts';
import { STALE } from '../counters.ts';
import { weight, type ReconJob } from '../queue.ts';
import type { FileSum } from './api.ts';

/**
 * Manages the archive files of settled bills. A bill has at most one file that is not stale. Every change to a parcel
 * locks the bill and marks its file as stale in the same transaction (counters.ts). A file is started under a lock that
 * excludes such changes. Therefore, a ready file always matches the parcels, and a report that reads the list of files
 * in one statement never mixes the states before and after a change.
 */

/** SQL condition on a bill `b`: it has been compared, and each parcel on it is Paid, Rejected or Deleted. */
export const SETTLED = `NOT b.deleted AND b.state = 'ready'
  AND EXISTS (SELECT 1 FROM recon_counters c WHERE c.bill_id = b.id AND c.parcels > 0)
  AND NOT EXISTS (SELECT 1 FROM recon_counters c WHERE c.bill_id = b.id AND c.parcels > 0 AND c.status NOT IN (${SETTLED_STATUSES.join(', ')}))`;

/** The name of a file in the store. */
export const archiveFile = (hash: string): string => `${hash}.parquet`;

/** Adds jobs for those of the given bills that are settled and do not have a file yet. */
export async function archiveSettled(db: Queryable, bills: readonly number[], now: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT b.id FROM recon_bills b WHERE b.id = ANY ($1::int4[]) AND ${SETTLED} ORDER BY b.id`,
    [bills],
  );
  for (const { id } of rows) await addArchiveJob(db, { id }, { now });
}

/**
 * Each change adds a job of its own, because a job that is already running may have read the state before the change. A
 * job that finds that the file has been written does nothing.
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
 * Retries a file that could not be written, first after a minute and then with a delay that doubles each time, up to an
 * hour.
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

/** Number of bills that are queued when the server starts; the next start queues more. */
const MISSING_MOST = 10_000;

/** Adds jobs for all settled bills without a file, such as after multi-year reports were enabled. */
export async function archiveMissing(db: Queryable, now: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT b.id FROM recon_bills b WHERE ${SETTLED}
        AND NOT EXISTS (SELECT 1 FROM recon_archives a WHERE a.bill_id = b.id AND a.state = 'ready')
        AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'recon' AND j.payload ->> 'task' = 'archive' AND (j.payload ->> 'id')::int = b.id)
      ORDER BY b.id LIMIT ${MISSING_MOST}`,
  );
  for (const { id } of rows) await addArchiveJob(db, { id }, { now });
}

/** A file that is being written, and its bill. */
export interface BegunArchive {
  id: number;
  billId: number;
  billNo: string;
  country: Country;
}

/**
 * Starts a file in the caller's transaction. Waits for changes to the bill's parcels that are in progress; later
 * changes find the file and mark it as stale.
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
  // An unfinished file may have been left over by a killed process.
  await forgetArchive(db, billId);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO recon_archives (bill_id, state, created_at) VALUES ($1, 'writing', $2) RETURNING id`,
    [billId, now],
  );
  return { id: rows[0]?.id ?? 0, ...bills[0] };
}

/** Stores the name of a file before its bytes are stored, so that housekeeping finds the bytes in any case. */
export async function nameArchive(db: Queryable, id: number, { hash, size }: { hash: string; size: number }) {
  await db.query('UPDATE recon_archives SET hash = $2, size = $3 WHERE id = $1', [id, hash, size]);
}

/**
 * How writing a file ended. `stale`: a parcel changed in the meantime; `taken`: another process writes the bill's file.
 */
export type Ended = 'ready' | 'stale' | 'taken';

/**
 * Marks a file as ready in the caller's transaction, if no parcel has changed since the file was started.
 * @throws Error if the sums in the file differ from the bill's counters
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

/** All sums as one string, in an order that does not depend on where they come from. */
const textOf = (sums: readonly FileSum[]): string =>
  sums
    .map(({ status, reason, channelId, currency, parcels, billed, expected, difference }) =>
      JSON.stringify([status, reason, channelId, currency, parcels, billed, expected, difference]),
    )
    .sort()
    .join('\n');

/** Marks the file of a bill as stale, such as when its parcels or bytes are missing. */
export async function forgetArchive(db: Queryable, billId: number): Promise<void> {
  await db.query(`${STALE} WHERE bill_id = $1 AND state <> 'stale'`, [billId]);
}

/** Number of seconds for which a stale file is kept, for reports that started before it became stale. */
const STALE_SECONDS = 24 * 3600;
/** Maximum number of stale files that a sweep removes; the next sweep removes more. */
const SWEPT_MOST = 1_000;

/**
 * Removes files that became stale long enough ago.
 * @throws the first error of `remove`, once all files have been tried
 */
export async function sweepArchives(
  db: Queryable,
  remove: (file: string) => Promise<void>,
  nowSeconds: number,
): Promise<number> {
  const { rows } = await db.query<{ id: number; hash: string }>(
    `SELECT id, hash FROM recon_archives WHERE state = 'stale' AND stale_at <= $1 ORDER BY stale_at LIMIT ${SWEPT_MOST}`,
    [nowSeconds - STALE_SECONDS],
  );
  await tryAll(rows, async ({ id, hash }) => {
    // The bytes are removed first, so that an interrupted removal is repeated later.
    if (hash !== '') await remove(archiveFile(hash));
    await db.query('DELETE FROM recon_archives WHERE id = $1', [id]);
  });
  return rows.length;
}
