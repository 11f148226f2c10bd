import { describe, expect, it } from 'vitest';
import type { Country } from '../../domain/country.ts';
import { columnsOf } from '../../domain/rates/columns.ts';
import { E5 } from '../../domain/rates/money.ts';
import { NO_ROWS, type RateRows } from '../../domain/rates/rows.ts';
import { DEFAULT_WEIGHT_RULE } from '../../domain/rates/weightRule.ts';
import { openWorkbook } from '../../domain/sheet/openWorkbook.ts';
import { blobPlatform, deflateRaw } from './platform.ts';
import { AddressBook } from '../../domain/addressMatch.ts';
import { fieldOfHeading, namedEndOfHeading, PARCEL_HEADINGS, quoteFile } from './quoteFile.ts';
import { tableWorkbook } from './tableWorkbook.ts';

const ROWS: RateRows = {
  ...NO_ROWS,
  settings: {
    currency: 'IDR',
    esfArea: 'zone',
    asfArea: 'zone',
    weightRule: { ...DEFAULT_WEIGHT_RULE, cubic: 'never' },
    vat: { mode: 'exclusive', ppm: 110_000 },
    taxable: ['base'],
  },
  addresses: [{ kind: 'zone', origin: '', destination: '7', code: 'A' }],
  fees: [
    { kind: 'zone', code: 'A', start: 0, end: 1000, fee: 10_000 * E5, sides: null },
    { kind: 'zone', code: 'A', start: 1000, end: 5000, fee: 20_000 * E5, sides: null },
  ],
};

const open = (file: File) =>
  openWorkbook({
    platform: blobPlatform(file),
    fileName: file.name,
    loadGeneral: () => import('xlsx'),
    loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
  });

const PLACES = [
  { locationId: 1, parentId: 0, level: 0, name: 'Jawa Barat', postcode: '' },
  { locationId: 7, parentId: 1, level: 1, name: 'Bandung', postcode: '' },
  { locationId: 8, parentId: 1, level: 1, name: 'Bogor', postcode: '' },
  { locationId: 70, parentId: 7, level: 2, name: 'Coblong', postcode: '40132' },
  { locationId: 71, parentId: 7, level: 2, name: 'Sukasari', postcode: '' },
  { locationId: 80, parentId: 8, level: 2, name: 'Sukasari', postcode: '' },
];
const book = new AddressBook('ID');
for (const place of PLACES) book.add(place);
const places = {
  match: (text: string) => book.match(text),
  namesOf: (id: number): string[] => {
    const place = PLACES.find(({ locationId }) => locationId === id);
    return place ? [...places.namesOf(place.parentId), place.name] : [];
  },
};

async function quoted(
  rows: (string | number)[][],
  entity: Country = 'ID',
  version: RateRows = ROWS,
): Promise<unknown[][]> {
  const file = new File([await tableWorkbook('Parcels', rows, deflateRaw)], 'parcels.xlsx');
  const answer = await quoteFile(
    { job: 'quote', userId: 1, entity, file, columns: columnsOf(version), version: 3 },
    { open, deflate: deflateRaw, onProgress: () => undefined, chainOf: id => (id === 9 ? null : [1, id]), places },
  );
  if ('problem' in answer) return [[answer.problem]];
  const { read, utils } = await import('xlsx');
  const book = read(await answer.blob.arrayBuffer());
  return [
    [answer.name, answer.priced, answer.unpriced, answer.note],
    ...utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1, blankrows: false }),
  ];
}

describe('quoting a file of parcels', () => {
  it('every heading of the template except the reference is recognized', () => {
    const unknown = PARCEL_HEADINGS.filter(
      heading => fieldOfHeading(heading) === undefined && namedEndOfHeading(heading) === undefined,
    );
    expect(unknown).toEqual(['Reference']);
  });

  it('the result has a column for each line of the quote, and says for each unpriced parcel why it has no price', async () => {
    const [head, headings = [], one = [], two = [], three = [], four = []] = await quoted([
      ['Reference', 'Destination Location ID', 'Weight kg'],
      ['A', 7, 0.5],
      ['B', 7, '6'],
      ['C', 9, 1],
      ['D', 7, '1.000'],
    ]);
    expect(head).toEqual(['parcels quoted by version 3.xlsx', 1, 3, '']);
    const at = (name: string) => headings.indexOf(name);
    expect(['ESF zone', 'ESF Base fee', 'ESF VAT', 'ESF total IDR'].map(name => one[at(name)])).toEqual([
      'A',
      10_000,
      1100,
      11_100,
    ]);
    expect(two[at('ESF no price because')]).toBe('no fee for zone A above 5 kg');
    expect(three[at('ESF no price because')]).toBe('Destination: there is no location 9');
    expect(four[at('ASF no price because')]).toContain('can mean two numbers');
  });

  it('a computed number is read without its floating-point noise, and a number with too many digits is refused', async () => {
    const [, headings = [], ...rows] = await quoted([
      ['Destination Location ID', 'Weight kg', 'Order value'],
      [7, 1.1 * 3, 0.1 + 0.2],
      [7, 0.1234, 1],
      [7, 1, 0.1234567],
    ]);
    const of = (name: string) => rows.map(row => row[headings.indexOf(name)] ?? '');
    expect([of('ESF charged kg')[0], of('ESF total IDR')[0]]).toEqual([3.3, 22_200]);
    expect(of('ESF no price because').slice(1)).toEqual([
      'Weight must be one number with at most 3 decimal places',
      'Order value must be one number with at most 5 decimal places',
    ]);
  });

  it('a parcel without a destination is not priced as the whole country', async () => {
    const version: RateRows = { ...ROWS, addresses: [{ kind: 'zone', origin: '', destination: '', code: 'A' }] };
    const [, headings = [], ...rows] = await quoted(
      [
        ['Destination Location ID', 'Destination City', 'Weight kg'],
        ['', '', 1],
        [7, '', 1],
      ],
      'ID',
      version,
    );
    const of = (name: string) => rows.map(row => row[headings.indexOf(name)] ?? '');
    expect(of('ESF total IDR')).toEqual(['', 22_200]);
    expect(of('ESF no price because')).toEqual(['The destination is empty: enter a location ID or an address', '']);
  });

  it('places are resolved by name, and an ambiguous name needs a decision', async () => {
    const [, headings = [], ...rows] = await quoted([
      ['Reference', 'Destination', 'Destination District', 'Destination City', 'Weight kg'],
      ['A', '', 'Coblong', 'Bandung', 1],
      ['B', '', 'Sukasari', '', 1],
      ['C', '', 'Sukasari', 'Bandung', 1],
      ['D', 'Bandung, Jawa Barat', '', '', 1],
      ['E', '', 'Atlantis', '', 1],
      ['F', 7, 'Atlantis', '', 1],
    ]);
    const of = (name: string) => rows.map(row => row[headings.indexOf(name)] ?? '');
    expect(of('Destination understood as')).toEqual([
      'Jawa Barat > Bandung > Coblong (70)',
      '',
      'Jawa Barat > Bandung > Sukasari (71)',
      'Jawa Barat > Bandung (7)',
      '',
      'Jawa Barat > Bandung (7)',
    ]);
    expect(of('ESF total IDR')).toEqual([22_200, '', 22_200, 22_200, '', 22_200]);
    const why = of('ESF no price because');
    expect(why[1]).toContain('"Sukasari" can be several places (Jawa Barat > Bandung > Sukasari; Jawa Barat > Bogor');
    expect(why[4]).toBe('Destination: there is no place "Atlantis"');
  });

  it('places given by id are named in the result, together with their ids', async () => {
    const [, headings = [], ...rows] = await quoted([
      ['Origin Location ID', 'Destination Location ID', 'Weight kg'],
      [70, 7, 1],
      ['', 8, 1],
      ['', 9, 1],
    ]);
    const of = (name: string) => rows.map(row => row[headings.indexOf(name)] ?? '');
    expect(of('Origin understood as')).toEqual(['Jawa Barat > Bandung > Coblong (70)', '', '']);
    expect(of('Destination understood as')).toEqual(['Jawa Barat > Bandung (7)', 'Jawa Barat > Bogor (8)', '']);
    expect(of('ESF no price because')).toEqual([
      '',
      'no zone from Indonesia to Bogor, Jawa Barat (8)',
      'Destination: there is no location 9',
    ]);
  });

  it('if two columns have the same meaning, the message names both', async () => {
    const [[problem] = []] = await quoted([
      ['Destination Location ID', 'Weight', 'Weight kg'],
      [7, 1, 2],
    ]);
    expect(problem).toContain('two columns with the same meaning, "Weight" and "Weight kg"');
  });

  it('sizes are never assumed, dropped leading zeros are detected, and no parcel is mistaken for the end of the file', async () => {
    const br: RateRows = {
      ...ROWS,
      settings: { ...ROWS.settings, currency: 'BRL' },
      addresses: [{ kind: 'zone', origin: '', destination: '01310000-01319999', code: 'A' }],
      extraFees: [
        {
          type: 'cod',
          code: 'cod',
          name: 'COD',
          place: '',
          shopGroup: 0,
          of: ['codAmount'],
          fixed: null,
          ppm: 1_000_000_000,
          min: null,
          max: null,
        },
      ],
    };
    const [[, priced, unpriced] = [], headings = [], ...rows] = await quoted(
      [
        ['Destination CEP', 'Weight kg', 'Length cm', 'Width cm', 'Height cm', 'COD amount'],
        ['01310-100', 1, 10, 10, 10, ''],
        [1_310_100, 1, 10, 10, 10, ''],
        ['01310100', 1, 10, '', 10, ''],
        ['01310100', 1, '', '', '', 10_000_000_000],
        ['01310100', 1, '', '', '', ''],
      ],
      'BR',
      br,
    );
    expect([priced, unpriced]).toEqual([2, 3]);
    const why = rows.map(row => row[headings.indexOf('ESF no price because')] ?? '');
    expect(why).toEqual([
      '',
      'Destination CEP must be 8 digits; "1310100" has 7: write 01310100 in a column of text if its leading zero was lost',
      'Length, width and height must all be filled in or all be empty',
      'the amounts are beyond 90,071,992,547.40991 BRL, the most that can be computed exactly',
      '',
    ]);
  });

  it('in a country without CEPs, columns of CEPs are not used, and the result says so', async () => {
    const note = '"Postcode" was not used, because Indonesia has no CEPs: places are location IDs or names.';
    const rows = [
      ['Destination Location ID', 'Postcode', 'Weight kg'],
      [7, '40132', 0.5],
    ];
    expect((await quoted(rows))[0]).toEqual([expect.any(String), 1, 0, note]);
    expect((await quoted([rows[0]!.slice(0, 1).concat('Weight kg'), [7, 0.5]]))[0]?.at(-1)).toBe('');
    const both = [
      ['To', 'Origin CEP', 'Destination CEP', 'Weight kg'],
      [7, '01310100', '01310100', 0.5],
    ];
    expect((await quoted(both))[0]?.at(-1)).toContain('"Origin CEP" and "Destination CEP" were not used');
    both[1]![1] = '';
    expect((await quoted(both))[0]?.at(-1)).toContain('"Destination CEP" was not used');
    // A file that names destinations only by CEP would otherwise be quoted for the whole country.
    expect(
      (
        await quoted([
          ['Destination CEP', 'Weight kg'],
          ['01310100', 1],
        ])
      )[0],
    ).toEqual([
      'parcels.xlsx has no column "Destination Location ID" or "Destination Address". Add one of them and choose the file again. "Destination CEP" was not used, because Indonesia has no CEPs: places are location IDs or names.',
    ]);
  });

  it('the message lists the required columns', async () => {
    expect((await quoted([['Reference'], ['A']]))[0]?.[0]).toContain('has no column "Weight kg"');
    expect((await quoted([['Weight kg'], [1]]))[0]?.[0]).toContain('"Destination Location ID"');
  });
});
