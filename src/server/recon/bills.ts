import type { Country } from '../../domain/country.ts';
import type { BillState } from '../../domain/recon/bill.ts';
import type { Layout } from '../../domain/recon/layout.ts';
import type { FeeRule } from '../../domain/recon/rules.ts';
import type { Queryable } from '../db/transaction.ts';

export interface BillFile {
  id: string;
  name: string;
  hash: string;
  size: number;
}

/** A bill, with the columns that the job needs. */
export interface BillRecord {
  id: number;
  entity: Country;
  supplierId: number;
  layout: Layout;
  billDay: string;
  month: string;
  files: readonly BillFile[];
  state: BillState;
  userId: number;
  readFile: number;
  readRow: number;
  letThrough: string;
  /** The rule by which it is compared; null before the comparison has begun. */
  rule: FeeRule | null;
  deleted: boolean;
}

const COLUMNS = `id, entity, supplier_id AS "supplierId", layout, bill_day AS "billDay", month, files, state, user_id AS "userId",
  read_file AS "readFile", read_row AS "readRow", let_through::text AS "letThrough", rule, deleted`;

export async function findBill(db: Queryable, id: number): Promise<BillRecord | null> {
  const { rows } = await db.query<BillRecord>(`SELECT ${COLUMNS} FROM recon_bills WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

export async function setBillState(db: Queryable, id: number, state: BillState, message = ''): Promise<void> {
  await db.query('UPDATE recon_bills SET state = $2, message = $3 WHERE id = $1', [id, state, message]);
}

/**
 * Lets the transaction commit before it is on disk. A slice and the progress of the bill are written in one
 * transaction, so whatever a power failure undoes is read or compared again, with the same result. The final state of
 * the bill comes after all slices and waits for the disk.
 */
export const flushLater = (db: Queryable) => db.query('SET LOCAL synchronous_commit = off');

/**
 * Whether an earlier bill of the supplier has not been read yet: its charges for a parcel come before those of this
 * bill.
 */
export async function waitsForEarlier(db: Queryable, { id, entity, supplierId }: BillRecord): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM recon_bills WHERE entity = $1 AND supplier_id = $2 AND id < $3 AND NOT deleted AND state IN ('queued', 'reading') LIMIT 1`,
    [entity, supplierId, id],
  );
  return rows.length > 0;
}
