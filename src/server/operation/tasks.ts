import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCount } from '../../domain/format.ts';
import { verifiedText, verifyLog } from '../audit/verify.ts';
import { backUpServed, BackupRefused, listBackups } from '../backup/backup.ts';
import { DataFolderUnusable } from '../db/dataFolder.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import type { Queryable } from '../db/transaction.ts';
import type { JobKind, Own, Tick } from '../jobs/kind.ts';
import { owned } from '../jobs/owned.ts';
import { addJob } from '../jobs/queue.ts';
import { emitJobFailure } from '../notify/sources.ts';

/** Backups and log verifications, as background work with progress. */

export interface SystemJob {
  task: 'backup' | 'verify';
  id: number;
}

const KIND = 'system';
const weight = (): 'heavy' => 'heavy';
/** Minimum interval in ms at which a task stores its progress. */
const NOTED_MILLIS = 500;
/** Number of tasks that are kept for the list. */
const KEPT = 50;

/** The name of a backup that is made at the given time: "2026-11-27T08-15-30". */
export const backupName = (millis: number): string => new Date(millis).toISOString().slice(0, 19).replaceAll(':', '-');

/** Why a backup failed and what to do, as a message; null if its folder is not the cause. */
function backupProblem(folder: string, error: unknown): string | null {
  if (error instanceof BackupRefused || error instanceof DataFolderUnusable) return error.message;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return null;
  const what = code === 'EDQUOT' ? 'its quota is used up' : message;
  return `The server cannot write to the folder of the backups, ${folder}: ${what}. Let the server's account write there, or set OPS_BACKUPS to another folder.`;
}

/** Adds a task in the transaction of its log entry. The runner is notified after the commit. */
export async function addTask(
  db: Queryable,
  {
    task,
    name,
    person,
    owner,
    now,
  }: { task: SystemJob['task']; name: string; person: string; owner: number; now: number },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'INSERT INTO system_tasks (kind, name, person, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [task, name, person, now],
  );
  const id = rows[0]?.id ?? 0;
  await db.query('DELETE FROM system_tasks WHERE id <= $1 AND ended_at IS NOT NULL', [id - KEPT]);
  await addJob(db, { kind: KIND, weight }, { key: String(id), owner, payload: { task, id }, now });
  return id;
}

/** A task, and what makes sure that no other process has restarted its job. */
interface Started {
  id: number;
  own: Own;
}

/** Notifies people who watch failed jobs; the page System shows the failure only to those who open it. */
async function tellFailure(db: Queryable, id: number, reason: string, now: number): Promise<void> {
  const { rows } = await db.query<{ kind: SystemJob['task']; name: string; person: string }>(
    'SELECT kind, name, person FROM system_tasks WHERE id = $1',
    [id],
  );
  const [task] = rows;
  if (!task) return;
  const job = task.kind === 'backup' ? `Backup ${task.name}` : 'Verification of the log';
  await emitJobFailure(db, { job, reason, person: task.person }, now);
}

/** The kind of job that runs these tasks. */
export function createSystemKind(contextOf: () => ServerContext): JobKind<SystemJob> {
  const end = async (
    { id, own }: Started,
    state: 'done' | 'failed',
    message: string,
    findings: readonly string[] = [],
  ): Promise<void> => {
    const context = contextOf();
    const now = nowSeconds(context);
    // Before its end is stored: if the server is killed in between, the restarted job does not add a second event.
    if (state === 'failed') await tellFailure(context.database.pool, id, message, now);
    await owned(context.database, own).query(
      `UPDATE system_tasks SET state = $2, message = $3, findings = $4, step = '', ended_at = $5 WHERE id = $1`,
      [id, state, message, findings, now],
    );
  };

  /** Stores the progress of a task from time to time, and interrupts the task if the server is being stopped. */
  const noteStep = (id: number, tick: Tick) => {
    let noted = 0;
    return async (step: string, done: number, total: number): Promise<void> => {
      tick();
      if (Date.now() - noted < NOTED_MILLIS) return;
      noted = Date.now();
      await contextOf().database.pool.query(
        `UPDATE system_tasks SET state = 'running', step = $2, done = $3, total = $4 WHERE id = $1`,
        [id, step, done, total],
      );
    };
  };

  const backUp = async (started: Started, tick: Tick): Promise<void> => {
    const { id } = started;
    const { database, config } = contextOf();
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM system_tasks WHERE id = $1', [id]);
    const name = rows[0]?.name ?? '';
    const target = join(config.backupsDir ?? '', name);
    const sizeText = (made: { bytes: number; files: number }): string =>
      `${formatCount(made.files)} files, ${(made.bytes / 1_048_576).toFixed(1)} MB`;
    // The process that made this backup was killed before it could say so.
    const complete = (await listBackups(config.backupsDir ?? '')).find(listed => listed.name === name);
    if (complete) return end(started, 'done', sizeText(complete));
    try {
      // This folder may have been left over by a killed process.
      await rm(`${target}.part`, { recursive: true, force: true });
      const made = await backUpServed(database, { files: config.files ?? { folder: '' } }, target, noteStep(id, tick));
      await end(started, 'done', sizeText(made));
    } catch (error) {
      const problem = backupProblem(config.backupsDir ?? '', error);
      if (problem === null) throw error;
      await end(started, 'failed', problem);
    }
  };

  const verify = async (started: Started, tick: Tick): Promise<void> => {
    const { id } = started;
    const { pool } = contextOf().database;
    const { rows } = await pool.query<{ total: number }>('SELECT count(*) AS total FROM audit_logs');
    const note = noteStep(id, tick);
    const found = await verifyLog(pool, {}, read => note('Reading the log', read, rows[0]?.total ?? 0));
    const { problems } = found;
    return end(started, problems.length === 0 ? 'done' : 'failed', verifiedText(found), problems);
  };

  return {
    kind: KIND,
    weight,
    tellsFailure: () => true,
    run: ({ task, id }, tick, own) => (task === 'backup' ? backUp({ id, own }, tick) : verify({ id, own }, tick)),
    giveUp: async ({ id }, error, own) => {
      await end(
        { id, own },
        'failed',
        error === null
          ? 'The server stopped several times during this job. Try again.'
          : 'The server could not finish this job. See the server’s log for the reason, then try again.',
      );
      return true;
    },
  };
}
