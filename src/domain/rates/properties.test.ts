import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  shuffledSubarray,
  tuple,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { End } from '../leadTime.ts';
import { columnsOf, rowsOf } from './columns.ts';
import { applyComparison, compareRates } from './compare.ts';
import { boundsOf, findingsOf, isComplete } from './completeness.ts';
import { quote, quoteBoth, type Parcel } from './quote.ts';
import {
  cepText,
  KEYS,
  keyOfPart,
  NO_ROWS,
  PARTS,
  type AddressRow,
  type ExtraFeeRow,
  type FeeRow,
  type RateRows,
} from './rows.ts';
import { seal, unseal } from './sealed.ts';
import { RateTable } from './table.ts';
import { settings } from './testing/sampleRates.ts';

/** Tests with random versions and parcels; issue 29 (7) requires each of these properties. */

const CODES = ['A', 'B', 'C'];
/** Places used in the tests: 1 to 3 are states, 11 is a city in state 1; some CEP ranges are narrow, others wide. */
const PLACES = [
  '',
  'BR',
  '1',
  '2',
  '3',
  '11',
  '21',
  '01000000-01999999',
  '01300000-01399999',
  '01310000-01319999',
  '01350000-01449999',
];
const CEPS = ['01310000', '01319999', '01320000', '01360000', '01400000', '01999999', '99999999'];

const amount = nat(1_000_000).map(units => units * 100);
const unique = <R>(rows: R[], key: (row: R) => string): R[] => [...new Map(rows.map(row => [key(row), row])).values()];

/** The fees of an area: contiguous if `tidy` is set, otherwise arbitrary. */
const feesOf = (code: string, tidy: boolean): Arbitrary<FeeRow[]> =>
  uniqueArray(nat(20), { minLength: 2, maxLength: 6 }).chain(bounds => {
    const sorted = bounds.sort((a, b) => a - b).map(bound => bound * 500);
    const size = sorted.length - 1;
    return tuple(
      array(option(amount, { freq: tidy ? 1000 : 4 }), { minLength: size, maxLength: size }),
      array(nat(1), { minLength: size, maxLength: size }),
    ).map(([fees, longer]) =>
      fees.map((fee, at): FeeRow => ({
        kind: 'zone',
        code,
        start: sorted[at] as number,
        end: (sorted[at + 1] as number) + (tidy ? 0 : (longer[at] as number) * 500),
        fee: tidy ? (fee ?? 0) : fee,
        sides: null,
      })),
    );
  });

const extraOf = (tidy: boolean): Arbitrary<ExtraFeeRow> =>
  constantFrom<ExtraFeeRow['type'][]>('remote', 'cod', 'additional', 'fuel').chain(type =>
    record({
      type: constant(type),
      code: constantFrom('X', 'Y'),
      name: constantFrom('one', 'other'),
      place: constantFrom(...PLACES),
      shopGroup: constantFrom(-1, 0, 7),
      of:
        type === 'cod'
          ? constant(['codAmount'] as const)
          : constantFrom(['base'] as const, ['base', 'volume'] as const),
      fixed: option(amount),
      ppm: tidy ? nat(300_000) : option(nat(300_000)),
      min: option(nat(1000)),
      max: option(integer({ min: 1000, max: 10 ** 9 })),
    }),
  );

const ratesOf = (tidy: boolean): Arbitrary<RateRows> =>
  record({
    settings: record({
      rule: record({
        cubic: constantFrom('always', 'above', 'half', 'never'),
        threshold: constant(1000),
        step: constantFrom(1, 500, 1000),
        rounding: constantFrom('up', 'nearest'),
        bound: constantFrom('above', 'below'),
        sizeRounding: constantFrom('none', 'up', 'nearest'),
      } as const),
      vat: record({ mode: constantFrom('exclusive', 'inclusive', 'inside'), ppm: nat(300_000) } as const),
      currency: constantFrom('BRL', 'IDR'),
    } as const).map(({ rule, ...change }) => settings(change, rule)),
    addresses: array(
      record({
        kind: constant('zone' as const),
        origin: constantFrom(...PLACES),
        destination: constantFrom(...PLACES),
        code: constantFrom(...CODES),
      }),
      { maxLength: 12 },
    ),
    fees: tuple(...CODES.map(code => feesOf(code, tidy))).map(all => all.flat()),
    extraFees: array(extraOf(tidy), { maxLength: 6 }),
    volumeFees: array(
      record({
        kind: constantFrom('zone' as const, 'route' as const),
        code: constantFrom('', 'A'),
        start: nat(5),
        fee: option(amount),
      }).map(row => ({
        ...row,
        start: row.start * 1000,
        end: row.start * 1000 + 1000,
      })),
      { maxLength: 3 },
    ),
    cepRanges: array(tuple(nat(40), constantFrom(99_999, 9999), nat(2)), { maxLength: 4 }).map(all =>
      all.map(([at, width, level]) => ({ from: 1_000_000 + at * 10_000, to: 1_000_000 + at * 10_000 + width, level })),
    ),
    cepLevels: constant([0, 1, 2].map(level => ({ level, ppm: level * 10_000, min: null, max: null }))),
    names: constant([{ kind: 'zone' as const, code: 'A', name: 'Near' }]),
  }).map(rows => {
    const whole: RateRows = { ...NO_ROWS, ...rows };
    // Rows with the same key are the same record, so only one of them is kept.
    return {
      ...whole,
      addresses: unique(whole.addresses as AddressRow[], KEYS.addresses),
      fees: unique(whole.fees as FeeRow[], KEYS.fees),
      extraFees: unique(whole.extraFees as ExtraFeeRow[], KEYS.extraFees),
      volumeFees: unique([...whole.volumeFees], KEYS.volumeFees),
      cepRanges: unique([...whole.cepRanges], KEYS.cepRanges),
    };
  });

const anyEnd: Arbitrary<End> = record({
  locations: constantFrom([], [1], [1, 11], [2, 21], [3], [9]),
  cep: option(constantFrom(...CEPS)),
}).map(({ locations, cep }) => ({ country: 'BR', locations, ...(cep === null ? {} : { cep }) }));

const anyParcel: Arbitrary<Parcel> = record({
  origin: anyEnd,
  destination: anyEnd,
  grams: nat(12_000),
  more: nat(2000),
  sides: tuple(integer({ min: 1, max: 600 }), integer({ min: 1, max: 600 }), integer({ min: 1, max: 600 })),
  orderValue: amount,
  cod: option(amount),
  shopGroup: option(constantFrom(0, 7, 8)),
}).map(({ grams, more, sides, ...parcel }) => ({
  ...parcel,
  declared: { grams, sides },
  measured: { grams: grams + more, sides },
}));

const parcels = array(anyParcel, { minLength: 1, maxLength: 5 });
const answers = (table: RateTable, all: Parcel[]) => all.map(parcel => quoteBoth(table, parcel, {}));
const sealedOf = (rows: RateRows) => new RateTable(unseal(seal(columnsOf(rows))));
const shuffled = <R>(rows: readonly R[]) => shuffledSubarray([...rows], { minLength: rows.length });

/** Finds a parcel's address and fee by scanning all rows. */
function slowBase(rows: RateRows, { origin, destination }: Parcel, grams: number): FeeRow | string {
  const names = ({ country, locations, cep }: End): [string, number][] => [
    ...PLACES.flatMap((name): [string, number][] => {
      const [from, to] = name.split('-').map(Number) as [number, number];
      const code = Number(cep ?? -1);
      return name.includes('-') && from <= code && code <= to ? [[name, 1e9 - (to - from)]] : [];
    }),
    ...locations.map((place, level): [string, number] => [String(place), 10 + level]),
    [country, 1],
    ['', 0],
  ];
  const [from, to] = [new Map(names(origin)), new Map(names(destination))];
  const fitting = rows.addresses
    .filter(row => from.has(row.origin) && to.has(row.destination))
    .map(row => ({ row, rank: [to.get(row.destination)!, from.get(row.origin)!] as const }))
    .sort((one, other) => other.rank[0] - one.rank[0] || other.rank[1] - one.rank[1]);
  const best = fitting[0];
  if (!best) return 'no zone';
  const same = fitting.filter(({ rank }) => rank[0] === best.rank[0] && rank[1] === best.rank[1]);
  if (new Set(same.map(({ row }) => row.code)).size > 1) return 'two zones';
  const own = rows.fees.filter(({ code }) => code === best.row.code).sort((one, other) => one.start - other.start);
  const above = rows.settings.weightRule.bound === 'above';
  const fees = own.filter(({ start, end }, at) =>
    above ? start <= grams && grams < end : (start < grams || (at === 0 && start === grams)) && grams <= end,
  );
  if (fees.length > 1) return 'two fees';
  return fees[0] ?? 'no fee';
}

describe('properties of quotes', () => {
  it('a quote is the same whether it is computed from the sealed file, from columns, or from rows in any order', () => {
    assert(
      property(
        ratesOf(false).chain(rows =>
          tuple(constant(rows), shuffled(rows.addresses), shuffled(rows.fees), shuffled(rows.extraFees)),
        ),
        parcels,
        ([rows, addresses, fees, extraFees], all) => {
          const right = answers(RateTable.of(rows), all);
          const other = { ...rows, addresses, fees, extraFees };
          expect(answers(sealedOf(rows), all)).toEqual(right);
          expect(seal(columnsOf(other))).toEqual(seal(columnsOf(rows)));
        },
      ),
    );
  });

  it('a quote uses the same zone and fee as a scan of all rows', () => {
    assert(
      property(ratesOf(false), anyParcel, (rows, parcel) => {
        const only = { ...rows, extraFees: [], volumeFees: [], cepRanges: [] };
        const table = RateTable.of(only);
        const { lines, missing, grams } = quote(table, 'esf', parcel, {});
        const right = slowBase(only, parcel, grams ?? 0);
        const key = typeof right === 'string' || right.fee === null ? null : KEYS.fees(right);
        expect(lines.find(({ kind }) => kind === 'base')?.row?.key ?? null).toBe(key);
        expect(missing === null).toBe(key !== null);
      }),
    );
  });

  it('a copied version yields the same quotes as the original', () => {
    assert(
      property(ratesOf(false), parcels, (rows, all) => {
        const copy = rowsOf(unseal(seal(columnsOf(rows))));
        expect(answers(RateTable.of(copy), all)).toEqual(answers(RateTable.of(rows), all));
        expect(compareRates(rows, copy)).toEqual({ settings: [], rows: [] });
      }),
    );
  });

  it('splitting a range does not change quotes', () => {
    assert(
      property(ratesOf(true), parcels, nat(), nat(), (rows, all, pick, inside) => {
        const row = rows.fees[pick % rows.fees.length]!;
        const at = row.start + 1 + (inside % (row.end - row.start - 1));
        const split = rows.fees.flatMap(one =>
          one === row
            ? [
                { ...row, end: at },
                { ...row, start: at },
              ]
            : [one],
        );
        const amounts = (table: RateTable) =>
          all.map(parcel => [quote(table, 'esf', parcel).total, quote(table, 'asf', parcel).total]);
        expect(amounts(RateTable.of({ ...rows, fees: split }))).toEqual(amounts(RateTable.of(rows)));
      }),
    );
  });

  it('the lines of a quote add up to its total, and so do its net amount and tax', () => {
    assert(
      property(ratesOf(true), anyParcel, (rows, parcel) => {
        const { lines, total, net, tax } = quote(RateTable.of(rows), 'asf', parcel, {});
        const sum = lines.reduce((all, line) => all + (line.amount ?? 0), 0);
        expect(total === null ? [0, 0] : [sum - total, net! + tax! - total]).toEqual([0, 0]);
      }),
    );
  });

  it('every parcel within the bounds of a complete version can be quoted', () => {
    const destinations: End[] = [[1], [1, 11], [2, 21], [3]].map(locations => ({ country: 'BR', locations }));
    const origins: End[] = [{ country: 'BR', locations: [1] }];
    let complete = 0;
    assert(
      property(ratesOf(true), boolean(), anyParcel, nat(), nat(1000), (rows, whole, parcel, pick, share) => {
        // Half of the versions have an address for everywhere, which random versions rarely have.
        const addresses = whole
          ? unique(
              [...rows.addresses, { kind: 'zone' as const, origin: '', destination: '', code: 'A' }],
              KEYS.addresses,
            )
          : rows.addresses;
        const given = { ...rows, addresses };
        if (!isComplete(findingsOf(given, { destinations, origins, country: 'BR' }))) return;
        complete += 1;
        const destination = destinations[pick % destinations.length]!;
        const table = RateTable.of(given);
        // The CEP risk depends on the CEP. A code outside all ranges decides neither the zone nor a risk.
        const stated: End = table.hasCepRisk ? { ...destination, cep: '99999999' } : destination;
        const area = table.addressOf('zone', table.placesOf(origins[0]!), table.placesOf(destination)).row;
        const [start, end] = boundsOf(given, table.addressRow(area))!;
        const rule = { ...given.settings.weightRule, step: 1, cubic: 'never' as const };
        const inside = Math.min(start + 1 + Math.floor(((end - start - 1) * share) / 1000), end - 1);
        const bounded = RateTable.of({ ...given, settings: { ...given.settings, weightRule: rule } });
        const found = quote(bounded, 'esf', {
          ...parcel,
          origin: origins[0]!,
          destination: stated,
          declared: { grams: inside, sides: parcel.declared.sides },
        });
        expect(found.missing).toBeNull();
        expect(found.total).not.toBeNull();
      }),
      { numRuns: 300 },
    );
    expect(complete).toBeGreaterThan(20);
  });
});

describe('properties of version comparisons', () => {
  const canonical = (rows: RateRows) =>
    PARTS.map(part =>
      (rows[part] as readonly never[]).map(row => `${keyOfPart(part, row)} ${JSON.stringify(row)}`).toSorted(),
    );

  it('applying a comparison to the first version yields the second', () => {
    assert(
      property(ratesOf(false), ratesOf(false), (one, other) => {
        const applied = applyComparison(one, compareRates(one, other));
        expect(compareRates(applied, other)).toEqual({ settings: [], rows: [] });
        expect(canonical(applied)).toEqual(canonical(other));
        expect(applied.settings).toEqual(other.settings);
      }),
    );
  });

  it('comparing a version with itself yields no changes', () => {
    assert(
      property(ratesOf(false), rows => {
        expect(compareRates(rows, rowsOf(columnsOf(rows)))).toEqual({ settings: [], rows: [] });
      }),
    );
  });
});

it('CEP ranges are formatted with eight digits', () => expect(cepText(1_310_000, 1_319_999)).toBe('01310000-01319999'));
