import { isMoving, type QueuedImport } from './db.ts';

/** What a person decides about an import that was not taken: again as it is, over what colleagues changed, or without it. */
export type ImportDecision = 'retry' | 'over' | 'leave';

/** Makes it ready to be sent again by a decision, in place; one that is on its way or has ended stays as it is. */
export function decide(row: QueuedImport, decision: ImportDecision, callKey: string): void {
  if (isMoving(row) || row.state === 'applied' || row.state === 'discarded') return;
  const review = row.receipt?.review ?? null;
  if (decision === 'over' && review) {
    row.since = review.since;
    row.leaveTheirs = false;
  }
  if (decision === 'leave' && review) {
    // A review names the first of them alone.
    if (review.rows.length < review.total) row.leaveTheirs = true;
    else row.leave = [...row.leave, ...review.rows.map(({ key }) => key)];
  }
  // A failed one may have lost its files on the server.
  if (decision === 'retry') row.files = row.files.map(file => ({ ...file, complete: false }));
  row.callKey = callKey;
  row.receipt = null;
  row.state = 'waiting';
  row.problem = '';
  row.endedAt = null;
}
