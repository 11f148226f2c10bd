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
}

const CHANGES = ['weight', 'zone', 'day'] as const;

/**
 * The reason for a difference: the single value on the bill that, used in our own quote, yields the billed amount;
 * weight is tried first, then zone, then day. If none does, the reason is the part of the amount that differs, or the
 * rate if that part is the base.
 */
export function reasonOf({ ours, billed, quote, isBilled, billedParts, expectedParts }: ReasonInput): Reason {
  for (const fact of CHANGES) {
    const said = billed[fact];
    if (said === null || said === ours[fact]) continue;
    const amount = quote({ ...ours, [fact]: said });
    if (amount !== null && isBilled(amount)) return fact;
  }
  if (billedParts.base !== expectedParts.base) return 'rate';
  if (billedParts.surcharges !== expectedParts.surcharges) return 'surcharge';
  return billedParts.vat === expectedParts.vat ? 'rate' : 'vat';
}
