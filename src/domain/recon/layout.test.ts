import { describe, expect, it } from 'vitest';
import { parcelsOf } from './charges.ts';
import { guessRoles, readAmount, readLayout, readShipped, type Layout } from './layout.ts';

const E5 = 100_000n;

const ROWS: Layout = {
  skippedRows: 0,
  headerRow: true,
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: 'MYR',
  weightUnit: 'kg',
  roles: { tracking: 0, shipped: 1, billedWeight: 2, code: 3, amount: 4 },
  charges: { as: 'rows' },
  kinds: { FRT: 'base', FSC: 'fuel', ADJ: 'adjustment' },
};
const HEAD = ['AWB', 'Date', 'Weight', 'Code', 'Amount'];

describe('an amount of a file', () => {
  it.each([
    ['100.00', '.', 10_000_000n],
    ['1,234.5', '.', 123_450_000n],
    ['1.234,56', ',', 123_456_000n],
    ['Rp 18.000', ',', 18_000n * E5],
    ['-5.00', '.', -5n * E5],
    ['(12.50)', '.', -1_250_000n],
    ['12.50-', '.', -1_250_000n],
    ['90071992547409.91', '.', 9_007_199_254_740_991_000n],
  ] as const)('the amount %j with the decimal mark %j is read exactly', (text, mark, amount) => {
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
  ] as const)('%j with the decimal mark %j is refused, never guessed', (text, mark) => {
    expect(readAmount(text, mark)).toBeNull();
  });
});

describe('a day of a file', () => {
  it.each([
    ['2026-07-01', 'ymd', '2026-07-01'],
    ['20260701', 'ymd', '2026-07-01'],
    ['01/07/2026', 'dmy', '2026-07-01'],
    ['07/01/2026', 'mdy', '2026-07-01'],
    ['01/07/2026 10:30', 'dmy', '2026-07-01'],
    ['31/02/2026', 'dmy', null],
    ['soon', 'dmy', null],
  ] as const)('the day %j in the order %s is %j', (text, order, day) => {
    expect(readShipped(text, order)).toBe(day);
  });
});

describe('a layout', () => {
  it('four rows of one parcel are one parcel, and empty rows are skipped', () => {
    const { rows, refused } = readLayout(ROWS, [
      HEAD,
      [' ab-123 ', '2026-07-01', '1.5', 'FRT', '100.00'],
      ['AB123', '2026-07-01', '1.5', 'fsc', '10.50'],
      ['', '', '', '', ''],
      ['AB123', '2026-07-01', '', 'ADJ', '-5.00'],
      ['AB123', '', '', 'FRT', '3.25'],
    ]);
    expect(refused).toEqual([]);
    expect(rows.map(({ number }) => number)).toEqual([2, 3, 5, 6]);
    expect(rows[0]).toMatchObject({ key: 'AB123', weight: 1500, currency: 'MYR', shipped: '2026-07-01' });
    expect(parcelsOf(rows)).toMatchObject([{ key: 'AB123', amount: 10_875_000n }]);
    expect(rows.flatMap(({ charges }) => charges.map(({ kind }) => kind))).toEqual([
      'base',
      'fuel',
      'adjustment',
      'base',
    ]);
  });

  it('charges that the layout does not name are counted under their own name', () => {
    const { unmapped, rows } = readLayout(ROWS, [HEAD, ['A', '', '', 'SCC', '12.40'], ['B', '', '', 'SCC', '1']]);
    expect([...unmapped]).toEqual([['SCC', { count: 2, amount: 1_340_000n }]]);
    expect(rows).toHaveLength(2);
  });

  it('what the layout cannot read is refused with the reason, and ruined tracking numbers are counted', () => {
    const { refused, ruined, rows } = readLayout(ROWS, [
      HEAD,
      ['6.35213E+11', '', '', 'FRT', '1'],
      ['', '', '', 'FRT', '1'],
      ['A', '01/07/2026', '', 'FRT', '1'],
      ['A', '', 'heavy', 'FRT', '1'],
      ['A', '', '', 'FRT', '1.234,5'],
    ]);
    expect([rows.length, ruined]).toEqual([0, 1]);
    expect(refused.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6]);
    for (const { problem } of refused) expect(problem).toMatch(/\.$/);
  });

  it('only the row that no bill can store is refused, however long its cells are', () => {
    const long = 'x'.repeat(5000);
    const { rows, refused, ruined, unmapped } = readLayout(ROWS, [
      HEAD,
      ['A', '', '99999999999999999999', 'FRT', '1'],
      ['A', '', '', 'FRT', '9'.repeat(40)],
      [long, '', '', 'FRT', '1'],
      ['\ufdfa'.repeat(150), '', '', 'FRT', '1'],
      ['A\0', '', '', 'FRT', '1'],
      ['A', '', '', `F\ud800`, '1'],
      ['A', '', '', `${'n'.repeat(199)}😀😀`, '1'],
      ['A', '', '', 'constructor', '2'],
    ]);
    expect(refused.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7]);
    for (const { problem } of refused) expect(problem.length).toBeLessThan(120);
    expect([rows.length, ruined]).toEqual([2, 0]);
    expect([...unmapped.keys()]).toEqual([`${'n'.repeat(199)}😀`, 'constructor']);
    const referred: Layout = { ...ROWS, roles: { reference: 0, code: 3, amount: 4 } };
    expect(readLayout(referred, [HEAD, ['6.35213E+11', '', '', 'FRT', '1']]).ruined).toBe(1);
  });

  it('pairs of charge and amount are read, and so are charges in columns of their own', () => {
    const pairs: Layout = {
      ...ROWS,
      headerRow: false,
      roles: { tracking: 0 },
      charges: { as: 'pairs', pairs: [1, 3, 5].map(text => ({ text, amount: text + 1 })) },
    };
    const read = readLayout(pairs, [['A', 'FRT', '10', 'Fuel', '2', '', '']]);
    expect(read.rows[0]?.charges).toEqual([
      { kind: 'base', name: 'FRT', amount: 10n * E5 },
      { kind: 'unmapped', name: 'Fuel', amount: 2n * E5 },
    ]);
    expect(readLayout(pairs, [['A', '', '10']]).refused).toHaveLength(1);
    const columns: Layout = {
      ...pairs,
      charges: { as: 'columns', columns: [1, 2].map((column, at) => ({ column, name: at === 0 ? 'FRT' : 'FSC' })) },
    };
    expect(readLayout(columns, [['A', '10', '']]).rows[0]?.charges).toEqual([
      { kind: 'base', name: 'FRT', amount: 10n * E5 },
    ]);
  });

  it('a title is skipped, and roles are suggested from headings in the languages of the countries', () => {
    const headings = ['No. Resi', 'Tanggal', 'Zona', 'Berat (kg)', 'Biaya'];
    expect(guessRoles(headings)).toEqual({ tracking: 0, shipped: 1, zone: 2, billedWeight: 3, amount: 4 });
    expect(
      guessRoles(['Tracking Number', 'Charge Description', 'Net Amount', 'Actual Weight', 'Billed Weight']),
    ).toEqual({
      tracking: 0,
      text: 1,
      amount: 2,
      enteredWeight: 3,
      billedWeight: 4,
    });
    const { rows } = readLayout({ ...ROWS, skippedRows: 1 }, [['Bill of July'], HEAD, ['A', '', '', 'FRT', '1']]);
    expect(rows).toHaveLength(1);
  });
});
