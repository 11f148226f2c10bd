import type { ChargeKind } from './charges.ts';
import type { BilledFacts, QuoteInput, Reason } from './reason.ts';
import { reasonOf, type AmountParts } from './reason.ts';
import { RECON_STATUS } from './status.ts';
import { compareAmounts, type LetThrough, type Tolerance } from './tolerance.ts';

/** The amount expected for a parcel, according to a quote from its sealed rate table. */
export interface Expected {
  amount: bigint;
  parts: AmountParts;
  currency: string;
}

/** The amount already charged for the parcel by earlier bills, except Deleted ones; only the remainder is compared. */
export interface Earlier {
  billed: bigint;
}

export interface ParcelInput {
  /** The exact amount on this bill. */
  billed: bigint;
  /** The parts of the amount on this bill and on earlier ones. */
  billedParts: AmountParts;
  /** The parts of the amount on this bill alone; only present if earlier bills charged for the parcel, too. */
  addedParts?: AmountParts | undefined;
  currency: string;
  /** Whether the bill states any amount for the parcel. With information alone, it is not known what was billed. */
  hasAmount?: boolean;
  /** Charges on this bill that are also on an earlier bill. */
  repeated: readonly { kind: ChargeKind }[];
  /** Charges that occur more than once on this bill. */
  within?: readonly { amount: bigint }[];
  /** The order to which the parcel belongs; null if there is none. */
  order: { delivered: boolean } | null;
  ours: QuoteInput;
  facts: BilledFacts;
  /** Returns the expected amount for an input; null if there is no rate. */
  quote: (input: QuoteInput) => Expected | null;
  earlier: Earlier;
  tolerance: Tolerance;
  /** Shared by all parcels of the bill; a parcel that would exceed the cap is Discrepant. */
  letThrough: LetThrough;
}

export interface ParcelResult {
  status: typeof RECON_STATUS.matched | typeof RECON_STATUS.discrepant | typeof RECON_STATUS.failed;
  reason: Reason | null;
  side: 'over' | 'under' | 'equal' | null;
  /** The amount expected for the whole parcel; null if it could not be computed. */
  expected: bigint | null;
  /** The total of this and earlier bills minus the expected amount; null if `expected` is null. */
  difference: bigint | null;
}

const failed = (reason: Reason): ParcelResult => ({
  status: RECON_STATUS.failed,
  reason,
  side: null,
  expected: null,
  difference: null,
});

/**
 * The result of comparing a parcel (issue 30, 1): Failed if it cannot be compared, Matched if the total billed amount
 * is within the tolerance of the expected amount, otherwise Discrepant with the reason. A parcel that is charged again
 * is compared with the amount that remains after earlier bills, so that a correction is not mistaken for double
 * billing.
 */
export function compareParcel(input: ParcelInput): ParcelResult {
  const { order, currency, ours, facts, quote, billed, earlier, tolerance, letThrough } = input;
  if (input.hasAmount === false) return failed('noAmount');
  if (order === null) return failed('noOrder');
  const expected = quote(ours);
  if (expected === null) return failed('rateMissing');
  if (expected.currency !== currency) return failed('currency');
  const remainder = expected.amount - earlier.billed;
  const { difference, side, within } = compareAmounts(billed, remainder, tolerance);
  const result = { expected: expected.amount, difference, side };
  if (input.repeated.length > 0) return { ...result, status: RECON_STATUS.discrepant, reason: 'billedTwice' };
  if (!order.delivered) return { ...result, status: RECON_STATUS.discrepant, reason: 'notDelivered' };
  if (within && letThrough.admit(difference)) return { ...result, status: RECON_STATUS.matched, reason: null };
  // Two rows for a parcel may both be correct, but here, the amount is only correct without the repeated charges.
  const again = (input.within ?? []).reduce((sum, { amount }) => sum + amount, 0n);
  if (again !== 0n && compareAmounts(billed - again, remainder, tolerance).within)
    return { ...result, status: RECON_STATUS.discrepant, reason: 'billedTwice' };
  const reason = reasonOf({
    ours,
    billed: facts,
    quote: other => quote(other)?.amount ?? null,
    isBilled: amount => compareAmounts(billed, amount - earlier.billed, tolerance).within,
    billedParts: input.billedParts,
    addedParts: input.addedParts,
    expectedParts: expected.parts,
  });
  return { ...result, status: RECON_STATUS.discrepant, reason };
}
