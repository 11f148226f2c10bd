import { REVIEW_SHOWN, type ImportCounts, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Queryable } from '../db/transaction.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';
import { findImport, type ImportRecord } from './records.ts';
import { withRows } from './review.ts';
import { clearRows, countRows, stageReversed, touchedRows } from './staged.ts';
import type { ChangeKind, ImportStore } from './store.ts';

/** Taking an import back: its rows the other way round, where they are still as it left them. */

const STAGED = 10_000;

export interface RevertPlan {
  total: number;
  counts: ImportCounts;
  /** Rows that others changed since. */
  conflicts: ImportReceipt['review'];
}

/** Writes down what takes `record.reverts` back, in short statements outside of the transaction. */
export async function stageRevert(db: Queryable, store: ImportStore, record: ImportRecord): Promise<RevertPlan> {
  const original = await findImport(db, record.reverts ?? '');
  if (!original) throw new Error(`the import ${record.reverts} is gone`);
  await clearRows(db, store, record.no);
  const conflicts: { key: string; change: ChangeKind }[] = [];
  let total = 0;
  let missed = 0;
  for (let from = 0; from < original.total; from += STAGED) {
    const rows = { of: original.no, from, to: from + STAGED };
    const staged = await stageReversed(db, store, rows, record.no, total);
    total += staged;
    await yieldToEventLoop();
    const here = Math.min(STAGED, original.total - from) - staged;
    missed += here;
    if (here === 0 || conflicts.length >= REVIEW_SHOWN) continue;
    conflicts.push(...(await touchedRows(db, store, rows, REVIEW_SHOWN - conflicts.length)));
  }
  const { added, changed, removed } = await countRows(db, store, record.no);
  return {
    total,
    counts: { added, changed, removed, unchanged: 0, absent: 0, left: missed },
    conflicts: missed === 0 ? null : await withRows(db, store, record.entity, conflicts, '', missed),
  };
}
