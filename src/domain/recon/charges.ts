/**
 * Charge kinds (study 2 d 2). `information` has no amount. Adjustments, credits and returns correct an earlier
 * bill, so they do not count as "billed twice" if the same amount occurs twice. `unmapped` is a charge that the layout
 * does not define: it is counted under its own name and never dropped.
 */
export const CHARGE_KINDS = [
  'base',
  'fuel',
  'remote',
  'cod',
  'volume',
  'vat',
  'adjustment',
  'credit',
  'return',
  'duty',
  'information',
  'unmapped',
] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** Kinds of charges that correct another bill. */
export const CORRECTIONS: ReadonlySet<ChargeKind> = new Set(['adjustment', 'credit', 'return']);

export interface Charge {
  kind: ChargeKind;
  /** The supplier's code for the charge, or its name if it has no code. */
  name: string;
  /** In units of 1/100000 of the bill's currency. */
  amount: bigint;
}

/** The charges of one row of a supplier's file; a parcel may have several rows. */
export interface BilledRow {
  /** The `parcelKey` of the row's tracking number or, if there is none, of its order reference. */
  key: string;
  charges: readonly Charge[];
}

export interface BilledParcel {
  key: string;
  charges: Charge[];
  /** The exact sum of all charges except those of kind `information`. */
  amount: bigint;
}

/** The exact sum of charges; charges of kind `information` have no amount. */
export function chargesTotal(charges: Iterable<Charge>): bigint {
  let total = 0n;
  for (const { kind, amount } of charges) if (kind !== 'information') total += amount;
  return total;
}

/**
 * Combines rows with the same tracking number into one parcel, no matter how many rows the supplier uses for it.
 * Parcels are in the order of their first rows.
 */
export function parcelsOf(rows: Iterable<BilledRow>): BilledParcel[] {
  const parcels = new Map<string, BilledParcel>();
  for (const { key, charges } of rows) {
    let parcel = parcels.get(key);
    if (!parcel) parcels.set(key, (parcel = { key, charges: [], amount: 0n }));
    parcel.charges.push(...charges);
    parcel.amount += chargesTotal(charges);
  }
  return [...parcels.values()];
}

/** A parcel's charge, with the fields that determine whether it was billed twice. */
export interface PlacedCharge extends Charge {
  supplierId: number;
  key: string;
  /** YYYY-MM-DD; empty if the supplier does not state it. */
  shipped: string;
}

/**
 * A key that is the same for the same charge on two bills; null for a charge that never counts as billed twice: a
 * correction, information, or 0, which files with one column per charge contain for each charge that does not apply.
 * The kind of an unmapped charge is unknown, so such charges are the same only if their names are.
 */
export const repeatKey = ({ supplierId, key, kind, name, shipped, amount }: PlacedCharge): string | null =>
  CORRECTIONS.has(kind) || kind === 'information' || amount === 0n
    ? null
    : JSON.stringify([
        supplierId,
        key,
        kind === 'unmapped' ? `${kind} ${name.toUpperCase()}` : kind,
        shipped,
        String(amount),
      ]);

/**
 * The charges of a parcel that an earlier bill contains as well.
 * @param earlier `repeatKey` of the charges on bills that are not Deleted
 */
export const billedTwice = (charges: readonly PlacedCharge[], earlier: ReadonlySet<string>): PlacedCharge[] =>
  charges.filter(charge => {
    const key = repeatKey(charge);
    return key !== null && earlier.has(key);
  });

/**
 * The charges that occur more than once for a parcel on the same bill. Only charges with the same name are compared,
 * because two surcharges of one kind may have the same amount.
 */
export function repeatedWithin(charges: readonly PlacedCharge[]): PlacedCharge[] {
  const seen = new Set<string>();
  return charges.filter(charge => {
    const key = repeatKey(charge);
    if (key === null) return false;
    const named = `${key} ${charge.name.toUpperCase()}`;
    const isRepeated = seen.has(named);
    seen.add(named);
    return isRepeated;
  });
}
