import type { Country } from '../../domain/country.ts';
import { trackingKey } from '../../domain/recon/tracking.ts';
import type { ReconStatus } from '../../domain/recon/status.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Counted } from './counters.ts';

/** A billed parcel, with the columns that the job and bulk changes need. */
export interface ParcelRecord {
  id: number;
  billId: number;
  entity: Country;
  supplierId: number;
  month: string;
  key: string;
  tracking: string;
  reference: string;
  zone: string;
  shipped: string;
  weight: number | null;
  /** The sizes that the bill states, in millimeters; all three are null if it does not. */
  length: number | null;
  width: number | null;
  height: number | null;
  currency: string;
  billed: string;
  expected: string | null;
  difference: string | null;
  status: ReconStatus;
  reason: string;
  channelId: number;
  version: number;
}

export const PARCEL_COLUMNS = `p.id, p.bill_id AS "billId", p.entity, p.supplier_id AS "supplierId", p.month, p.key, p.tracking, p.reference,
  p.zone, p.shipped, p.weight, p.length, p.width, p.height, p.currency, p.billed::text, p.expected::text, p.difference::text, p.status, p.reason, p.channel_id AS "channelId",
  p.version`;

const big = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

export const countedOf = ({ billed, expected, difference, ...parcel }: ParcelRecord): Counted => ({
  id: parcel.id,
  billId: parcel.billId,
  status: parcel.status,
  reason: parcel.reason,
  channelId: parcel.channelId,
  currency: parcel.currency,
  billed: BigInt(billed),
  expected: big(expected),
  difference: big(difference),
});

/** A bound of the filter's days for a column, as SQL. */
type DayBound = (column: string) => string;

/**
 * Returns the condition on the day of a parcel's shipment as SQL: either the shipment of each parcel is looked up, or
 * the shipments of the days are found in their index, and then their parcels in the index of keys. Only parcels that
 * were matched by their reference although they have a tracking number have another key.
 */
function shippedWhere(entity: string, bounds: readonly DayBound[], daysFirst: boolean): string {
  const onDays = (column: string): string => bounds.map(bound => bound(column)).join(' AND ');
  // For this expression, there is no index: with statistics that are older than a large bill, the planner would search
  // all shipments of the days for each of its parcels, which takes minutes.
  const isShipped = (parcel: string): string =>
    `EXISTS (SELECT 1 FROM shipments s WHERE s.country = ${parcel}.entity AND s.tracking = ${parcel}.shipment AND ${onDays("(s.shipped_on || '')")})`;
  if (!daysFirst) return isShipped('p');
  return `p.id IN (
        SELECT k.id FROM shipments s JOIN recon_parcels k ON k.entity = s.country AND k.key = replace(s.tracking, '-', '')
         WHERE s.country = ${entity} AND ${onDays('s.shipped_on')} AND k.shipment = s.tracking
         UNION ALL
        SELECT k.id FROM recon_parcels k WHERE k.entity = ${entity} AND k.reference_key <> '' AND k.shipment <> ''
           AND k.key <> replace(k.shipment, '-', '') AND ${isShipped('k')})`;
}

/**
 * Returns the order filters as SQL to append to WHERE, and their values.
 * @param daysFirst whether to start with the shipments of the filter's days, which is fast if many orders are read at
 *   once. Otherwise, the shipment of each order is looked up, which is fast for few orders that are known by id.
 */
export function parcelWhere(
  entity: Country,
  filter: Readonly<Record<string, unknown>>,
  daysFirst = false,
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown, part: (at: string) => string): void => {
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  const { bill_id, supplier_id, status, reason, channel_id, tracking, month, shipped_from, shipped_until } = filter;
  const isSearched = typeof tracking === 'string' && tracking !== '';
  // Few parcels have the tracking number, and they are read by id. If the statistics are older than the bill, the
  // planner assumes that the bill has hardly any parcels, and would read all of them in an index of bills.
  add(entity, at => (isSearched ? `p.entity || '' = ${at}` : `p.entity = ${at}`));
  const own = `$${values.length}`;
  // The subquery is evaluated once; nothing is read for a bill that was deleted.
  if (bill_id !== undefined)
    add(
      bill_id,
      at =>
        `${isSearched ? 'p.bill_id + 0' : 'p.bill_id'} = ${at} AND (SELECT NOT d.deleted FROM recon_bills d WHERE d.id = ${at})`,
    );
  else parts.push('NOT EXISTS (SELECT 1 FROM recon_bills d WHERE d.id = p.bill_id AND d.deleted)');
  if (supplier_id !== undefined) add(supplier_id, at => `p.supplier_id = ${at}`);
  if (status !== undefined) add(status, at => `p.status = ${at}`);
  if (reason !== undefined) add(reason, at => `p.reason = ${at}`);
  if (channel_id !== undefined) add(channel_id, at => `p.channel_id = ${at}`);
  if (month !== undefined) add(month, at => `p.month = ${at}`);
  const bounds: DayBound[] = [];
  const addDay = (value: unknown, by: '>=' | '<='): void => {
    if (value === undefined) return;
    const at = values.push(value);
    bounds.push(column => `${column} ${by} $${at}`);
  };
  addDay(shipped_from, '>=');
  addDay(shipped_until, '<=');
  if (bounds.length > 0) parts.push(shippedWhere(own, bounds, daysFirst && bill_id === undefined));
  if (isSearched)
    // The ids are looked up first, in two indexes. Otherwise, with outdated statistics, the planner would read all
    // parcels in order until it has found enough. The same is true of UNION, for which it sorts the ids.
    add(
      trackingKey(tracking),
      at => `p.id = ANY (ARRAY(
        SELECT k.id FROM recon_parcels k WHERE k.entity = ${own} AND k.key = ${at}
         UNION ALL
        SELECT r.id FROM recon_parcels r WHERE r.entity = ${own} AND r.reference_key <> '' AND r.reference_key = ${at}))`,
    );
  return { where: parts.join(' AND '), values };
}

/**
 * Locks parcels of a country in id order, and their bills before: a bill cannot be deleted in the meantime, and nothing
 * else changes how much difference it lets through.
 */
export async function lockParcels(db: Queryable, entity: Country, ids: readonly number[]): Promise<ParcelRecord[]> {
  await db.query(
    `SELECT 1 FROM recon_bills b WHERE b.id IN (SELECT p.bill_id FROM recon_parcels p WHERE p.entity = $1 AND p.id = ANY ($2::int8[]))
      ORDER BY b.id FOR NO KEY UPDATE`,
    [entity, ids],
  );
  const { rows } = await db.query<ParcelRecord>(
    `SELECT ${PARCEL_COLUMNS} FROM recon_parcels p WHERE p.entity = $1 AND p.id = ANY ($2::int8[]) ORDER BY p.id FOR UPDATE`,
    [entity, ids],
  );
  return rows;
}
