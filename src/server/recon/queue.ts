import type { Queryable } from '../db/transaction.ts';
import { addJob } from '../jobs/queue.ts';

/** The payload of a reconciliation job. */
export interface ReconJob {
  /** `archive` writes a settled bill's file (years/write). */
  task: 'bill' | 'action' | 'download' | 'archive';
  id: number;
  /** How many attempts to write the settled bill's file have failed. */
  tries?: number;
}

export const weight = (): 'heavy' => 'heavy';

/** Adds a job in the transaction that writes the data it will process. */
export const addReconJob = (
  db: Queryable,
  payload: ReconJob,
  { owner, now }: { owner: number; now: number },
): Promise<void> =>
  addJob(db, { kind: 'recon', weight }, { key: `${payload.task}:${payload.id}`, owner, payload, now });
