import { describe, expect, it } from 'vitest';
import { parcelsOf } from './charges.ts';
import { guessRoles, readLayout, type Layout } from './layout.ts';
import { readLayoutDefinition } from './layoutText.ts';

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

describe('reading a supplier’s file with a layout', () => {
  it('numbers in a workbook are read unchanged, whatever decimal mark the layout specifies', () => {
    const layout = { ...ROWS, decimalMark: ',', dateOrder: 'dmy', currency: 'IDR' } as const;
    const { rows, refused } = readLayout(layout, [
      HEAD,
      ['A', '2026-07-01', 1.234, 'FRT', 18_360.5],
      ['B', '01/07/2026', '1,234', 'FRT', '18.360,5'],
      ['C', '01/07/2026', 300, 'FRT', 18_359.999999999996],
      [60_001_234, '', '300 g', 'FRT', 0.1 + 0.2],
    ]);
    expect(refused).toEqual([]);
    expect(rows.map(({ weight, charges, shipped }) => [weight, charges[0]?.amount, shipped])).toEqual([
      [1234, 1_836_050_000n, '2026-07-01'],
      [1234, 1_836_050_000n, '2026-07-01'],
      [300_000, 1_836_000_000n, '2026-07-01'],
      [300, 30_000n, ''],
    ]);
    expect(rows[3]?.key).toBe('60001234');
  });

  it('an amount that may be a thousand times as high is refused in a currency without decimal places', () => {
    const read = (currency: string, amount: string | number) => {
      const { rows, refused } = readLayout({ ...ROWS, currency }, [HEAD, ['A', '', '', 'FRT', amount]]);
      return rows[0]?.charges[0]?.amount ?? refused[0]?.problem;
    };
    const refused = expect.stringMatching(/^"-?(Rp )?18\.000" has three decimal places, but (IDR|VND) has none\. If/);
    expect([read('IDR', '18.000'), read('VND', '-18.000'), read('IDR', 'Rp 18.000')]).toEqual([
      refused,
      refused,
      refused,
    ]);
    expect([read('MYR', '18.000'), read('IDR', '18000.000'), read('IDR', '0.500'), read('IDR', 18)]).toEqual([
      1_800_000n,
      1_800_000_000n,
      50_000n,
      1_800_000n,
    ]);
  });

  it('a weight that may be a thousand times as high or as low is refused', () => {
    const read = (weightUnit: 'g' | 'kg', decimalMark: '.' | ',', weight: string | number) => {
      const { rows, refused } = readLayout({ ...ROWS, weightUnit, decimalMark }, [HEAD, ['A', '', weight, 'FRT', '1']]);
      return rows[0]?.weight ?? refused[0]?.problem;
    };
    const refused = expect.stringMatching(
      /^"1\.250( kg)?" may be a weight with three decimal places or one in thousands\. /,
    );
    expect([read('kg', ',', '1.250'), read('g', ',', '1.250 kg'), read('g', '.', '1.250')]).toEqual([
      refused,
      refused,
      refused,
    ]);
    expect([read('kg', '.', '1.250'), read('g', ',', '1.250'), read('kg', ',', 1.25)]).toEqual([1250, 1250, 1250]);
    // "0.500" is not 500 with any decimal mark.
    expect(read('kg', ',', '0.500')).toBe('"0.500" is not a weight.');
  });

  it('weights and sizes may have another decimal mark than amounts', () => {
    const layout: Layout = {
      ...ROWS,
      currency: 'VND',
      decimalMark: ',',
      measureMark: '.',
      sizeUnit: 'cm',
      roles: { ...ROWS.roles, length: 5 },
    };
    expect(readLayoutDefinition(layout)).toEqual(layout);
    expect(readLayoutDefinition({ ...layout, measureMark: ';' })).toBeNull();
    const { rows, refused } = readLayout(layout, [
      HEAD,
      ['A', '', '1.250', 'FRT', '25.000', '30.5 x 20 x 10'],
      ['B', '', '0.500', 'FRT', '18.500', ''],
      ['C', '', '1,250', 'FRT', '18.500', ''],
    ]);
    expect(rows.map(({ weight, sides, charges }) => [weight, sides, charges[0]?.amount])).toEqual([
      [1250, [305, 200, 100], 25_000n * E5],
      [500, null, 18_500n * E5],
    ]);
    expect(refused).toHaveLength(1);
  });

  it('an amount that is written in another currency than the row’s is refused', () => {
    const read = (layout: Partial<Layout>, ...cells: string[]) => {
      const { rows, refused } = readLayout({ ...ROWS, ...layout }, [HEAD, ['A', '', '', 'FRT', ...cells]]);
      return rows[0]?.charges[0]?.amount ?? refused[0]?.problem;
    };
    expect(read({}, 'SGD 12.50')).toBe(
      '"SGD 12.50" is in SGD, but the row is in MYR. Choose the column of the currency in the layout, or read the rows of each currency from a file of their own.',
    );
    expect(read({}, 'US$12.50')).toMatch(/^"US\$12\.50" is in USD, but the row is in MYR\. /);
    expect([read({}, 'RM 12.50'), read({}, '$12.50'), read({}, 'MYR12.50')]).toEqual([
      1_250_000n,
      1_250_000n,
      1_250_000n,
    ]);
    // The column of the currency takes precedence over the layout's.
    const byColumn = { roles: { ...ROWS.roles, currency: 5 } };
    expect(read(byColumn, 'S$12.50', 'SGD')).toBe(1_250_000n);
    expect(read(byColumn, 'RM12.50', 'SGD')).toMatch(/^"RM12\.50" is in MYR, but the row is in SGD\. /);
  });

  it('an id of more than fifteen digits is refused with advice in a number cell, and accepted in a text cell', () => {
    const { rows, ruined, refused } = readLayout(ROWS, [
      HEAD,
      [1_234_567_890_123_450, '', '', 'FRT', 1],
      [123_456_789_012_346_000, '', '', 'FRT', 1],
      ['1234567890123450', '', '', 'FRT', 1],
      [1_234_567_890_123_456, '', '', 'FRT', 1],
      [123_456_789_012, '', '', 'FRT', 1],
    ]);
    expect([ruined, rows.map(({ key }) => key)]).toEqual([3, ['1234567890123450', '123456789012']]);
    expect(refused[2]?.problem).toBe(
      'The tracking number 1234567890123456 is stored as a number, of which a spreadsheet keeps 15 digits: its last digits may be wrong. Ask for the file with this column as text.',
    );
    const referred = readLayout({ ...ROWS, roles: { reference: 0, code: 3, amount: 4 } }, [
      HEAD,
      [1_234_567_890_123_456, '', '', 'FRT', 1],
    ]);
    expect(referred.refused[0]?.problem).toMatch(/^The order reference 1234567890123456 is stored as a number/);
  });

  it('sizes are read in the layout’s unit, from three columns or one, and only if the layout specifies the unit', () => {
    const roles = { ...ROWS.roles, length: 5, width: 6, height: 7 };
    const cells = [
      HEAD,
      ['A', '', '', 'FRT', '1', '30', 20, '10.5'],
      ['B', '', '', 'FRT', '1', '30 x 20 x 10'],
      ['C', '', '', 'FRT', '1', '30', '', '10'],
      ['D', '', '', 'FRT', '1', 'big', '20', '10'],
    ];
    const { rows, refused } = readLayout({ ...ROWS, roles, sizeUnit: 'cm' }, cells);
    expect(rows.map(({ key, sides }) => [key, sides])).toEqual([
      ['A', [300, 200, 105]],
      ['B', [300, 200, 100]],
      ['C', null],
    ]);
    expect(refused).toEqual([{ number: 5, problem: '"big" is not a size.' }]);
    expect(readLayout({ ...ROWS, roles }, cells).rows.map(({ sides }) => sides)).toEqual([null, null, null, null]);
    expect(readLayoutDefinition({ ...ROWS, sizeUnit: 'in' })?.sizeUnit).toBe('in');
    expect(readLayoutDefinition({ ...ROWS, sizeUnit: 'ell' })).toBeNull();
    expect(guessRoles(['AWB', 'Dimensions (cm)'])).toEqual({ tracking: 0, length: 1 });
    // A short word is a whole one.
    expect(guessRoles(['Tracking', 'Zone', 'Code', 'Amount'])).toEqual({ tracking: 0, zone: 1, code: 2, amount: 3 });
    expect(guessRoles(['AWB', 'Taxa de Entrega', 'Código', 'Valor'])).toEqual({ tracking: 0, amount: 3 });
    expect(guessRoles(['AWB', 'Cód.', 'Valor'])).toEqual({ tracking: 0, code: 1, amount: 2 });
    expect(guessRoles(['Cod. Rastreio', 'COD. SERVICO', 'Co\u0301d', 'Valor COD'])).toEqual({
      tracking: 0,
      service: 1,
      code: 2,
      cod: 3,
    });
    expect(guessRoles(['AWB', 'COD Amount', 'Tax (11%)', 'Taxes'])).toEqual({ tracking: 0, cod: 1, tax: 2 });
  });

  it('a local time keeps its day until midnight, and a time in UTC is refused, because its day may be another one', () => {
    const { rows, refused } = readLayout({ ...ROWS, currency: 'MYR' }, [
      HEAD,
      ...['2026-08-31 23:59:59', '2026-09-01 00:00', '2026-08-31T23:59:59.999', '2026-08-31T23:59:00+08:00'].map(
        (day, at) => [`A${at}`, day, '', 'FRT', '1'],
      ),
      ...['2026-08-31T17:00:00Z', '2026-08-31 16:59:59.5 UTC', '2026-08-31T17:00:00+00:00', '2026-08-31 17:00 GMT'].map(
        (day, at) => [`B${at}`, day, '', 'FRT', '1'],
      ),
    ]);
    expect(rows.map(({ shipped }) => shipped)).toEqual(['2026-08-31', '2026-09-01', '2026-08-31', '2026-08-31']);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.problem).toBe(
      '"2026-08-31T17:00:00Z" is a time in UTC, and the day may be another one here. Ask for the file with local days.',
    );
  });

  it('a row without an amount is refused and counted, and only 0 and information count without one', () => {
    const layout: Layout = { ...ROWS, kinds: { ...ROWS.kinds, NOTE: 'information' } };
    const { rows, refused } = readLayout(layout, [
      HEAD,
      ['A1'],
      ['A2', '', '', 'FRT', ' '],
      ['A3', '', '', 'FRT', '0'],
      ['A4', '', '', 'NOTE', ''],
    ]);
    const problem =
      'It has no amount, and an empty amount is not 0. Ask the supplier for the amount, or leave the row out.';
    expect(refused).toEqual([
      { number: 2, problem },
      { number: 3, problem },
    ]);
    expect(rows.map(({ key, charges }) => [key, charges])).toEqual([
      ['A3', [{ kind: 'base', name: 'FRT', amount: 0n }]],
      ['A4', [{ kind: 'information', name: 'NOTE', amount: 0n }]],
    ]);
    const columns: Layout = {
      ...ROWS,
      roles: { tracking: 0 },
      charges: { as: 'columns', columns: [{ column: 3, name: 'FRT' }] },
    };
    const pairs: Layout = {
      ...ROWS,
      roles: { tracking: 0 },
      charges: { as: 'pairs', pairs: [{ text: 3, amount: 4 }] },
    };
    for (const other of [columns, pairs])
      expect(readLayout(other, [HEAD, ['A1', '', '', '', '']]).refused).toEqual([{ number: 2, problem }]);
  });

  it('a parcel without a tracking number never shares a key with another parcel’s tracking number', () => {
    const { rows } = readLayout({ ...ROWS, roles: { tracking: 0, reference: 1, code: 3, amount: 4 } }, [
      HEAD,
      ['', 'ab-1', '', 'FRT', '1'],
      ['AB1', '', '', 'FRT', '2'],
      ['', 'AB 1', '', 'FSC', '3'],
    ]);
    expect(parcelsOf(rows)).toMatchObject([
      { key: 'REF AB1', amount: 400_000n },
      { key: 'AB1', amount: 200_000n },
    ]);
  });

  it('characters that protect numbers from spreadsheets are removed', () => {
    const { rows } = readLayout(ROWS, [HEAD, ['="00123"', '', '', 'FRT', '1'], ["'00124", '', '', 'FRT', '="1.50"']]);
    expect(rows.map(({ key, charges }) => [key, charges[0]?.amount])).toEqual([
      ['00123', 100_000n],
      ['00124', 150_000n],
    ]);
  });

  it('rows with the same tracking number form one parcel, and empty rows are skipped', () => {
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

  it('charges that the layout does not define are counted by name', () => {
    const { unmapped, rows } = readLayout(ROWS, [HEAD, ['A', '', '', 'SCC', '12.40'], ['B', '', '', 'SCC', '1']]);
    expect([...unmapped]).toEqual([['SCC', { count: 2, amount: 1_340_000n }]]);
    expect(rows).toHaveLength(2);
  });

  it('rows that cannot be read are refused with the reason, and corrupted tracking numbers are counted', () => {
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

  it('a day in another era is refused, and the message suggests the day that was probably meant', () => {
    const { refused } = readLayout(ROWS, [
      HEAD,
      ['A', '115/08/03', '', 'FRT', '1'],
      ['A', '2569-08-03', '', 'FRT', '1'],
      ['A', '3 ส.ค. 2569', '', 'FRT', '1'],
    ]);
    expect(refused.map(({ problem }) => problem)).toEqual([
      '"115/08/03" has a year of the Republic of China era: 115 is 2026; write 2026-08-03.',
      '"2569-08-03" has a year of the Buddhist era: 2569 is 2026; write 2026-08-03.',
      '"3 ส.ค. 2569" has a year of the Buddhist era: 2569 is 2026; write 2026-08-03.',
    ]);
  });

  it.each([
    ['dmy', '2026-08-03'],
    ['mdy', '2026-03-08'],
  ] as const)('with the date order %s, the message about 03/08/2569 suggests only %s', (dateOrder, day) => {
    const { refused } = readLayout({ ...ROWS, dateOrder }, [HEAD, ['A', '03/08/2569', '', 'FRT', '1']]);
    expect(refused.map(({ problem }) => problem)).toEqual([
      `"03/08/2569" has a year of the Buddhist era: 2569 is 2026; write ${day}.`,
    ]);
  });

  it('a row that cannot be stored is refused without affecting other rows, however long its cells are', () => {
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

  it('charges are read from pairs of columns and from separate columns', () => {
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
    // Some suppliers write zeros into unused pairs.
    const zeros = readLayout(pairs, [['A', 'FRT', '10', '', '0.00', '', 0]]);
    expect([zeros.refused, zeros.rows[0]?.charges.length]).toEqual([[], 1]);
    const columns: Layout = {
      ...pairs,
      charges: { as: 'columns', columns: [1, 2].map((column, at) => ({ column, name: at === 0 ? 'FRT' : 'FSC' })) },
    };
    expect(readLayout(columns, [['A', '10', '']]).rows[0]?.charges).toEqual([
      { kind: 'base', name: 'FRT', amount: 10n * E5 },
    ]);
  });

  it('titles are skipped, and roles are suggested for headings in the countries’ languages', () => {
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
    expect(guessRoles(['COD Amount', 'Tax Amount', 'Total Amount', 'Weight'])).toEqual({
      cod: 0,
      tax: 1,
      amount: 2,
      billedWeight: 3,
    });
    const roles = { tracking: 0, shipped: 1, zone: 2, enteredWeight: 3, billedWeight: 4, tax: 5, amount: 6 };
    for (const row of [
      ['Mã vận đơn', 'Ngày gửi', 'Khu vực', 'Khối lượng thực tế', 'Khối lượng (kg)', 'Thuế GTGT', 'Số tiền'],
      ['หมายเลขพัสดุ', 'วันที่', 'โซน', 'น้ำหนักจริง', 'น้ำหนัก', 'ภาษีมูลค่าเพิ่ม', 'จำนวนเงิน'],
      ['托運單號', '出貨日期', '區域', '實際重量', '計費重量', '稅額', '金額'],
      ['Rastreio', 'Data de envio', 'Zona', 'Peso real', 'Peso', 'Imposto', 'Valor (R$)'],
      ['No. AWB', 'Tarikh', 'Zon', 'Berat asal', 'Berat', 'Cukai', 'Jumlah'],
    ])
      expect([row[0], guessRoles(row)]).toEqual([row[0], roles]);
    const { rows } = readLayout({ ...ROWS, skippedRows: 1 }, [['Bill of July'], HEAD, ['A', '', '', 'FRT', '1']]);
    expect(rows).toHaveLength(1);
  });
});
