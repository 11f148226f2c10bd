import { assert, constantFrom, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, type Currency } from '../currency.ts';
import { E5 } from './money.ts';
import { percentFeeOf, percentFeeProblem, percentFeeWords, type PercentFee } from './percentFee.ts';

const fee = (
  percent: number | null,
  min: number | null = null,
  max: number | null = null,
  fixed: number | null = null,
) => ({
  fixed: fixed === null ? null : Math.round(fixed * E5),
  ppm: percent === null ? null : percent * 10_000,
  min: min === null ? null : Math.round(min * E5),
  max: max === null ? null : Math.round(max * E5),
});
const COD = fee(2, 5000, 25_000);

describe('fees with an amount, a percentage or both', () => {
  it.each<[string, PercentFee, number, Currency, number, string]>([
    ['COD', COD, 1_234_567, 'IDR', 24_691, '2% of 1,234,567 (COD amount) = 24,691.34, rounded to 24,691'],
    ['COD', COD, 2_000_000, 'IDR', 25_000, '2% of 2,000,000 (COD amount) = 40,000, lowered to the maximum 25,000'],
    ['COD', COD, 100_000, 'IDR', 5000, '2% of 100,000 (COD amount) = 2,000, raised to the minimum 5,000'],
    ['risk', fee(2, 3.5), 120, 'BRL', 3.5, '2% of 120.00 (COD amount) = 2.40, raised to the minimum 3.50'],
    ['an amount', fee(null, null, null, 7.25), 120, 'BRL', 7.25, '7.25'],
    ['both', fee(1.5, null, null, 2), 10, 'BRL', 2.15, '2.00 + 1.5% of 10.00 (COD amount) = 2.15'],
    [
      'a fixed amount that is not payable',
      fee(52.9378, null, null, 122.78402),
      3217,
      'IDR',
      1825.78402,
      '122.78402 + 52.9378% of 3,217 (COD amount) = 1,825.79305, with the percentage rounded 1,825.78402',
    ],
    ['a share of nothing', fee(10), 0, 'THB', 0, '10% of 0.00 (COD amount) = 0.00'],
    ['a maximum of 0', fee(10, null, 0), 50, 'THB', 0, '10% of 50.00 (COD amount) = 5.00, lowered to the maximum 0.00'],
  ])('%s: the fee %o on %d %s is %d', (_name, given, base, currency, amount, words) => {
    expect(percentFeeOf(given, base * E5, currency)).toBe(Math.round(amount * E5));
    expect(percentFeeWords(given, base * E5, 'COD amount', currency)).toBe(words);
  });

  it('a percentage fee never decreases as its base increases, and stays within its bounds', () => {
    assert(
      property(
        nat(2_000_000),
        nat(1000),
        nat(1000),
        integer({ min: 0, max: 2 ** 40 }),
        nat(),
        constantFrom(...CURRENCY_CODES),
        (ppm, min, more, base, growth, currency) => {
          const given = { fixed: null, ppm, min: min * E5, max: (min + more) * E5 };
          const amount = percentFeeOf(given, base, currency);
          expect(amount).toBeGreaterThanOrEqual(given.min);
          expect(amount).toBeLessThanOrEqual(given.max);
          expect(percentFeeOf(given, base + growth, currency)).toBeGreaterThanOrEqual(amount);
        },
      ),
    );
  });

  it.each<[PercentFee, string, string]>([
    [fee(null), 'fixed', 'COD fee has neither an amount nor a percentage: enter one, or 0 for no charge'],
    [fee(1, 2, 1), 'min', 'COD fee: the minimum is above the maximum'],
    [fee(-1), 'ppm', 'COD fee: ppm must be at least 0'],
    [fee(0.00005), 'ppm', 'COD fee: ppm must be at least 0'],
  ])('the fee %o is refused for its %s: %s', (given, field, message) =>
    expect(percentFeeProblem('COD fee', given)).toEqual({ field, message }),
  );

  it.each([COD, fee(0), fee(null, null, null, 0)])('the fee %o is valid', given =>
    expect(percentFeeProblem('COD fee', given)).toBeNull(),
  );
});
