import type { Pool } from 'pg';
import { REVIEW_SHOWN, type ImportCounts, type ImportReceipt } from '../../contract/imports/calls.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import type { Own } from '../jobs/kind.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { findImport, type ImportRecord } from './records.ts';
import { withRows } from './review.ts';
import { clearRows, countRows, keptRows, planByIndex, stageReversed, touchedRows } from './staged.ts';
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

/** Why an import whose rows were removed because of their age cannot be undone. */
export const NOT_KEPT =
  'The changes made by this import are no longer kept, so it cannot be undone. Correct the records with another import.';

/** Whether all rows of an import are still kept. */
export const areRowsKept = async (
  db: Queryable,
  store: ImportStore,
  { no, total }: Pick<ImportRecord, 'no' | 'total'>,
): Promise<boolean> => (await keptRows(db, store, no)) >= total;

/**
 * Stages the undo of `record.reverts` in separate, short transactions.
 * @returns null if housekeeping has removed rows of the import meanwhile, of which only a part could be undone
 * @throws RestartedElsewhere
 */
export async function stageRevert(
  db: Pool,
  store: ImportStore,
  record: ImportRecord,
  own: Own,
): Promise<RevertPlan | null> {
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
  if (!(await areRowsKept(db, store, original))) return null;
  const { added, changed, removed } = await countRows(db, store, record.no);
  return {
    total,
    counts: { added, changed, removed, unchanged: 0, absent: 0, left: missed },
    conflicts: missed === 0 ? null : await withRows(db, store, record.entity, conflicts, '', missed),
  };
}
