import { isMoving, type QueuedImport } from './db.ts';

/** A person's decision about a refused import: retry it unchanged, overwrite colleagues' changes, or keep those. */
export type ImportDecision = 'retry' | 'over' | 'leave';

/**
 * Prepares an import, in place, to be resent after a decision; does nothing if the import is in progress or finished.
 */
export function decide(row: QueuedImport, decision: ImportDecision, callKey: string): void {
  if (isMoving(row) || row.state === 'applied' || row.state === 'discarded') return;
  const review = row.receipt?.review ?? null;
  if (decision === 'over' && review) {
    row.since = review.since;
    row.leaveTheirs = false;
  }
  if (decision === 'leave' && review) {
    // A review lists only the first records.
    if (review.rows.length < review.total) row.leaveTheirs = true;
    else row.leave = [...row.leave, ...review.rows.map(({ key }) => key)];
  }
  // The server may have lost a failed import's files.
  if (decision === 'retry') row.files = row.files.map(file => ({ ...file, complete: false }));
  row.callKey = callKey;
  row.receipt = null;
  row.state = 'waiting';
  row.problem = '';
  row.endedAt = null;
}
