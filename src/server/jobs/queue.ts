import { NOW_MILLIS } from '../db/clock.ts';
import type { Queryable } from '../db/transaction.ts';
import { RestartedElsewhere, type JobKind, type Own, type Weight } from './kind.ts';

/** Statements on the jobs table. */

export interface Job {
  no: number;
  kind: string;
  key: string;
  owner: number;
  heavy: boolean;
  payload: unknown;
  attempts: number;
}

type OwnerAndWeight = Pick<Job, 'owner' | 'heavy'>;

const JOB_COLUMNS = 'no, kind, key, owner, heavy, payload, attempts';

export interface NewJob<P> {
  /**
   * The job's key within its kind. A job that is added again while it is waiting is replaced; one that is added again
   * while it is running runs once more, as it was last requested.
   */
  key: string;
  /** The person on whose behalf it runs; 0 is the server itself. */
  owner: number;
  payload: P;
  /** Earliest start time in epoch milliseconds; defaults to immediately. */
  runAt?: number;
  /** The current time, in epoch seconds. */
  now: number;
}

/**
 * Adds a job in the transaction to which it belongs. The runner is notified after the commit. If a running job has
 * `attempts` 0, it was added again after it had started (endJob).
 */
export async function addJob<P>(
  db: Queryable,
  { kind, weight }: Pick<JobKind<P>, 'kind' | 'weight'>,
  { key, owner, payload, runAt = 0, now }: NewJob<P>,
): Promise<void> {
  await db.query(
    `INSERT INTO jobs (kind, key, owner, heavy, payload, run_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (kind, key) DO UPDATE
       SET owner = excluded.owner, heavy = excluded.heavy, payload = excluded.payload, attempts = 0, run_at = excluded.run_at`,
    [kind, key, owner, weight(payload) === 'heavy', JSON.stringify(payload), runAt, now],
  );
}

/** Counts a person's jobs of a kind, both waiting and running. */
export async function jobsOf(db: Queryable, kind: string, owner: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM jobs WHERE kind = $1 AND owner = $2',
    [kind, owner],
  );
  return rows[0]?.count ?? 0;
}

/** If a job has shown no sign of life for this many milliseconds, its process must have been killed. */
const DEAD_MILLIS = 20_000;

/**
 * Returns all running jobs to the queue. Only one process uses the embedded database, so those that are running when it
 * starts were left by its predecessor, whatever the clocks say.
 */
export async function releaseJobs(db: Queryable): Promise<void> {
  await db.query('UPDATE jobs SET alive_at = 0, run_at = 0 WHERE alive_at > 0');
}

/**
 * Takes the next job of a weight, among jobs without a process and jobs whose process has been killed: the one whose
 * owner has waited longest. The job gets a new number, which only this start has: how often it was started does not tell
 * two starts apart, because that count begins again when the job is added again.
 * @param now epoch milliseconds
 */
export async function claimJob(
  db: Queryable,
  weight: Weight,
  kinds: readonly string[],
  now: number,
): Promise<Job | null> {
  const heavy = weight === 'heavy';
  const { rows } = await db.query<Job>(
    `UPDATE jobs SET no = DEFAULT, alive_at = ${NOW_MILLIS}, attempts = attempts + 1
      WHERE no = (SELECT no FROM jobs
                   WHERE heavy = $2 AND kind = ANY ($3::text[])
                     AND CASE alive_at WHEN 0 THEN run_at <= $1 ELSE alive_at < ${NOW_MILLIS} - ${DEAD_MILLIS} END
                   ORDER BY turn, no LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${JOB_COLUMNS}`,
    [now, heavy, kinds],
  );
  const job = rows[0] ?? null;
  if (job) {
    await moveToEnd(db, job);
  }
  return job;
}

/**
 * Moves a person's waiting jobs of a weight behind those of everyone else. They all get the same number, which
 * preserves their relative order.
 */
async function moveToEnd(db: Queryable, { owner, heavy }: OwnerAndWeight): Promise<void> {
  await db.query(
    `UPDATE jobs SET turn = (SELECT nextval(pg_get_serial_sequence('jobs', 'turn')))
      WHERE no IN (SELECT no FROM jobs WHERE owner = $1 AND heavy = $2 AND alive_at = 0 FOR UPDATE SKIP LOCKED)`,
    [owner, heavy],
  );
}

/**
 * A running job, and the start that a process made: a job that was restarted elsewhere has another number, or counts
 * more starts if a process of an earlier release restarted it.
 */
type Start = Pick<Job, 'no' | 'attempts'>;

/**
 * SQL: whether a job is still the one that this process started. A process that was frozen for so long that its job
 * was restarted elsewhere must not end it there. A job that was added again while it was running counts no starts.
 */
const IS_OWN = 'no = $1 AND attempts IN (0, $2)';

/** Records that the process of a running job is alive, unless the job was returned to the queue or restarted. */
export async function keepJob(db: Queryable, { no, attempts }: Start): Promise<void> {
  await db.query(`UPDATE jobs SET alive_at = ${NOW_MILLIS} WHERE ${IS_OWN} AND alive_at > 0`, [no, attempts]);
}

/**
 * Makes sure until the end of a transaction that a job is not restarted elsewhere: a claim skips locked jobs. Signs of
 * life do not change the key of a job, so they do not wait for this lock.
 */
export const ownOf =
  ({ no, attempts }: Start): Own =>
  async db => {
    const { rowCount } = await db.query({
      name: 'job-own',
      text: `SELECT 1 FROM jobs WHERE ${IS_OWN} AND alive_at > 0 FOR KEY SHARE`,
      values: [no, attempts],
    });
    if (rowCount !== 1) throw new RestartedElsewhere();
  };

/** Returns a job that was interrupted cleanly to the queue; its start does not count as an attempt. */
export async function leaveJob(db: Queryable, { no, attempts }: Start, runAt: number): Promise<void> {
  await db.query(
    `UPDATE jobs SET alive_at = 0, attempts = greatest(attempts - 1, 0), run_at = $3 WHERE ${IS_OWN} AND alive_at > 0`,
    [no, attempts, runAt],
  );
}

/**
 * Removes a finished job, or returns it to the queue if it was added again while it was running: the job may have read
 * its data before that request. A job that was restarted elsewhere stays there. Jobs added by other people in the meantime move ahead of the owner's other jobs.
 */
export async function endJob(db: Queryable, { no, attempts }: Start): Promise<void> {
  const ended = await db.query<OwnerAndWeight>(
    'DELETE FROM jobs WHERE no = $1 AND attempts = $2 RETURNING owner, heavy',
    [no, attempts],
  );
  const back =
    ended.rowCount === 0
      ? await db.query<OwnerAndWeight>(
          'UPDATE jobs SET alive_at = 0 WHERE no = $1 AND attempts = 0 RETURNING owner, heavy',
          [no],
        )
      : ended;
  if (back.rows[0]) await moveToEnd(db, back.rows[0]);
}

/** Returns the earliest start time of the delayed jobs, in epoch milliseconds, or null if there are none. */
export async function nextRunAt(db: Queryable, weight: Weight, now: number): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    'SELECT min(run_at)::int8 AS at FROM jobs WHERE heavy = $1 AND alive_at = 0 AND run_at > $2',
    [weight === 'heavy', now],
  );
  return rows[0]?.at ?? null;
}
