import { expect, it } from 'vitest';
import { amountCell, yearsRows } from './yearsFile.ts';

it('an amount is written as text if a number would lose some of its digits', () => {
  expect(amountCell('1836000000', 'IDR')).toBe(18_360);
  expect(amountCell('-1250000', 'MYR')).toBe(-12.5);
  // 5,000,001 lines of 20,001 VND each, and then a billion times as much.
  expect(amountCell('10000502000100000', 'VND')).toBe(100_005_020_001);
  expect(amountCell('10000502000100000000000000', 'VND')).toBe('100005020001000000000');
  expect(amountCell('-9007199254740993', 'BRL')).toBe('-90071992547.40993');
});

it('the file of a multi-year report contains the groups, their sums and the totals', () => {
  const sums = { currency: 'IDR', parcels: 2, billed: '1836000000', expected: '1800000000', difference: '36000000' };
  const data = {
    state: 'ready' as const,
    message: '',
    list: [{ keys: ['2026', '100'], names: ['2026', 'Nusantara'], ...sums }],
    groups: 1,
    totals: [sums],
    bills: 1,
    open: 0,
    waiting: 0,
  };
  expect(yearsRows(data, ['year', 'supplier'])).toEqual([
    ['Year', 'Supplier', 'Parcels', 'Currency', 'Billed', 'Expected', 'Difference'],
    ['2026', 'Nusantara', 2, 'IDR', 18_360, 18_000, 360],
    ['Total', '', 2, 'IDR', 18_360, 18_000, 360],
  ]);
});
