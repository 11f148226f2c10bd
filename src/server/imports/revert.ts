import type { Pool } from 'pg';
import { REVIEW_SHOWN, type ImportCounts, type ImportReceipt } from '../../contract/imports/calls.ts';
import { transaction } from '../db/transaction.ts';
import type { Own } from '../jobs/kind.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { findImport, type ImportRecord } from './records.ts';
import { withRows } from './review.ts';
import { clearRows, countRows, planByIndex, stageReversed, touchedRows } from './staged.ts';
import type { ChangeKind, ImportStore } from './store.ts';

/**
 * Undoes an import by applying its rows in reverse, if the records are still in the state in which the import left
 * them.
 */

const STAGED = 10_000;

export interface RevertPlan {
  total: number;
  counts: ImportCounts;
  /** Rows whose records others have changed since the import. */
  conflicts: ImportReceipt['review'];
}

/**
 * Stages the undo of `record.reverts` in separate, short transactions.
 * @throws RestartedElsewhere
 */
export async function stageRevert(db: Pool, store: ImportStore, record: ImportRecord, own: Own): Promise<RevertPlan> {
  const original = await findImport(db, record.reverts ?? '');
  if (!original) throw new Error(`the import ${record.reverts} is gone`);
  await transaction(db, async client => {
    await own(client);
    await clearRows(client, store, record.no);
  });
  const conflicts: { key: string; change: ChangeKind }[] = [];
  let total = 0;
  let missed = 0;
  for (let from = 0; from < original.total; from += STAGED) {
    const rows = { of: original.no, from, to: from + STAGED };
    const most = REVIEW_SHOWN - conflicts.length;
    const { staged, touched } = await transaction(db, async client => {
      await own(client);
      await planByIndex(client);
      const done = await stageReversed(client, store, rows, record.no, total);
      const left = Math.min(STAGED, original.total - from) - done;
      return { staged: done, touched: left > 0 && most > 0 ? await touchedRows(client, store, rows, most) : [] };
    });
    total += staged;
    missed += Math.min(STAGED, original.total - from) - staged;
    conflicts.push(...touched);
    await yieldToEventLoop();
  }
  const { added, changed, removed } = await countRows(db, store, record.no);
  return {
    total,
    counts: { added, changed, removed, unchanged: 0, absent: 0, left: missed },
    conflicts: missed === 0 ? null : await withRows(db, store, record.entity, conflicts, '', missed),
  };
}
