import type { Country } from '../../domain/country.ts';
import {
  billedTwice,
  repeatedWithin,
  repeatKey,
  type ChargeKind,
  type PlacedCharge,
} from '../../domain/recon/charges.ts';
import { sidesOf } from '../../domain/recon/billSizes.ts';
import { compareParcel, type ParcelResult } from '../../domain/recon/comparison.ts';
import type { AmountParts } from '../../domain/recon/reason.ts';
import { NO_RULE, type FeeRule } from '../../domain/recon/rules.ts';
import { billableStatuses } from '../../domain/recon/shipments.ts';
import type { LetThrough, Tolerance } from '../../domain/recon/tolerance.ts';
import { STATUS } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';
import { loadEarlier, type EarlierParcel } from './earlier.ts';
import type { ParcelRecord } from './parcels.ts';
import { loadQuotes, type KnownQuotes, type QuoteLine, type QuoteOf, type Shipment } from './quotes.ts';
import { loadShipments } from './shipments.ts';

/** The result of comparing a parcel, as stored in the columns of recon_parcels. */
export interface StoredResult {
  status: ParcelResult['status'];
  reason: string;
  side: string;
  earlier: string;
  expected: string | null;
  difference: string | null;
  shipment: string;
  channelId: number;
  quote: readonly QuoteLine[] | null;
  rateHash: string;
  /** Other bills that also charge for the parcel; missing in results stored by an older version. */
  otherBills?: readonly number[];
  /** Later bills that charge for the parcel, too; missing in results stored by an older version. */
  laterBills?: readonly number[];
}

interface StoredCharge {
  parcelId: number;
  kind: ChargeKind;
  name: string;
  amount: string;
  shipped: string;
}

async function loadCharges(
  db: Queryable,
  parcels: readonly { id: number; month: string }[],
): Promise<Map<number, StoredCharge[]>> {
  const { rows } = await db.query<StoredCharge>(
    `SELECT parcel_id AS "parcelId", kind, name, amount::text, shipped FROM recon_charges
      WHERE month = ANY ($1) AND parcel_id = ANY ($2::int8[]) ORDER BY parcel_id, file, row, n`,
    [[...new Set(parcels.map(({ month }) => month))], parcels.map(({ id }) => id)],
  );
  const found = new Map<number, StoredCharge[]>();
  for (const charge of rows) {
    const list = found.get(charge.parcelId);
    if (list) list.push(charge);
    else found.set(charge.parcelId, [charge]);
  }
  return found;
}

async function loadBillable(db: Queryable, entity: Country): Promise<(channel: number) => readonly number[]> {
  const { rows } = await db.query<{ id: number; text: string | null }>(
    'SELECT channel_id AS id, launch_logistics_status AS text FROM recon_channels WHERE country = $1',
    [entity],
  );
  const known = new Map(rows.map(({ id, text }) => [id, billableStatuses(text)]));
  return channel => known.get(channel) ?? billableStatuses(null);
}

/** Loads the rule of a supplier, or its forecast. If there is neither, no difference is accepted. */
export async function loadFeeRule(
  db: Queryable,
  entity: Country,
  supplierId: number,
  table: 'recon_rules' | 'recon_forecasts' = 'recon_rules',
): Promise<FeeRule> {
  const { rows } = await db.query<FeeRule>(
    `SELECT fee_rule_type, over_amount, over_percent, under_amount, under_percent, bill_cap FROM ${table}
      WHERE country = $1 AND supplier_id = $2 AND status = ${STATUS.normal}`,
    [entity, supplierId],
  );
  return rows[0] ?? NO_RULE;
}

const BASE: ReadonlySet<ChargeKind> = new Set(['base', 'volume']);

/** Splits the charges on a bill into parts. A charge that the layout does not define is a surcharge. */
function partsOf(charges: readonly StoredCharge[]): AmountParts {
  const parts = { base: 0n, surcharges: 0n, vat: 0n };
  for (const { kind, amount } of charges) {
    if (kind === 'information') continue;
    if (BASE.has(kind)) parts.base += BigInt(amount);
    else if (kind === 'vat') parts.vat += BigInt(amount);
    else parts.surcharges += BigInt(amount);
  }
  return parts;
}

const placed = (
  { supplierId, key }: Pick<ParcelRecord, 'supplierId' | 'key'>,
  charges: readonly StoredCharge[],
): PlacedCharge[] =>
  charges.map(({ kind, name, amount, shipped }) => ({ supplierId, key, kind, name, amount: BigInt(amount), shipped }));

/**
 * Compares a batch of parcels of one supplier. All data is loaded first, so the comparison itself does not use the
 * database.
 * @param rules `letThrough` returns a bill's running total, which the comparison increases; `quotes` are those of
 *   earlier batches
 */
export async function compareBatch(
  db: Queryable,
  entity: Country,
  parcels: readonly ParcelRecord[],
  rules: { tolerance: Tolerance; letThrough: (billId: number) => LetThrough; quotes?: KnownQuotes },
): Promise<Map<number, StoredResult>> {
  const shipmentOf = await loadShipments(db, entity, parcels);
  const earlierOf = await loadEarlier(db, entity, parcels, shipmentOf);
  const billable = await loadBillable(db, entity);
  const counted = [...earlierOf.values()].flat().filter(({ isOpen }) => !isOpen);
  const charges = await loadCharges(db, [...parcels, ...counted]);
  const asked = parcels.flatMap(parcel => {
    const shipment = shipmentOf(parcel);
    return shipment ? [{ shipment, days: [shipment.shippedOn, parcel.shipped].filter(day => day !== '') }] : [];
  });
  const quoteOf = await loadQuotes(db, entity, asked, rules.quotes);
  const results = new Map<number, StoredResult>();
  for (const parcel of parcels) {
    const shipment = shipmentOf(parcel);
    results.set(
      parcel.id,
      resultOf(parcel, {
        shipment,
        others: earlierOf.get(parcel.id) ?? [],
        charges,
        quoteOf,
        isBillable: shipment !== null && billable(shipment.channelId).includes(shipment.status),
        tolerance: rules.tolerance,
        letThrough: rules.letThrough(parcel.billId),
      }),
    );
  }
  return results;
}

interface Known {
  shipment: Shipment | null;
  /** What the supplier has billed for the parcel elsewhere. */
  others: readonly EarlierParcel[];
  charges: ReadonlyMap<number, readonly StoredCharge[]>;
  quoteOf: QuoteOf;
  isBillable: boolean;
  tolerance: Tolerance;
  letThrough: LetThrough;
}

function resultOf(parcel: ParcelRecord, known: Known): StoredResult {
  const { shipment, charges, quoteOf } = known;
  const counted = known.others.filter(({ isOpen }) => !isOpen);
  const own = charges.get(parcel.id) ?? [];
  const ownPlaced = placed(parcel, own);
  // Amounts in different currencies are neither added nor equal.
  const charged = counted.filter(({ currency }) => currency === parcel.currency);
  const sameCurrency = charged.filter(({ isLater }) => !isLater);
  const billedBefore = sameCurrency.reduce((sum, { billed }) => sum + BigInt(billed), 0n);
  const seen = new Set(
    charged.flatMap(one => placed(parcel, charges.get(one.id) ?? []).flatMap(charge => repeatKey(charge) ?? [])),
  );
  const sizes = shipment && sidesOf(shipment);
  const ours = shipment
    ? quoteOf(shipment, { weight: shipment.weight, zone: null, day: shipment.shippedOn, sizes }, true)
    : null;
  const area = ours?.area ?? '';
  const result = compareParcel({
    billed: BigInt(parcel.billed),
    billedParts: partsOf([...sameCurrency.flatMap(one => charges.get(one.id) ?? []), ...own]),
    addedParts: sameCurrency.length === 0 ? undefined : partsOf(own),
    currency: parcel.currency,
    hasAmount: own.some(({ kind }) => kind !== 'information'),
    repeated: billedTwice(ownPlaced, seen),
    within: repeatedWithin(ownPlaced),
    order: shipment ? { delivered: known.isBillable } : null,
    ours: { weight: shipment?.weight ?? 0, zone: area, day: shipment?.shippedOn ?? '', sizes },
    facts: {
      weight: parcel.weight,
      zone: parcel.zone === '' ? null : parcel.zone,
      day: parcel.shipped === '' ? null : parcel.shipped,
      sizes: sidesOf(parcel),
    },
    quote: input => {
      if (!shipment) return null;
      const isOurs =
        input.weight === shipment.weight &&
        input.zone === area &&
        input.day === shipment.shippedOn &&
        input.sizes === sizes;
      const quoted = isOurs
        ? ours
        : quoteOf(shipment, { ...input, zone: input.zone === area ? null : input.zone }, false);
      return quoted && quoted.amount !== null ? quoted : null;
    },
    earlier: { billed: billedBefore },
    tolerance: known.tolerance,
    letThrough: known.letThrough,
  });
  return {
    status: result.status,
    reason: result.reason ?? '',
    side: result.side ?? '',
    earlier: String(billedBefore),
    expected: result.expected === null ? null : String(result.expected - billedBefore),
    difference: result.difference === null ? null : String(result.difference),
    shipment: shipment?.tracking ?? '',
    channelId: shipment?.channelId ?? 0,
    quote: ours?.lines ?? null,
    rateHash: ours?.hash ?? '',
    otherBills: billsOf(counted, parcel),
    laterBills: billsOf(
      known.others.filter(({ isOpen }) => isOpen),
      parcel,
    ),
  };
}

/** The bills of some parcels, other than the bill of the compared parcel. */
const billsOf = (parcels: readonly EarlierParcel[], own: ParcelRecord): number[] =>
  [...new Set(parcels.map(({ billId }) => billId))].filter(id => id !== own.billId);
