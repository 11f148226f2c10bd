import { assert, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, placeName, placeNumber, rowsOf } from './columns.ts';
import { compareRates } from './compare.ts';
import { quote } from './quote.ts';
import { seal, unseal } from './sealed.ts';
import { RateTable } from './table.ts';
import { extra, fee, measures, parcel, sampleRows, settings } from './testing/sampleRates.ts';

const ROWS = sampleRows({
  addresses: [
    { kind: 'zone', origin: 'MY', destination: '01310000-01319999', code: 'A' },
    { kind: 'route', origin: '123456789012345', destination: '', code: 'R' },
  ],
  fees: [
    fee('A', 0, 1, 10_000),
    fee('A', 1, 2, null, 40),
    fee('B', 0, 1, 90_000_000_000),
    fee('R', 0, 1, 1, null, 'route'),
  ],
  extraFees: [extra('cod', { ppm: 20_000, max: 5, place: '00000000-99999999', shopGroup: -1, name: 'Cobrança é' })],
  volumeFees: [{ kind: 'zone', code: '', start: 0, end: 5, fee: null }],
  cepLevels: [{ level: 3, ppm: null, min: 1, max: null }],
  cepRanges: [{ from: 0, to: 99_999_999, level: 3 }],
});

describe('the sealed file of a version', () => {
  const bytes = seal(columnsOf(ROWS));

  it('unsealing a sealed file returns all rows', () => {
    const copy = rowsOf(unseal(bytes));
    expect(compareRates(ROWS, copy)).toEqual({ settings: [], rows: [] });
    expect(seal(columnsOf(copy))).toEqual(bytes);
  });

  it('in a file sealed before zones and routes were told apart, volume fees of every area apply to both, also in a copy', () => {
    const rows = sampleRows({
      settings: settings({ asfArea: 'route' }),
      addresses: [
        { kind: 'zone', origin: '', destination: '', code: 'A' },
        { kind: 'route', origin: '', destination: '', code: 'R' },
      ],
      fees: [fee('A', 0, 9, 1), fee('R', 0, 9, 2, null, 'route')],
      volumeFees: [{ kind: 'zone', code: '', start: 0, end: 100_000, fee: 700_000 }],
    });
    const columns = columnsOf(rows);
    columns.volumeFees.area.fill(-1);
    const old = unseal(seal(columns));
    const asked = parcel(1, { measured: measures(1, 10, 10, 10), declared: measures(1, 10, 10, 10) });
    const totals = (table: RateTable) => (['esf', 'asf'] as const).map(kind => quote(table, kind, asked).total);
    expect(totals(RateTable.of(rows))).toEqual([800_000, 200_000]);
    expect(totals(new RateTable(old))).toEqual([800_000, 900_000]);
    expect(totals(RateTable.of(rowsOf(old)))).toEqual([800_000, 900_000]);
  });

  it('a sealed file can be read from a slice of a larger Buffer', () => {
    const whole = Buffer.concat([Buffer.from([1, 2, 3]), bytes, Buffer.from([9])]);
    expect(seal(unseal(whole.subarray(3, 3 + bytes.length)))).toEqual(bytes);
  });

  it('a sealed file begins with its signature, and its length is a multiple of 8', () => {
    expect(new TextDecoder().decode(bytes.subarray(0, 8))).toBe('OPSRATE2');
    expect(new TextDecoder().decode(seal(columnsOf({ ...ROWS, volumeFees: [] })).subarray(0, 8))).toBe('OPSRATE1');
    expect(bytes.length % 8).toBe(0);
  });

  it('a sealed file has the same bytes if settings are reordered, and different bytes if a fee differs', () => {
    const turned = Object.fromEntries(Object.entries(settings()).reverse()) as unknown as typeof ROWS.settings;
    expect(seal(columnsOf({ ...ROWS, settings: turned }))).toEqual(bytes);
    const dearer = { ...ROWS, fees: ROWS.fees.map(row => (row.start === 0 ? { ...row, fee: 1 } : row)) };
    expect(seal(columnsOf(dearer))).not.toEqual(bytes);
  });

  it('a sealed file can be read at any offset in a larger buffer', () => {
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    expect(quote(new RateTable(unseal(larger.subarray(3))), 'esf', parcel())).toEqual(
      quote(RateTable.of(ROWS), 'esf', parcel()),
    );
  });

  it('sealing and unsealing a version without rows yields no rows', () => {
    const empty = sampleRows({ names: [], addresses: [], fees: [] });
    expect(rowsOf(unseal(seal(columnsOf(empty))))).toEqual(empty);
  });

  it.each<[string, Uint8Array]>([
    ['no bytes', new Uint8Array()],
    ['a different file type', new TextEncoder().encode('PK and more than sixteen bytes')],
    ['a truncated header', bytes.subarray(0, 40)],
    ['bytes after the columns', Uint8Array.of(...bytes, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['a header that is not valid JSON', bytes.map((byte, at) => (at === 17 ? 0 : byte))],
  ])('an invalid sealed file is refused: %s', (_name, given) =>
    expect(() => unseal(given)).toThrow('The sealed rate table cannot be read: '),
  );

  it('a sealed file that is truncated at any position is refused', () => {
    assert(
      property(nat(bytes.length - 1), length => {
        expect(() => unseal(bytes.subarray(0, length))).toThrow(RangeError);
      }),
    );
  });
});

describe('place numbers', () => {
  const RANGES = { from: Int32Array.of(5, 1_310_000), to: Int32Array.of(9, 1_319_999) };
  const index = new Map([
    ['00000005-00000009', 0],
    ['01310000-01319999', 1],
  ]);

  it.each(['', 'ID', 'BR', 'MY', 'TH', '1', '987654321098765', '00000005-00000009', '01310000-01319999'])(
    'the place name "%s" survives a round trip through a number',
    name => expect(placeName(placeNumber(name, index), RANGES)).toBe(name),
  );

  it('an invalid place name cannot be encoded', () =>
    expect(() => columnsOf(sampleRows({ extraFees: [extra('remote', { place: 'Aceh' })] }))).toThrow(
      `"Aceh" is not a country, a location's id or a CEP range`,
    ));

  it('no two place names are encoded as the same number', () => {
    const letter = integer({ min: 65, max: 90 });
    assert(
      property(letter, letter, letter, letter, (a, b, c, d) => {
        const [one, other] = [String.fromCharCode(a, b), String.fromCharCode(c, d)];
        expect(placeNumber(one, index) === placeNumber(other, index)).toBe(one === other);
        expect(placeNumber(one, index)).toBeGreaterThan(-1000);
      }),
    );
  });
});
