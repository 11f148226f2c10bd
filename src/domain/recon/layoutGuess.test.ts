import { expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '../../../tests/support/emptyLayout.ts';
import { guessLayout } from './layoutGuess.ts';

const HEAD = ['AWB', 'Tanggal', 'Berat', 'Jumlah'];
const guess = (rows: readonly (readonly string[])[], layout = EMPTY_LAYOUT) => guessLayout(layout, rows);

it('twenty-five pairs of numbered headings are pairs of a charge and its amount', () => {
  const numbers = Array.from({ length: 25 }, (_, at) => at + 1);
  const head = ['AWB', 'Tanggal kirim', ...numbers.flatMap(no => [`Biaya ${no}`, `Jumlah ${no}`]), 'Berat'];
  const row = ['ID1', '31/01/2026', 'FREIGHT', '9.999,00', 'FUEL', '123,45'];
  const found = guess([['Laporan tagihan'], head, [...row, ...Array<string>(46).fill(''), '0,3']]);
  expect(found).toMatchObject({
    skippedRows: 1,
    decimalMark: ',',
    dateOrder: 'dmy',
    roles: { tracking: 0, shipped: 1, billedWeight: 52 },
  });
  expect(found.charges).toEqual({
    as: 'pairs',
    pairs: numbers.map((_, at) => ({ text: 2 + 2 * at, amount: 3 + 2 * at })),
  });
  expect(found.roles).not.toHaveProperty('amount');
});

it('pairs under one repeated heading are found as well', () => {
  const head = ['Tracking', 'Weight', 'Charge', 'Charge', 'Charge', 'Charge'];
  const { charges, roles } = guess([head, ['A1', '1.5', 'Base', '10.00', 'Fuel', '2.50']]);
  expect(charges).toEqual({
    as: 'pairs',
    pairs: [
      { text: 2, amount: 3 },
      { text: 4, amount: 5 },
    ],
  });
  expect(roles).toEqual({ tracking: 0, billedWeight: 1 });
});

it('a cell that is not an amount does not leave the first pair out', () => {
  const head = ['AWB', 'Charge 1', 'Amount 1', 'Charge 2', 'Amount 2', 'Charge 3', 'Amount 3'];
  const rows = [
    ['A1', 'Base', '10.00', 'Fuel', '2.50', 'VAT', '1.00'],
    ['A2', 'Base', 'abc', 'Fuel', '2.50', 'VAT', '1.00'],
    ['A3', '17', '10.00', 'Fuel', '2.50', 'VAT', '1.00'],
  ];
  expect(guess([head, ...rows]).charges).toEqual({
    as: 'pairs',
    pairs: [
      { text: 1, amount: 2 },
      { text: 3, amount: 4 },
      { text: 5, amount: 6 },
    ],
  });
  // Half of the amounts are not amounts: this is not a list of pairs, and neither are its last two columns.
  const unclear = [head, ['A1', 'Base', 'abc', '', '', '', ''], ['A2', 'Base', 'abc', 'Fuel', '2.50', 'VAT', '1.00']];
  expect(guess(unclear).charges).toEqual({ as: 'rows' });
});

it.each([
  ['one pair', ['AWB', 'Weight', 'Charge', 'Amount'], ['A1', '1', 'Base', '10']],
  ['amounts in both columns', ['AWB', 'Fee 1', 'Tax 1', 'Fee 2', 'Tax 2'], ['A1', '10', '1', '20', '2']],
  ['no data', ['AWB', 'Fee 1', 'Amount 1', 'Fee 2', 'Amount 2'], ['A1', '', '', '', '']],
])('%s is not a list of pairs', (_what, head, row) => {
  expect(guess([head, row]).charges).toEqual({ as: 'rows' });
});

it.each([
  ['18.000,50', '1', ','],
  ['Rp 1.234.567', '1', ','],
  ['18.000', '1', ','],
  ['18,000', '1', '.'],
  ['18000', '0,300', ','],
  ['18000', '1.25', '.'],
  // A weight of 1.250 kg is not a thousand kilograms.
  ['18000', '1.250', '.'],
  ['18000', '1,250', '.'],
])('an amount of %s and a weight of %s are written with the decimal mark "%s"', (amount, weight, mark) => {
  expect(guess([HEAD, ['A1', '2026-01-31', weight, amount]]).decimalMark).toBe(mark);
});

it.each([
  ['25.000', '1.5', ',', '.'],
  ['25.000', '0.500', ',', '.'],
  ['1,234.50', '0,300', '.', ','],
  ['25.000', '1,5', ',', undefined],
  // It is not clear whether this weight is in thousands, so nothing is suggested for weights.
  ['25.000', '1.250', ',', undefined],
])('an amount of %s and a weight of %s have the decimal marks "%s" and "%s"', (amount, weight, mark, measures) => {
  const { decimalMark, measureMark } = guess([HEAD, ['A1', '2026-01-31', weight, amount]]);
  expect([decimalMark, measureMark]).toEqual([mark, measures]);
});

it('numbers that contradict each other, and thousands of a currency with decimal places, change nothing', () => {
  const rows = [HEAD, ['A1', '', '', '1.234,50'], ['A2', '', '', '1,234.50']];
  expect(guess(rows, { ...EMPTY_LAYOUT, decimalMark: ',' }).decimalMark).toBe(',');
  expect(guess([HEAD, ['A1', '', '', '18.000']], { ...EMPTY_LAYOUT, currency: 'MYR' }).decimalMark).toBe('.');
});

it.each([
  [['31/01/2026', '05/06/2026'], 'dmy'],
  [['01/31/2026'], 'mdy'],
  [['2026-01-31', '20260131'], 'ymd'],
  // These days can be read in both orders, so a person must choose.
  [['05/06/2026'], 'ymd'],
  [['31/01/2026', '01/31/2026'], 'ymd'],
])('days such as %j have the order %s', (days, order) => {
  expect(guess([HEAD, ...days.map(day => ['A1', day, '1', '10'])]).dateOrder).toBe(order);
});

it('the unit of weight is that of the heading, or of the layout if the heading names none', () => {
  const unit = (heading: string) =>
    guess(
      [
        ['AWB', heading, 'Amount'],
        ['A1', '1250', '10'],
      ],
      { ...EMPTY_LAYOUT, weightUnit: 'lb' },
    ).weightUnit;
  expect([unit('Weight (g)'), unit('Berat (kg)'), unit('Billed weight'), unit('น้ำหนัก (กรัม)')]).toEqual([
    'g',
    'kg',
    'lb',
    'g',
  ]);
});
