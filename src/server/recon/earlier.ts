import type { Country } from '../../domain/country.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import { referenceKey, trackingKey } from '../../domain/recon/tracking.ts';
import type { Queryable } from '../db/transaction.ts';
import type { ParcelRecord } from './parcels.ts';
import type { Shipment } from './quotes.ts';
import { loadShipments, type ShipmentOf } from './shipments.ts';

/** A parcel as the same supplier has billed it elsewhere, usually on an earlier bill. */
export interface EarlierParcel {
  id: number;
  billId: number;
  month: string;
  key: string;
  tracking: string;
  reference: string;
  currency: string;
  billed: string;
  /**
   * Whether it is on a later bill. If it is Approved or Paid there, its charges are not paid again, but they do not
   * reduce the remainder.
   */
  isLater: boolean;
  /**
   * Whether it is on a later bill and not Approved or Paid. It does not count here, but what it is compared with does
   * not include the given parcel if that bill was compared before this one was read.
   */
  isOpen: boolean;
}

type Asked = Pick<ParcelRecord, 'id' | 'billId' | 'supplierId' | 'key' | 'tracking' | 'reference'>;

/**
 * The names by which bills may contain the same parcel: keys of parcels (`parcelKey`), and `trackingKey` of the references of
 * parcels that have another key.
 */
export function namesOf(
  { key, reference }: Pick<ParcelRecord, 'key' | 'reference'>,
  shipment: Pick<Shipment, 'tracking' | 'reference'> | null,
): { keys: string[]; references: string[] } {
  const references = [reference, shipment?.reference ?? ''];
  return {
    keys: [key, trackingKey(shipment?.tracking ?? ''), ...references.map(referenceKey)],
    references: references.map(trackingKey),
  };
}

/** Names by which parcels may have been billed. */
class Names {
  private readonly rows: { parcel: Asked; name: string }[] = [];

  add(parcel: Asked, names: readonly string[]): void {
    for (const name of new Set(names)) if (name !== '') this.rows.push({ parcel, name });
  }

  /** The parcels' ids, suppliers and bills, and the names, as parallel arrays of a query. */
  columns(): [number[], number[], number[], string[]] {
    const of = (read: (parcel: Asked) => number) => this.rows.map(({ parcel }) => read(parcel));
    return [
      of(({ id }) => id),
      of(({ supplierId }) => supplierId),
      of(({ billId }) => billId),
      this.rows.map(({ name }) => name),
    ];
  }
}

/**
 * Returns what the supplier has already billed for these parcels, on earlier bills or earlier on the same bill under
 * another name. Deleted bills and parcels are ignored. Parcels are the same if they have the same tracking number or
 * belong to the same shipment: a supplier may bill a parcel once by its tracking number and once by the order reference
 * alone. Parcels on later bills are included, since a bill may be compared or read again after a later one was
 * compared or paid.
 * @param shipmentOf returns the shipment of one of the given parcels
 * @returns the earlier parcels, by the id of the given parcel
 */
export async function loadEarlier(
  db: Queryable,
  entity: Country,
  parcels: readonly Asked[],
  shipmentOf: ShipmentOf,
): Promise<Map<number, EarlierParcel[]>> {
  const keys = new Names();
  const references = new Names();
  for (const parcel of parcels) {
    const shipment = shipmentOf(parcel);
    const own = namesOf(parcel, shipment);
    keys.add(parcel, own.keys);
    if (shipment) references.add(parcel, own.references);
  }
  // OFFSET keeps each name as a separate lookup in the index: with statistics that are older than the bill, a join
  // would read the whole table for each slice of it.
  const named = (first: number, by: string) => `SELECT a.later, p.*
    FROM unnest($${first}::int8[], $${first + 1}::int8[], $${first + 2}::int4[], $${first + 3}::text[]) AS a (later, supplier, bill, name)
   CROSS JOIN LATERAL (
     SELECT p.id, p.bill_id AS "billId", p.month, p.key, p.tracking, p.reference, p.currency, p.billed::text,
            (p.bill_id, p.id) > (a.bill, a.later) AS "isLater",
            (p.bill_id, p.id) > (a.bill, a.later) AND p.status NOT IN (${RECON_STATUS.approved}, ${RECON_STATUS.paid}) AS "isOpen"
       FROM recon_parcels p
      WHERE p.entity = $1 AND ${by} AND p.supplier_id = a.supplier AND p.id <> a.later
        AND p.status <> ${RECON_STATUS.deleted} OFFSET 0) p`;
  const { rows } = await db.query<EarlierParcel & { later: number }>(
    `SELECT f.* FROM (${named(2, 'p.key = a.name')}
       UNION ${named(6, "p.reference_key = a.name AND p.reference_key <> ''")}) f
       JOIN recon_bills b ON b.id = f."billId" WHERE NOT b.deleted ORDER BY f."billId", f.id`,
    [entity, ...keys.columns(), ...references.columns()],
  );
  const byId = new Map(parcels.map(parcel => [parcel.id, parcel]));
  const others = rows.filter(({ later, key }) => key !== byId.get(later)?.key);
  const otherOf = others.length === 0 ? () => null : await loadShipments(db, entity, others);
  const found = new Map<number, EarlierParcel[]>();
  for (const { later, ...one } of rows) {
    const parcel = byId.get(later);
    if (!parcel) continue;
    const shipment = one.key === parcel.key ? null : (otherOf(one)?.tracking ?? null);
    if (one.key !== parcel.key && (shipment === null || shipment !== shipmentOf(parcel)?.tracking)) continue;
    const list = found.get(later);
    if (list) list.push(one);
    else found.set(later, [one]);
  }
  return found;
}
