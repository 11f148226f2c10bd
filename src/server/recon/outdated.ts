import type { ComparedBill } from '../../contract/recon.ts';
import type { Queryable } from '../db/transaction.ts';
import { namesOf } from './earlier.ts';
import type { ParcelRecord } from './parcels.ts';
import { loadShipments } from './shipments.ts';

/**
 * Bills that were compared with what another bill charges, although that bill has changed since: it was deleted, read
 * again, or people deleted or restored parcels of it. What remains of such parcels may be wrong until the bill is
 * compared again.
 */

/** Maximum number of bills that are listed. */
const SHOWN = 100;

/** Marks the bills that were compared with a given one, which is deleted or read again. */
export const markOutdated = (db: Queryable, otherId: number): Promise<unknown> =>
  db.query('UPDATE recon_comparisons SET outdated = outdated + 1 WHERE other_id = $1', [otherId]);

/**
 * Marks the bills that also charge for one of the given parcels of a country, which people delete or restore. They may
 * name the parcel differently.
 */
export async function markOutdatedBy(
  db: Queryable,
  parcels: readonly Pick<ParcelRecord, 'billId' | 'entity' | 'supplierId' | 'key' | 'tracking' | 'reference'>[],
): Promise<void> {
  const entity = parcels[0]?.entity;
  if (entity === undefined) return;
  const shipmentOf = await loadShipments(db, entity, parcels);
  const names = parcels.flatMap(parcel => {
    const { keys, references } = namesOf(parcel, shipmentOf(parcel));
    const named = (list: readonly string[], isReference: boolean) =>
      [...new Set(list)].filter(name => name !== '').map(name => ({ ...parcel, name, isReference }));
    return [...named(keys, false), ...named(references, true)];
  });
  await db.query(
    `UPDATE recon_comparisons c SET outdated = outdated + 1
      WHERE (c.other_id, c.bill_id) IN (
        SELECT a.bill, p.bill_id FROM unnest($1::int4[], $2::int8[], $3::text[], $4::bool[]) AS a (bill, supplier, name, is_reference)
         CROSS JOIN LATERAL (
           SELECT k.bill_id, k.supplier_id FROM recon_parcels k WHERE NOT a.is_reference AND k.entity = $5 AND k.key = a.name
            UNION ALL
           SELECT r.bill_id, r.supplier_id FROM recon_parcels r
            WHERE a.is_reference AND r.entity = $5 AND r.reference_key <> '' AND r.reference_key = a.name OFFSET 0) p
         WHERE p.supplier_id = a.supplier AND p.bill_id <> a.bill)`,
    [
      names.map(({ billId }) => billId),
      names.map(({ supplierId }) => supplierId),
      names.map(({ name }) => name),
      names.map(({ isReference }) => isReference),
      entity,
    ],
  );
}

/** How often other bills have changed since a bill was last compared as a whole. */
export async function outdatedOf(db: Queryable, billId: number): Promise<number> {
  const { rows } = await db.query<{ times: number }>(
    'SELECT coalesce(sum(outdated), 0)::int4 AS times FROM recon_comparisons WHERE bill_id = $1',
    [billId],
  );
  return rows[0]?.times ?? 0;
}

/** Removes the marks of a bill that was compared again, unless another bill has changed since `times` were counted. */
export async function markCurrent(db: Queryable, billId: number, times: number): Promise<void> {
  if ((await outdatedOf(db, billId)) !== times) return;
  await db.query('UPDATE recon_comparisons SET outdated = 0 WHERE bill_id = $1 AND outdated > 0', [billId]);
  await db.query("UPDATE recon_bills SET message = '' WHERE id = $1 AND state = 'ready'", [billId]);
}

/** The bills that have changed since a given one was compared with them; deleted ones are named too. */
export async function changedSince(db: Queryable, billId: number): Promise<ComparedBill[]> {
  const { rows } = await db.query<ComparedBill>(
    `SELECT b.id, b.bill_no FROM recon_comparisons c JOIN recon_bills b ON b.id = c.other_id
      WHERE c.bill_id = $1 AND c.outdated > 0 ORDER BY b.id LIMIT ${SHOWN}`,
    [billId],
  );
  return rows;
}

/** SQL: whether the results of a bill `b` are outdated. */
export const OUTDATED = `(b.state = 'ready' AND (b.message <> '' OR EXISTS (
    SELECT 1 FROM recon_comparisons o WHERE o.bill_id = b.id AND o.outdated > 0)))`;
