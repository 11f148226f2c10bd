import { REVIEW_SHOWN, type ImportCounts, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Queryable } from '../db/transaction.ts';
import { breathe } from './breathe.ts';
import { findImport, type ImportRecord } from './records.ts';
import { withRows } from './review.ts';

/** Taking an import back: its rows the other way round, where they still stand as it left them. */

const STAGED = 10_000;

/** The record is still as the import left it: of its version, or as it was deleted. */
const UNTOUCHED = `CASE WHEN r.after_flags IS NULL THEN p.version IS NULL AND d.version = r.after_version
                        ELSE p.version = r.after_version END`;
const STANDS = `channel_location_import_rows r
  LEFT JOIN channel_locations p ON p.channel_id = r.channel_id AND p.type = r.type AND p.location_id = r.location_id
  LEFT JOIN deleted_versions d ON r.after_flags IS NULL AND d.collection = 'channelLocations'
                              AND d.key = r.channel_id || '/' || r.location_id || '/' || r.type`;

export interface RevertPlan {
  total: number;
  counts: ImportCounts;
  /** Rows that others changed since. */
  conflicts: ImportReceipt['review'];
}

/** Writes down what takes `record.reverts` back, in short statements outside of the transaction. */
export async function stageRevert(db: Queryable, record: ImportRecord): Promise<RevertPlan> {
  const original = await findImport(db, record.reverts ?? '');
  if (!original) throw new Error(`the import ${record.reverts} is gone`);
  await db.query('DELETE FROM channel_location_import_rows WHERE import_no = $1', [record.no]);
  const conflicts: { key: string; change: 'added' | 'changed' | 'removed' }[] = [];
  let total = 0;
  let missed = 0;
  for (let from = 0; from < original.total; from += STAGED) {
    const staged = await db.query(
      `INSERT INTO channel_location_import_rows (import_no, n, channel_id, type, location_id, before_flags, after_flags,
              before_version, after_version)
       SELECT $2, $3 - 1 + row_number() OVER (ORDER BY r.n), r.channel_id, r.type, r.location_id, r.after_flags,
              r.before_flags, CASE WHEN r.after_flags IS NULL THEN 0 ELSE r.after_version END,
              CASE WHEN r.after_flags IS NULL THEN 1 ELSE r.after_version + 1 END
         FROM ${STANDS}
        WHERE r.import_no = $1 AND r.n >= $4 AND r.n < $5 AND ${UNTOUCHED}`,
      [original.no, record.no, total, from, from + STAGED],
    );
    total += staged.rowCount ?? 0;
    await breathe();
    const here = Math.min(STAGED, original.total - from) - (staged.rowCount ?? 0);
    missed += here;
    if (here === 0 || conflicts.length >= REVIEW_SHOWN) continue;
    const { rows } = await db.query<(typeof conflicts)[number]>(
      `SELECT r.channel_id || '/' || r.location_id || '/' || r.type AS key,
              CASE WHEN r.before_flags IS NULL THEN 'removed' WHEN r.after_flags IS NULL THEN 'added' ELSE 'changed' END
                AS change
         FROM ${STANDS}
        WHERE r.import_no = $1 AND r.n >= $2 AND r.n < $3 AND (${UNTOUCHED}) IS NOT TRUE ORDER BY r.n LIMIT $4`,
      [original.no, from, from + STAGED, REVIEW_SHOWN - conflicts.length],
    );
    conflicts.push(...rows);
  }
  const { rows } = await db.query<{ added: number; changed: number; removed: number }>(
    `SELECT count(*) FILTER (WHERE before_flags IS NULL) AS added, count(*) FILTER (WHERE after_flags IS NULL) AS removed,
            count(*) FILTER (WHERE before_flags IS NOT NULL AND after_flags IS NOT NULL) AS changed
       FROM channel_location_import_rows WHERE import_no = $1`,
    [record.no],
  );
  const { added = 0, changed = 0, removed = 0 } = rows[0] ?? {};
  return {
    total,
    counts: { added, changed, removed, unchanged: 0, absent: 0, left: missed },
    conflicts: missed === 0 ? null : await withRows(db, record.entity, conflicts, '', missed),
  };
}
