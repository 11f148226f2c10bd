import { CURRENCY_DIGITS, type Currency } from '../currency.ts';

/**
 * Amounts are integers in units of 1/100000 of their currency ("e5"), even if the currency has no decimals (issue 29,
 * 1). A single amount is a number up to 2^53, or 90 billion currency units; sums are BigInts.
 */
export const E5 = 100_000;

/** Shares and percentages are integers in parts per million (ppm): 2 % is 20000. */
export const PPM = 1_000_000;

/**
 * Divides a by b and rounds half away from zero, so that a credit is the exact opposite of the corresponding charge. b
 * must be positive.
 */
export function divide(a: bigint, b: bigint): bigint {
  const half = b / 2n;
  return a < 0n ? -((-a + half) / b) : (a + half) / b;
}

/** Thrown if an amount exceeds 2^53, above which it would not be exact. */
export class TooLargeError extends RangeError {}

/**
 * Computes a * b / c exactly for any operands, rounding half away from zero.
 * @param c positive
 * @throws TooLargeError if a, b or the result exceeds 2^53
 * @throws RangeError if an operand is not an integer, or if c is below 1
 */
export function mulDiv(a: number, b: number, c: number): number {
  for (const one of [a, b])
    if (Number.isInteger(one) && !Number.isSafeInteger(one))
      throw new TooLargeError(`${one} is too large for one amount`);
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || !Number.isSafeInteger(c) || c < 1)
    throw new RangeError(`${a} * ${b} / ${c} is not a product of exact integers`);
  const product = Math.abs(a * b);
  if (product <= 2 ** 52) {
    const rest = product % c;
    const whole = (product - rest) / c + (2 * rest >= c ? 1 : 0);
    return a < 0 === b < 0 || whole === 0 ? whole : -whole;
  }
  return exact(divide(BigInt(a) * BigInt(b), BigInt(c)));
}

/**
 * The relative change of an amount in ppm; null if either amount is missing, or if the first one is 0. A result above
 * 2^53 (from almost nothing to billions) is clamped to the largest safe integer, which can still be sorted and
 * displayed.
 */
export function changeShare(before: number | null, after: number | null): number | null {
  if (before === null || after === null || before === 0) return null;
  try {
    return mulDiv(after - before, PPM, before);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return after > before ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  }
}

/**
 * Converts a BigInt to a number.
 * @throws TooLargeError if it exceeds 2^53
 */
export function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new TooLargeError(`${value} is too large for one amount`);
  return number;
}

/** The smallest unit of a currency in e5: 100000 for IDR, 1000 for BRL. */
export const unitOf = (currency: Currency): number => E5 / 10 ** CURRENCY_DIGITS[currency];

/** Rounds an amount half up to an amount that can be paid in the currency. The result is in e5. */
export function roundTo(amount: number, currency: Currency): number {
  const unit = unitOf(currency);
  return mulDiv(amount, 1, unit) * unit;
}

/**
 * Computes a * b / c, rounded half up to an amount that can be paid in the currency. Rounds only once, because rounding
 * twice would turn 0.4545 into 0.46.
 */
export function shareOf(a: number, b: number, c: number, currency: Currency): number {
  const unit = unitOf(currency);
  return mulDiv(a, b, c * unit) * unit;
}

/** The exact sum of amounts. */
export function sumOf(amounts: Iterable<number | bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return sum;
}

/**
 * Formats an amount with all its stored decimals, which are at least as many as the currency's and at most five:
 * "35640", "2.29", "0.00125". With `grouped`, thousands are separated as on screens (G72): "1,234,567".
 */
export function amountText(amount: number | bigint, currency: Currency, grouped = true): string {
  const value = BigInt(amount);
  const digits = String(value < 0n ? -value : value).padStart(6, '0');
  const whole = digits.slice(0, -5);
  const least = CURRENCY_DIGITS[currency];
  const part = digits.slice(-5);
  const kept = part.slice(0, least) + part.slice(least).replace(/0+$/, '');
  const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${value < 0n ? '-' : ''}${shown}${kept === '' ? '' : `.${kept}`}`;
}

/** Formats a share in percent without trailing zeros: 20000 is "2%", 12500 is "1.25%". */
export function percentText(ppm: number): string {
  const digits = String(Math.abs(ppm)).padStart(5, '0');
  const part = digits.slice(-4).replace(/0+$/, '');
  return `${ppm < 0 ? '-' : ''}${digits.slice(0, -4)}${part === '' ? '' : `.${part}`}%`;
}
