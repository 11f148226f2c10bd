import type { Currency } from '../currency.ts';
import { amountText, mulDiv, percentText, PPM, roundTo, shareOf } from './money.ts';

/**
 * A fee that consists of a fixed amount, a share of something, or both, with a minimum and a maximum: COD, remote,
 * additional and fuel fees and the levels of CEP risk (study 1 d 6). null means "not set" and is never the same as 0: a
 * fee with neither amount nor share is no fee.
 */
export interface PercentFee {
  /** Fixed amount in e5. */
  readonly fixed: number | null;
  readonly ppm: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export const isEmptyFee = ({ fixed, ppm }: PercentFee): boolean => fixed === null && ppm === null;

/** The field of a fee that must be corrected, and why. The message begins with the fee's name. */
export interface FeeProblem<F extends string = keyof PercentFee> {
  readonly field: F;
  readonly message: string;
}

/** What is wrong with a fee; null if it is valid. */
export function percentFeeProblem(name: string, fee: PercentFee): FeeProblem | null {
  if (isEmptyFee(fee))
    return {
      field: 'fixed',
      message: `${name} has neither an amount nor a percentage: enter one, or 0 for no charge`,
    };
  for (const field of ['fixed', 'ppm', 'min', 'max'] as const) {
    const value = fee[field];
    if (value !== null && (!Number.isSafeInteger(value) || value < 0))
      return { field, message: `${name}: ${field} must be at least 0` };
  }
  return fee.min !== null && fee.max !== null && fee.min > fee.max
    ? { field: 'min', message: `${name}: the minimum is above the maximum` }
    : null;
}

/**
 * The fee in e5: the fixed amount plus the share of `base`, which is rounded to a payable amount, kept between minimum
 * and maximum.
 * @param base e5; ignored if the fee has no share
 */
export function percentFeeOf(fee: PercentFee, base: number, currency: Currency): number {
  const amount = unbounded(fee, base, currency);
  return Math.min(Math.max(amount, fee.min ?? amount), fee.max ?? Infinity);
}

const unbounded = ({ fixed, ppm }: PercentFee, base: number, currency: Currency): number =>
  (fixed ?? 0) + (ppm === null ? 0 : shareOf(base, ppm, PPM, currency));

/** The calculation in words: "2% of 1,234,567 (COD amount) = 24,691.34, rounded to 24,691". */
export function percentFeeWords(fee: PercentFee, base: number, baseName: string, currency: Currency): string {
  const amount = unbounded(fee, base, currency);
  const words: string[] = [];
  if (fee.ppm === null) words.push(amountText(amount, currency));
  else {
    const share = `${percentText(fee.ppm)} of ${amountText(base, currency)} (${baseName})`;
    const exact = (fee.fixed ?? 0) + mulDiv(base, fee.ppm, PPM);
    words.push(
      `${fee.fixed === null ? '' : `${amountText(fee.fixed, currency)} + `}${share} = ${amountText(exact, currency)}`,
    );
    // Only the share is rounded, so a fixed amount that is not payable makes a fee that is not.
    const rounded = roundTo(exact, currency) === amount ? 'rounded to' : 'with the percentage rounded';
    if (exact !== amount) words.push(`${rounded} ${amountText(amount, currency)}`);
  }
  if (fee.min !== null && amount < fee.min) words.push(`raised to the minimum ${amountText(fee.min, currency)}`);
  else if (fee.max !== null && amount > fee.max) words.push(`lowered to the maximum ${amountText(fee.max, currency)}`);
  return words.join(', ');
}
