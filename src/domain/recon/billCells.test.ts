import { describe, expect, it } from 'vitest';
import { readAmount, readShipped, readWeight } from './billCells.ts';

const E5 = 100_000n;

describe('amounts in a supplier’s file', () => {
  it.each([
    ['100.00', '.', 10_000_000n],
    ['1,234.5', '.', 123_450_000n],
    ['1.234,56', ',', 123_456_000n],
    ['Rp 18.000', ',', 18_000n * E5],
    ['-5.00', '.', -5n * E5],
    ['Rp18.000,-', ',', 18_000n * E5],
    ['18.000,--', ',', 18_000n * E5],
    ['-18.000,\u2013', ',', -18_000n * E5],
    ['18,000.-', '.', 18_000n * E5],
    ['(12.50)', '.', -1_250_000n],
    ['12.50-', '.', -1_250_000n],
    ['90071992547409.91', '.', 9_007_199_254_740_991_000n],
    ['+12.40', '.', 1_240_000n],
    ['\u22125.00', '.', -5n * E5],
    ['-R$ 1.234,56', ',', -123_456_000n],
    ['R$ -5,00', ',', -5n * E5],
    ['(Rp1.000)', ',', -1000n * E5],
    ['Rp. 1.000', ',', 1000n * E5],
    ['1.000 \u20ab', ',', 1000n * E5],
    ['1.000đ', ',', 1000n * E5],
    ['12.50 THB', '.', 1_250_000n],
    ['12.50 CR', '.', -1_250_000n],
    ['12.50 DR', '.', 1_250_000n],
    ['๑๒.50', '.', 1_250_000n],
    ['18359.999999999996', '.', 18_360n * E5],
    ['17450.333333333332', '.', 1_745_033_333n],
    [18_359.999999999996, ',', 18_360n * E5],
    [-0.1 - 0.2, ',', -30_000n],
    [1234.5678, ',', 123_456_780n],
    [1e-7, '.', 0n],
    [9_007_199_254_740.99, ',', 900_719_925_474_099_000n],
  ] as const)('the amount %j with the decimal mark %j is parsed exactly', (text, mark, amount) => {
    expect(readAmount(text, mark)).toBe(amount);
  });

  it.each([
    ['1.234,56', '.'],
    ['12,34', '.'],
    ['1,2345', '.'],
    ['1.123456', '.'],
    ['', '.'],
    ['n/a', '.'],
    ['--5', '.'],
    ['(5', '.'],
    ['-5-', '.'],
    ['(-5)', '.'],
    ['-5 CR', '.'],
    ['5 parcels', '.'],
    ['5 EUR', '.'],
    ['1.2.3', '.'],
    [Number.NaN, '.'],
  ] as const)('%j with the decimal mark %j is refused rather than guessed', (text, mark) => {
    expect(readAmount(text, mark)).toBeNull();
  });
});

describe('days in a supplier’s file', () => {
  it.each([
    ['2026-07-01', 'ymd', '2026-07-01'],
    ['20260701', 'ymd', '2026-07-01'],
    ['01/07/2026', 'dmy', '2026-07-01'],
    ['07/01/2026', 'mdy', '2026-07-01'],
    ['01/07/2026 10:30', 'dmy', '2026-07-01'],
    ['31/02/2026', 'dmy', null],
    ['soon', 'dmy', null],
    ['2026-07-01', 'dmy', '2026-07-01'],
    ['2026-07-01 10:30:00', 'mdy', '2026-07-01'],
    ['01-Jul-2026', 'dmy', '2026-07-01'],
    ['1 Agustus 2026', 'dmy', '2026-08-01'],
    ['Jul 1, 2026', 'ymd', '2026-07-01'],
    ['01/07/26', 'dmy', '2026-07-01'],
    ['26-07-01', 'ymd', '2026-07-01'],
    ['01072026', 'dmy', '2026-07-01'],
    ['01/07/69', 'dmy', null],
    ['01/07/2569', 'dmy', null],
    ['31-Foo-2026', 'dmy', null],
    ['7/2026', 'dmy', null],
  ] as const)('the day %j in the order %s is parsed as %j', (text, order, day) => {
    expect(readShipped(text, order)).toBe(day);
  });
});

describe('weights in a supplier’s file', () => {
  it.each([
    ['1.5', 1500],
    ['1.5 kg', 1500],
    ['1.5KGS', 1500],
    ['300 g', 300],
    ['300 gr.', 300],
    ['1 lb', 454],
    [0.3, 300],
    ['heavy', null],
    ['2 parcels', null],
    ['2 constructor', null],
    ['-1', null],
  ] as const)('the weight %j with the unit kg is parsed as %j grams', (text, grams) =>
    expect(readWeight(text, { decimalMark: '.', weightUnit: 'kg' })).toBe(grams),
  );
});
