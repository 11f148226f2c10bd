import { nextKeyOf } from '../../contract/callKey.ts';
import { isMoving, type QueuedImport } from './db.ts';

/** A person's decision about a refused import: retry it unchanged, overwrite colleagues' changes, or keep those. */
export type ImportDecision = 'retry' | 'over' | 'leave';

/**
 * Prepares an import, in place, to be resent after a decision; does nothing if the import is in progress or finished.
 * @param uuid new; part of the key of the next call
 */
export function decide(row: QueuedImport, decision: ImportDecision, uuid: string): void {
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
  row.callKey = nextKeyOf(row.callKey, uuid);
  row.receipt = null;
  row.state = 'waiting';
  row.problem = '';
  row.endedAt = null;
}
