import type { Queryable } from '../db/transaction.ts';
import { addJob } from '../jobs/queue.ts';

/** The input of a reconciliation job. */
export interface ReconJob {
  /** `archive` writes the file of a settled bill (years/write). */
  task: 'bill' | 'action' | 'download' | 'archive';
  id: number;
  /** Number of failed attempts to write the file of the settled bill. */
  tries?: number;
}

export const weight = (): 'heavy' => 'heavy';

/** Adds a job in the same transaction that writes the data to be processed. */
export const addReconJob = (
  db: Queryable,
  payload: ReconJob,
  { owner, now }: { owner: number; now: number },
): Promise<void> =>
  addJob(db, { kind: 'recon', weight }, { key: `${payload.task}:${payload.id}`, owner, payload, now });
