import type { Queryable } from '../db/transaction.ts';
import { addJob } from '../jobs/queue.ts';

/** Task of a reconciliation job. */
export interface ReconJob {
  /** archive: the file of a settled bill is written (years/write). */
  task: 'bill' | 'action' | 'download' | 'archive';
  id: number;
  /** How often the file of a settled bill could not be written. */
  tries?: number;
}

export const weight = (): 'heavy' => 'heavy';

/** Adds a job, in the transaction of its subject. */
export const addReconJob = (
  db: Queryable,
  payload: ReconJob,
  { owner, now }: { owner: number; now: number },
): Promise<void> =>
  addJob(db, { kind: 'recon', weight }, { key: `${payload.task}:${payload.id}`, owner, payload, now });
