import type { Sides } from '../rates/weightRule.ts';

/** Why a parcel is Discrepant or Failed (issue 30, 1). */
export const REASONS = {
  weight: 'Weight',
  zone: 'Zone',
  day: 'Day',
  sizes: 'Sizes',
  rate: 'Rate',
  surcharge: 'Surcharge',
  vat: 'VAT',
  noAmount: 'No amount',
  noOrder: 'No such order',
  billedTwice: 'Billed twice',
  notDelivered: 'Not delivered',
  rateMissing: 'Rate missing',
  currency: 'Currency',
} as const;
export type Reason = keyof typeof REASONS;

/** The inputs of a quote for which a bill may state a different value. */
export interface QuoteInput {
  /** The weight in grams. */
  weight: number;
  zone: string;
  /** The day whose rates apply, YYYY-MM-DD. */
  day: string;
  /** The sizes in millimeters; null if they are not known. */
  sizes: Sides | null;
}

/** The values that the bill states for the parcel; null for a value that it does not state. */
export type BilledFacts = { [K in keyof QuoteInput]: QuoteInput[K] | null };

/** The parts of an amount that can be the reason for a difference, in units of 1/100000 of the currency. */
export interface AmountParts {
  /** The base fee, including the volume fee. */
  base: bigint;
  surcharges: bigint;
  vat: bigint;
}

export interface ReasonInput {
  ours: QuoteInput;
  billed: BilledFacts;
  /** Returns the expected amount for an input; null if there is no rate. */
  quote: (input: QuoteInput) => bigint | null;
  /** Whether an amount counts as equal to the billed amount, which means that it is within the rule's tolerance. */
  isBilled: (expected: bigint) => boolean;
  billedParts: AmountParts;
  expectedParts: AmountParts;
  /**
   * The charges on this bill alone; only present if earlier bills charged for the parcel, too, in which case
   * `billedParts` is the sum.
   */
  addedParts?: AmountParts | undefined;
}

const CHANGES = ['weight', 'zone', 'day', 'sizes'] as const;

/** The parts of an amount, each with the reason to give if that part differs. */
const PARTS = [
  ['base', 'rate'],
  ['surcharges', 'surcharge'],
  ['vat', 'vat'],
] as const;

/**
 * The reason for a difference: the one value on the bill with which our own quote yields the billed amount; weight is
 * tried first, then zone, then day, then sizes. A value that does not change our quote is not a reason. If no value is, the reason
 * is the part of the amount that alone accounts for the difference or, if several parts differ, the first of them.
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
  // If the earlier bills were right in total, the correction itself is the reason.
  if (expected !== null && addedParts)
    for (const [part, reason] of PARTS)
      if (addedParts[part] !== 0n && isBilled(expected + addedParts[part])) return reason;
  if (billedParts.base !== expectedParts.base) return 'rate';
  if (billedParts.surcharges !== expectedParts.surcharges) return 'surcharge';
  return billedParts.vat === expectedParts.vat ? 'rate' : 'vat';
}
