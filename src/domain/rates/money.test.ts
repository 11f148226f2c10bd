import { array, assert, bigInt, constantFrom, integer, maxSafeInteger, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES } from '../currency.ts';
import { amountText, divide, E5, mulDiv, percentText, roundTo, shareOf, sumOf, unitOf } from './money.ts';

/** The result, or 'refused' if mulDiv throws. */
function outcome(a: number, b: number, c: number): bigint | 'refused' {
  try {
    return BigInt(mulDiv(a, b, c));
  } catch {
    return 'refused';
  }
}

describe('mulDiv', () => {
  it.each([
    [7, 1, 2, 4],
    [-7, 1, 2, -4],
    [5, 1, 3, 2],
    [4, 1, 3, 1],
    [0, -5, 3, 0],
    [9_007_199_254_740_991, 3, 3, 9_007_199_254_740_991],
    [9_007_199_254_740_991, -1, 2, -4_503_599_627_370_496],
    [123_456_700_000, 20_000, 1_000_000, 2_469_134_000],
  ])('mulDiv(%d, %d, %d) is %d', (a, b, c, expected) => expect(mulDiv(a, b, c)).toBe(expected));

  it.each([
    [1.5, 1, 1],
    [1, 1, 0],
    [2 ** 53, 1, 1],
    [Number.MAX_SAFE_INTEGER, 2, 1],
  ])('mulDiv(%d, %d, %d) throws instead of losing precision', (a, b, c) =>
    expect(() => mulDiv(a, b, c)).toThrow(RangeError),
  );

  it('mulDiv rounds like exact division, whatever the size of the operands', () => {
    assert(
      property(maxSafeInteger(), integer(), integer({ min: 1 }), (a, b, c) => {
        const right = divide(BigInt(a) * BigInt(b), BigInt(c));
        const fits = right <= BigInt(Number.MAX_SAFE_INTEGER) && right >= -BigInt(Number.MAX_SAFE_INTEGER);
        expect(outcome(a, b, c)).toBe(fits ? right : 'refused');
      }),
    );
  });

  it('the rounding error of divide is at most half of the divisor', () => {
    assert(
      property(bigInt(), bigInt({ min: 1n, max: 10n ** 20n }), (a, b) => {
        const off = a - divide(a, b) * b;
        expect((off < 0n ? -off : off) * 2n <= b).toBe(true);
      }),
    );
  });
});

describe('rounding to payable amounts', () => {
  it.each([
    [24_691.34, 'IDR', '24,691'],
    [24_691.5, 'VND', '24,692'],
    [2.28971, 'THB', '2.29'],
    [2.285, 'BRL', '2.29'],
    [-2.285, 'BRL', '-2.29'],
    [2.5, 'TWD', '3'],
  ] as const)('the amount %d %s is rounded to %s', (amount, currency, text) =>
    expect(amountText(roundTo(Math.round(amount * E5), currency), currency)).toBe(text),
  );

  it('a share is rounded only once: 0.4545 becomes 0.45, not 0.46 via 0.455', () => {
    expect(shareOf(45_450, 1, 1, 'BRL')).toBe(45_000);
    expect(shareOf(4_545, 100, 10, 'BRL')).toBe(45_000);
  });

  it('rounding an amount yields a payable one and leaves payable amounts unchanged', () => {
    assert(
      property(integer(), constantFrom(...CURRENCY_CODES), (amount, currency) => {
        const rounded = roundTo(amount, currency);
        expect(Math.abs(rounded % unitOf(currency))).toBe(0);
        expect(roundTo(rounded, currency)).toBe(rounded);
        expect(Math.abs(rounded - amount) * 2).toBeLessThanOrEqual(unitOf(currency));
      }),
    );
  });
});

describe('summing and formatting amounts', () => {
  it('five million parcels of 20,001 VND add up exactly, beyond 2^53', () => {
    const one = 20_001 * E5;
    const sum = BigInt(one) * 5_000_001n;
    expect(amountText(sum, 'VND')).toBe('100,005,020,001');
    expect(sumOf([sum, one, -one])).toBe(sum);
  });

  it('sumOf returns the same sum for any order of amounts', () => {
    assert(
      property(array(maxSafeInteger()), amounts => {
        expect(sumOf(amounts)).toBe(sumOf([...amounts].sort((a, b) => a - b)));
      }),
    );
  });

  it.each([
    [0, 'IDR', '0'],
    [0, 'BRL', '0.00'],
    [350_000, 'BRL', '3.50'],
    [125, 'BRL', '0.00125'],
    [125, 'IDR', '0.00125'],
    [-100_000, 'THB', '-1.00'],
    [123_456_700_000, 'IDR', '1,234,567'],
  ] as const)('the amount %d e5 in %s is formatted as %s', (amount, currency, text) =>
    expect(amountText(amount, currency)).toBe(text),
  );

  it('amounts in files are formatted without grouping', () =>
    expect(amountText(123_456_700_000, 'IDR', false)).toBe('1234567'));

  it.each([
    [20_000, '2%'],
    [12_500, '1.25%'],
    [0, '0%'],
    [1, '0.0001%'],
    [1_000_000, '100%'],
    [-35_000, '-3.5%'],
  ])('a share of %d ppm is formatted as %s', (ppm, text) => expect(percentText(ppm)).toBe(text));
});
