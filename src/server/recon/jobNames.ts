import { countText } from '../../domain/import/countsText.ts';
import { RECON_STATUS_LABELS } from '../../domain/recon/status.ts';
import type { Queryable } from '../db/transaction.ts';
import type { NamedJob } from '../jobs/kind.ts';
import { emitJobFailure } from '../notify/sources.ts';
import { findAction, wholeBill, type ActionRecord } from './actions.ts';
import type { ReconJob } from './queue.ts';

/** Names of the jobs of reconciliation, for events about their failures (NOTIF-1). */

/** What people call a job of reconciliation, and whose it is; null if it no longer exists. */
export async function namedRecon(db: Queryable, { task, id }: ReconJob): Promise<NamedJob | null> {
  if (task === 'action') {
    const action = await findAction(db, id);
    return action && { job: await actionName(db, action), country: action.entity, person: action.email };
  }
  const { rows } = await db.query<NamedJob>(
    task === 'download'
      ? `SELECT 'Download of ' || title AS job, entity AS country, email AS person FROM recon_downloads WHERE id = $1`
      : `SELECT $2 || bill_no AS job, entity AS country, submitted_by AS person FROM recon_bills WHERE id = $1`,
    task === 'download' ? [id] : [id, task === 'bill' ? 'Bill ' : 'Archive of bill '],
  );
  return rows[0] ?? null;
}

async function actionName(db: Queryable, { kind, input, target, total }: ActionRecord): Promise<string> {
  const id = kind === 'read' ? input.bill : wholeBill(input);
  const { rows } = await db.query<{ bill: string }>('SELECT bill_no AS bill FROM recon_bills WHERE id = $1', [
    id ?? null,
  ]);
  const what = rows[0] ? `bill ${rows[0].bill}` : countText(total, 'order');
  if (kind === 'read') return `Reading of ${what} with a changed layout`;
  if (kind === 'recon') return `New comparison of ${what}`;
  return `Change of ${what} to ${RECON_STATUS_LABELS[target]}`;
}

/** Emits the event of a job that was given up, so that its person need not look for it. */
export async function emitReconFailure(db: Queryable, job: ReconJob, reason: string, now: number): Promise<void> {
  const named = await namedRecon(db, job);
  if (named) await emitJobFailure(db, { ...named, key: `${job.task} ${job.id}`, reason }, now);
}
