import type { Country } from '../../domain/country.ts';
import {
  RECON_STATUS,
  SETTLED_STATUSES,
  statusProblem,
  type ReconStatus,
  type ReconTarget,
} from '../../domain/recon/status.ts';
import type { Queryable } from '../db/transaction.ts';
import { CounterChanges } from './counters.ts';
import { markOutdatedBy } from './outdated.ts';
import { countedOf, PARCEL_COLUMNS, type ParcelRecord } from './parcels.ts';
import { archiveSettled } from './years/archives.ts';

/** Changes that people make to the status of parcels. */

export interface ChangeOrder {
  target: ReconTarget;
  remark: string;
  email: string;
  /** The time of the change, in epoch seconds. */
  at: number;
  /** The version of each parcel that the person saw; if omitted, versions are not compared. */
  seen?: ReadonlyMap<number, number> | undefined;
}

const CHANGED_SINCE =
  'It was changed after it was shown to you, so its amounts may be different now. Check it again before you change its status.';

export interface Refused {
  id: number;
  problem: string;
}

/** Loads what the status rule needs besides the parcel: who submitted the bill, and what the entity permits. */
export async function loadRule(
  db: Queryable,
  entity: Country,
  parcels: readonly ParcelRecord[],
): Promise<(parcel: ParcelRecord, order: Pick<ChangeOrder, 'target' | 'remark' | 'email'>) => string | null> {
  const bills = await db.query<{ id: number; by: string; deleted: boolean }>(
    'SELECT id, submitted_by AS by, deleted FROM recon_bills WHERE id = ANY ($1::int4[])',
    [[...new Set(parcels.map(({ billId }) => billId))]],
  );
  const settings = await db.query<{ own: boolean }>(
    'SELECT own_approval AS own FROM recon_settings WHERE entity = $1',
    [entity],
  );
  const byId = new Map(bills.rows.map(row => [row.id, row]));
  const ownApproval = settings.rows[0]?.own ?? false;
  return ({ billId, status }, { target, remark, email }) => {
    const bill = byId.get(billId);
    if (!bill || bill.deleted) return 'Its bill was deleted.';
    return statusProblem({ from: status, to: target, submittedBy: bill.by, person: email, remark, ownApproval });
  };
}

/**
 * Changes the parcels that may change, including counters and history, and returns why the others may not. The caller
 * must have locked the parcels.
 */
export async function changeParcels(
  db: Queryable,
  entity: Country,
  parcels: readonly ParcelRecord[],
  order: ChangeOrder,
): Promise<{ changed: number; refused: Refused[] }> {
  const problemOf = await loadRule(db, entity, parcels);
  const refused: Refused[] = [];
  const chosen = parcels.filter(parcel => {
    const isStale = order.seen !== undefined && order.seen.get(parcel.id) !== parcel.version;
    const problem = problemOf(parcel, order) ?? (isStale ? CHANGED_SINCE : null);
    if (problem !== null) refused.push({ id: parcel.id, problem });
    return problem === null;
  });
  if (chosen.length > 0) await writeStatus(db, chosen, order);
  return { changed: chosen.length, refused };
}

async function writeStatus(
  db: Queryable,
  chosen: readonly ParcelRecord[],
  { target, remark, email, at }: ChangeOrder,
): Promise<void> {
  const { rows } = await db.query<ParcelRecord>(
    `UPDATE recon_parcels p SET status = $2, remark = CASE $3 WHEN '' THEN remark ELSE $3 END, changed_by = $4, changed_at = $5, version = version + 1
      WHERE id = ANY ($1::int8[]) RETURNING ${PARCEL_COLUMNS}`,
    [chosen.map(({ id }) => id), target, remark, email, at],
  );
  const before = new Map(chosen.map(parcel => [parcel.id, parcel]));
  const counters = new CounterChanges();
  for (const after of rows) {
    const was = before.get(after.id);
    if (was) counters.move(countedOf(was), countedOf(after));
  }
  await counters.apply(db);
  await markOutdatedBy(
    db,
    chosen.filter(({ status }) => (status === RECON_STATUS.deleted) !== (target === RECON_STATUS.deleted)),
  );
  await addHistory(
    db,
    chosen.map(({ id, status }) => ({ id, before: status, after: target })),
    { remark, email, at },
  );
  if (SETTLED_STATUSES.includes(target)) await archiveSettled(db, [...new Set(chosen.map(({ billId }) => billId))], at);
}

/** Adds a history entry for each parcel. */
export async function addHistory(
  db: Queryable,
  changes: readonly { id: number; before: ReconStatus; after: ReconStatus }[],
  { remark, email, at }: Pick<ChangeOrder, 'remark' | 'email' | 'at'>,
): Promise<void> {
  await db.query(
    `INSERT INTO recon_history (parcel_id, before, after, at, email, remark)
     SELECT *, $4, $5, $6 FROM unnest($1::int8[], $2::int2[], $3::int2[])`,
    [
      changes.map(({ id }) => id),
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
      at,
      email,
      remark,
    ],
  );
}
