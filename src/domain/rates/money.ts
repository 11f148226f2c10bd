import { CURRENCY_DIGITS, type Currency } from '../currency.ts';

/**
 * Amounts are integers of 1/100000 of their currency ("e5"), even if the currency has no decimals (issue 29, 1). A
 * single amount is a number within 2^53, which is 90 billion units; sums are BigInt.
 */
export const E5 = 100_000;

/** Shares and percentages are integers in millionths (ppm): 2 % is 20000. */
export const PPM = 1_000_000;

/** a / b rounded to an integer, half away from zero, so that a credit mirrors its charge. b must be above 0. */
export function divide(a: bigint, b: bigint): bigint {
  const half = b / 2n;
  return a < 0n ? -((-a + half) / b) : (a + half) / b;
}

/** Thrown for an amount beyond 2^53, which would no longer be exact. */
export class TooLargeError extends RangeError {}

/**
 * a * b / c rounded half up (a negative product half away from zero), exact for any size.
 * @param c above 0
 * @throws TooLargeError for a, b or a result outside 2^53
 * @throws RangeError for a number that is not an integer, and for c below 1
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
 * Change of an amount in ppm of the amount before; null if either is missing, or if the amount before was 0. A result
 * beyond 2^53 (from next to nothing to billions) becomes the largest safe integer, which a comparison can still sort
 * by and show.
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

/** Converts a BigInt to a number. @throws TooLargeError outside 2^53 */
export function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new TooLargeError(`${value} is too large for one amount`);
  return number;
}

/** The smallest unit of a currency in e5: 100000 for IDR, 1000 for BRL. */
export const unitOf = (currency: Currency): number => E5 / 10 ** CURRENCY_DIGITS[currency];

/** An amount rounded half up to what can be paid in a currency, still in e5. */
export function roundTo(amount: number, currency: Currency): number {
  const unit = unitOf(currency);
  return mulDiv(amount, 1, unit) * unit;
}

/**
 * a * b / c rounded half up to what can be paid in a currency, in a single step: rounding twice would raise 0.4545 to
 * 0.46.
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
 * An amount in digits with all its stored decimals: at least as many as the currency has, at most five. "35640",
 * "2.29", "0.00125". With `grouped`, thousands are separated as on screens (G72): "1,234,567".
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

/** A share in percent without trailing zeros: 20000 is "2%", 12500 is "1.25%". */
export function percentText(ppm: number): string {
  const digits = String(Math.abs(ppm)).padStart(5, '0');
  const part = digits.slice(-4).replace(/0+$/, '');
  return `${ppm < 0 ? '-' : ''}${digits.slice(0, -4)}${part === '' ? '' : `.${part}`}%`;
}
