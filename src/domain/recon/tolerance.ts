/**
 * The tolerance in one direction: an amount in units of 1/100000 of the currency, a share in millionths, both, or
 * neither (0).
 */
export interface Allowance {
  amount: number | null;
  ppm: number | null;
}

/** The tolerance of a recon shipping fee rule (REC-9, study 2 d 5). */
export interface Tolerance {
  over: Allowance;
  under: Allowance;
  /** The maximum sum of accepted differences in a bill; null for no cap. */
  cap: bigint | null;
}

const PPM = 1_000_000n;

/**
 * The permitted difference from an expected amount. If both an amount and a share are set, the smaller of the two
 * applies.
 */
export function allowed({ amount, ppm }: Allowance, expected: bigint): bigint {
  const share = ppm === null ? null : (BigInt(ppm) * (expected < 0n ? -expected : expected)) / PPM;
  const fixed = amount === null ? null : BigInt(amount);
  if (share === null) return fixed ?? 0n;
  if (fixed === null) return share;
  return share < fixed ? share : fixed;
}

export interface Compared {
  /** The billed amount minus the expected amount; positive if the supplier charges more than expected. */
  difference: bigint;
  side: 'over' | 'under' | 'equal';
  within: boolean;
}

/**
 * Compares the billed amount with the expected amount. The bounds are inclusive. If earlier bills also charged the
 * parcel, both amounts are what remains.
 */
export function compareAmounts(billed: bigint, expected: bigint, tolerance: Tolerance): Compared {
  const difference = billed - expected;
  if (difference === 0n) return { difference, side: 'equal', within: true };
  const side = difference > 0n ? 'over' : 'under';
  const size = difference < 0n ? -difference : difference;
  return { difference, side, within: size <= allowed(tolerance[side], expected) };
}

/** Sums up the accepted differences of a bill and enforces its cap. */
export class LetThrough {
  private sum: bigint;
  private readonly cap: bigint | null;

  /** @param sum the sum of the differences that the bill has already accepted */
  constructor(cap: bigint | null, sum = 0n) {
    this.cap = cap;
    this.sum = sum;
  }

  /**
   * Accepts a difference that is within the tolerance if the cap permits it, and then adds it to the sum. An exact
   * amount is always accepted, even if the cap has been lowered below the sum.
   */
  admit(difference: bigint): boolean {
    if (difference === 0n) return true;
    const size = difference < 0n ? -difference : difference;
    if (this.cap !== null && this.sum + size > this.cap) return false;
    this.sum += size;
    return true;
  }

  get total(): bigint {
    return this.sum;
  }
}
