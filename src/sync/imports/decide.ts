import { isMoving, type QueuedImport } from './db.ts';

/** A person's decision about a refused import: retry unchanged, overwrite colleagues' changes, or leave them. */
export type ImportDecision = 'retry' | 'over' | 'leave';

/** Prepares it for sending again after a decision, in place; an import in progress or ended stays unchanged. */
export function decide(row: QueuedImport, decision: ImportDecision, callKey: string): void {
  if (isMoving(row) || row.state === 'applied' || row.state === 'discarded') return;
  const review = row.receipt?.review ?? null;
  if (decision === 'over' && review) {
    row.since = review.since;
    row.leaveTheirs = false;
  }
  if (decision === 'leave' && review) {
    // A review lists only the first of them.
    if (review.rows.length < review.total) row.leaveTheirs = true;
    else row.leave = [...row.leave, ...review.rows.map(({ key }) => key)];
  }
  // A failed import may have lost its files on the server.
  if (decision === 'retry') row.files = row.files.map(file => ({ ...file, complete: false }));
  row.callKey = callKey;
  row.receipt = null;
  row.state = 'waiting';
  row.problem = '';
  row.endedAt = null;
}
