/** Why a parcel is Discrepant or Failed (issue 30, 1). */
export const REASONS = {
  weight: 'Weight',
  zone: 'Zone',
  day: 'Day',
  rate: 'Rate',
  surcharge: 'Surcharge',
  vat: 'VAT',
  noOrder: 'No such order',
  billedTwice: 'Billed twice',
  notDelivered: 'Not delivered',
  rateMissing: 'Rate missing',
  currency: 'Currency',
} as const;
export type Reason = keyof typeof REASONS;

/** The inputs of a quote that may be different on a bill. */
export interface QuoteInput {
  /** Grams. */
  weight: number;
  zone: string;
  /** The day whose rates apply, YYYY-MM-DD. */
  day: string;
}

/** The values that the bill states for the parcel; null where it states none. */
export type BilledFacts = { [K in keyof QuoteInput]: QuoteInput[K] | null };

/** The parts of an amount that can be a reason, in units of 1/100000 of the currency. */
export interface AmountParts {
  /** Base and volume fees. */
  base: bigint;
  surcharges: bigint;
  vat: bigint;
}

export interface ReasonInput {
  ours: QuoteInput;
  billed: BilledFacts;
  /** The expected amount for an input; null if a rate is missing. */
  quote: (input: QuoteInput) => bigint | null;
  /** Whether an amount counts as equal to the billed one, that is, whether it is within the rule's tolerance. */
  isBilled: (expected: bigint) => boolean;
  billedParts: AmountParts;
  expectedParts: AmountParts;
  /** What this bill alone charges, if earlier bills charged for the parcel too; then `billedParts` is their sum. */
  addedParts?: AmountParts | undefined;
}

const CHANGES = ['weight', 'zone', 'day'] as const;

/** The parts of an amount, each with the reason for which it is different. */
const PARTS = [
  ['base', 'rate'],
  ['surcharges', 'surcharge'],
  ['vat', 'vat'],
] as const;

/**
 * The reason for a difference: the single value on the bill that, used in our own quote, yields the billed amount;
 * weight is tried first, then zone, then day. A value that does not change our quote is not a reason. If none does, the
 * reason is the part of the amount that alone makes the difference; if several parts differ, it is the first of them.
 */
export function reasonOf({
  ours,
  billed,
  quote,
  isBilled,
  billedParts,
  expectedParts,
  addedParts,
}: ReasonInput): Reason {
  const expected = quote(ours);
  for (const fact of CHANGES) {
    const said = billed[fact];
    if (said === null || said === ours[fact]) continue;
    const amount = quote({ ...ours, [fact]: said });
    if (amount !== null && amount !== expected && isBilled(amount)) return fact;
  }
  if (expected !== null)
    for (const [part, reason] of PARTS) {
      const difference = billedParts[part] - expectedParts[part];
      if (difference !== 0n && isBilled(expected + difference)) return reason;
    }
  // After bills that were right in all, a correction is the reason by itself.
  if (expected !== null && addedParts)
    for (const [part, reason] of PARTS)
      if (addedParts[part] !== 0n && isBilled(expected + addedParts[part])) return reason;
  if (billedParts.base !== expectedParts.base) return 'rate';
  if (billedParts.surcharges !== expectedParts.surcharges) return 'surcharge';
  return billedParts.vat === expectedParts.vat ? 'rate' : 'vat';
}
