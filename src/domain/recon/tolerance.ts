/** One direction of a tolerance: an amount in 1/100000 of the currency, a share in millionths, either, or none (0). */
export interface Allowance {
  amount: number | null;
  ppm: number | null;
}

/** What a recon shipping fee rule lets through (REC-9, study 2 d 5). */
export interface Tolerance {
  over: Allowance;
  under: Allowance;
  /** Sum of the differences that one bill may let through; null: no cap. */
  cap: bigint | null;
}

export const EXACT: Tolerance = { over: { amount: null, ppm: null }, under: { amount: null, ppm: null }, cap: null };

const PPM = 1_000_000n;

/** The difference that is allowed for an expected amount; if both an amount and a share are given, the smaller counts. */
export function allowed({ amount, ppm }: Allowance, expected: bigint): bigint {
  const share = ppm === null ? null : (BigInt(ppm) * (expected < 0n ? -expected : expected)) / PPM;
  const fixed = amount === null ? null : BigInt(amount);
  if (share === null) return fixed ?? 0n;
  if (fixed === null) return share;
  return share < fixed ? share : fixed;
}

export interface Compared {
  /** Billed less expected: above 0 the supplier charges more than was expected. */
  difference: bigint;
  side: 'over' | 'under' | 'equal';
  within: boolean;
}

/**
 * Compares what a supplier billed with what was expected. The bound is inclusive. Of a parcel that earlier bills charged too, both
 * amounts are what remains of it.
 */
export function compareAmounts(billed: bigint, expected: bigint, tolerance: Tolerance): Compared {
  const difference = billed - expected;
  if (difference === 0n) return { difference, side: 'equal', within: true };
  const side = difference > 0n ? 'over' : 'under';
  const size = difference < 0n ? -difference : difference;
  return { difference, side, within: size <= allowed(tolerance[side], expected) };
}

/** Sums the differences that a bill lets through, and says when its cap is reached. */
export class LetThrough {
  private sum: bigint;
  private readonly cap: bigint | null;

  /** @param sum what the bill has let through already */
  constructor(cap: bigint | null, sum = 0n) {
    this.cap = cap;
    this.sum = sum;
  }

  /** Whether a difference within the tolerance is still let through; it counts then. */
  admit(difference: bigint): boolean {
    const size = difference < 0n ? -difference : difference;
    if (this.cap !== null && this.sum + size > this.cap) return false;
    this.sum += size;
    return true;
  }

  get total(): bigint {
    return this.sum;
  }
}
