import { assert, constantFrom, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, type Currency } from '../currency.ts';
import { E5, unitOf } from './money.ts';
import { vatOf, vatProblem, vatWords, type Vat } from './vat.ts';

const vat = (mode: Vat['mode'], percent: number): Vat => ({ mode, ppm: percent * 10_000 });

describe('computing VAT', () => {
  it.each<[Currency, number, Vat, number, number, number]>([
    ['VND', 33_000, vat('exclusive', 8), 33_000, 2640, 35_640],
    ['THB', 35, vat('inclusive', 7), 32.71, 2.29, 35],
    ['TWD', 60, vat('inclusive', 5), 57, 3, 60],
    ['BRL', 100, vat('inside', 12), 100, 13.64, 113.64],
    ['IDR', 18_005, vat('exclusive', 11), 18_005, 1981, 19_986],
    ['BRL', 100, vat('inside', 0), 100, 0, 100],
    ['MYR', 0, vat('exclusive', 6), 0, 0, 0],
    ['SGD', 5167.3521, vat('inside', 12), 5167.35, 704.64, 5871.99],
    ['VND', 83.64313, vat('inside', 12), 84, 11, 95],
  ])('VAT on %s %d with %o results in net %d, tax %d and total %d', (currency, amount, given, net, tax, total) => {
    const amounts = vatOf(Math.round(amount * E5), given, currency);
    expect([amounts.net, amounts.tax, amounts.total].map(value => value / E5)).toEqual([net, tax, total]);
  });

  it('net and tax add up to the total, which is payable if the fees are', () => {
    assert(
      property(
        constantFrom<Vat['mode']>('exclusive', 'inclusive', 'inside'),
        nat(900_000),
        nat(1_000_000),
        constantFrom(...CURRENCY_CODES),
        (mode, ppm, units, currency) => {
          const amount = units * unitOf(currency);
          const { net, tax, total } = vatOf(amount, { mode, ppm }, currency);
          expect(net + tax).toBe(total);
          expect(tax % unitOf(currency)).toBe(0);
          expect(mode === 'inclusive' ? total : net).toBe(amount);
        },
      ),
    );
  });

  it('the tax is payable even if the fees are not', () => {
    assert(
      property(
        constantFrom<Vat['mode']>('exclusive', 'inclusive', 'inside'),
        nat(900_000),
        nat(1_000_000_000),
        constantFrom(...CURRENCY_CODES),
        (mode, ppm, amount, currency) => {
          const { net, tax, total } = vatOf(amount, { mode, ppm }, currency);
          expect([tax % unitOf(currency), net + tax]).toEqual([0, total]);
        },
      ),
    );
  });

  it('with mode inside, the tax is the given share of the total, rounded to the smallest unit of the currency', () => {
    assert(
      property(nat(900_000), integer({ min: 1, max: 1_000_000 }), (ppm, units) => {
        const { tax, total } = vatOf(units * 1000, { mode: 'inside', ppm }, 'BRL');
        expect(Math.abs(tax - (total * ppm) / 1_000_000)).toBeLessThanOrEqual(500);
      }),
    );
  });

  it.each<[number, Vat, Currency, string]>([
    [33_000, vat('exclusive', 8), 'VND', '8% of 33,000 = 2,640'],
    [35, vat('inclusive', 7), 'THB', '35.00 contains 7%: 35.00 x 7% / 107% = 2.29'],
    [100, vat('inside', 12), 'BRL', '12% inside its own base: 100.00 / 88% = 113.64, of which tax 13.64'],
  ])('the calculation of VAT on %d is described', (amount, given, currency, words) =>
    expect(vatWords(amount * E5, given, currency)).toBe(words),
  );

  it.each<[Vat, boolean]>([
    [vat('exclusive', 0), true],
    [vat('exclusive', 100), true],
    [vat('exclusive', 101), false],
    [vat('inside', 100), false],
    [{ mode: 'inclusive', ppm: 0.5 }, false],
    [{ mode: 'other' as 'inside', ppm: 0 }, false],
  ])('whether the VAT setting %o is valid: %s', (given, right) => expect(vatProblem(given) === null).toBe(right));
});
