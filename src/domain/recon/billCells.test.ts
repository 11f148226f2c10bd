import { describe, expect, it } from 'vitest';
import {
  currencyWritten,
  mayBeOtherWeight,
  readAmount,
  readShipped,
  readWeight,
  unitInHeading,
  type WeightUnit,
} from './billCells.ts';

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
    ['1.000 VNĐ', ',', 1000n * E5],
    ['1.000 đồng', ',', 1000n * E5],
    ['35.00 บาท', '.', 3_500_000n],
    ['1,060元', '.', 1060n * E5],
    ['NT$60', '.', 60n * E5],
    ['12.50 THB', '.', 1_250_000n],
    ['12.50 CR', '.', -1_250_000n],
    ['12.50 DR', '.', 1_250_000n],
    ['๑๒.50', '.', 1_250_000n],
    ['18000.000000', '.', 18_000n * E5],
    ['-1.234,56000000', ',', -123_456_000n],
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
    ['0.500', ','],
    ['0,500', '.'],
    ['012.500', ','],
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
    ['15 ส.ค. 2026', 'ymd', '2026-08-15'],
    ['15 สิงหาคม 2026', 'mdy', '2026-08-15'],
    ['15 ส.ค. 2569', 'dmy', null],
    ['15 วัน 2026', 'dmy', null],
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
    ['1.5 กก.', 1500],
    ['1.5 ก.ก.', 1500],
    ['300 กรัม', 300],
    ['1.500000', 1500],
    ['41.666667', 41_667],
    ['3.306934 lb', 1500],
    ['1.5公斤', 1500],
    [0.3, 300],
    ['heavy', null],
    ['2 parcels', null],
    ['2 constructor', null],
    ['-1', null],
  ] as const)('the weight %j with the unit kg is parsed as %j grams', (text, grams) =>
    expect(readWeight(text, { decimalMark: '.', weightUnit: 'kg' })).toBe(grams),
  );

  it.each([
    ['1.250', ',', 'kg', true],
    ['12.500 kg', ',', 'g', true],
    ['1,250 lb', '.', 'kg', true],
    ['1.250', '.', 'g', true],
    ['1.250 g', '.', 'kg', true],
    ['1.250', '.', 'kg', false],
    ['1.250', ',', 'g', false],
    ['0,500', ',', 'kg', false],
    ['1.25', '.', 'g', false],
    [1.25, ',', 'kg', false],
  ] as const)('whether %j with the mark %j in %s may be another weight: %s', (text, decimalMark, weightUnit, unclear) =>
    expect(mayBeOtherWeight(text, { decimalMark, weightUnit })).toBe(unclear),
  );

  it.each<[string, WeightUnit | null]>([
    ['Khối lượng tính cước (gram)', 'g'],
    ['Weight (g)', 'g'],
    ['น้ำหนัก (กก.)', 'kg'],
    ['น้ำหนัก (กิโลกรัม)', 'kg'],
    ['重量(公斤)', 'kg'],
    ['重量(公克)', 'g'],
    ['Peso em quilos', 'kg'],
    ['Peso (gramas)', 'g'],
    ['Weight LB', 'lb'],
    ['Weight group', null],
    ['Berat tagih', null],
  ])('the heading %s names the unit %s', (heading, unit) => expect(unitInHeading(heading)).toBe(unit));
});

describe('the currency in an amount’s cell', () => {
  it.each([
    ['Rp18.000', 'IDR'],
    ['RM 12.50', 'MYR'],
    ['₱1,212.50', 'PHP'],
    ['S$12.50', 'SGD'],
    ['NT$60', 'TWD'],
    ['60元', 'TWD'],
    ['฿35', 'THB'],
    ['25.000đ', 'VND'],
    ['R$ 5,00', 'BRL'],
    ['USD 12.50', 'USD'],
    ['€5', 'EUR'],
    ['$12.50', null],
    ['12.50', null],
    ['12.50 CR', null],
    ['MYR S$5', null],
    [12.5, null],
  ] as const)('%j is written in %s', (text, currency) => expect(currencyWritten(text)).toBe(currency));
});
