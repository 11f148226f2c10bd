import { describe, expect, it } from 'vitest';
import type { End } from '../leadTime.ts';
import { E5 } from './money.ts';
import { parcelProblem, quote, quoteBoth, type Parcel } from './quote.ts';
import type { RateRows } from './rows.ts';
import { RateTable } from './table.ts';
import { cepEnd, end, extra, fee, measures, parcel, sampleRows, settings } from './testing/sampleRates.ts';

const quoteOf = (rows: RateRows, given: Parcel = parcel()) => quote(RateTable.of(rows), 'asf', given, {});
/** The total in currency units, or the reason there is none. */
const price = (rows: RateRows, given?: Parcel) => {
  const { total, missing } = quoteOf(rows, given);
  return missing ? missing.text : (total as number) / E5;
};

describe('the address row of a quote', () => {
  const to = (destination: End, origin = end(1, 11)) => parcel(0.5, { origin, destination });
  const named = sampleRows({
    settings: settings({ esfArea: 'zone', asfArea: 'route' }),
    addresses: [
      { kind: 'route', origin: '', destination: 'ID', code: 'R0' },
      { kind: 'route', origin: '1', destination: 'ID', code: 'R1' },
      { kind: 'route', origin: '11', destination: '2', code: 'R2' },
      { kind: 'route', origin: '', destination: '21', code: 'R3' },
      { kind: 'zone', origin: '', destination: '', code: 'A' },
    ],
    fees: [...['R0', 'R1', 'R2', 'R3'].map((code, at) => fee(code, 0, 1, at, null, 'route')), fee('A', 0, 1, 99)],
  });

  it.each<[string, Parcel, string | number]>([
    ['a country', to(end(3), end(9)), 0],
    ['a more specific origin', to(end(3)), 1],
    ['the destination’s level over the origin’s', to(end(2, 21)), 3],
    ['a state as destination and a city as origin', to(end(2, 22)), 2],
    ['another origin', to(end(2, 22), end(1, 12)), 1],
    ['another country', to({ country: 'MY', locations: [] }), 'no route from 11 to MY'],
  ])('the address row matches by %s', (_name, given, expected) => expect(price(named, given)).toBe(expected));

  it('ESF uses the zone and ASF uses the route if the settings say so', () => {
    const { esf, asf } = quoteBoth(RateTable.of(named), to(end(3)));
    expect([esf.area, esf.total, asf.area, asf.total]).toEqual(['A', 99 * E5, 'R1', 1 * E5]);
  });

  it('the narrowest CEP range determines the address row, and two equally narrow ranges result in no quote', () => {
    const addresses = ['BR', '01000000-01999999', '01310000-01319999', '01500000-01509999', '01505000-01514999'].map(
      (destination, at) => ({ kind: 'zone' as const, origin: '', destination, code: `Z${at}` }),
    );
    const rows = sampleRows({ addresses, fees: [0, 1, 2, 3, 4].map(at => fee(`Z${at}`, 0, 1, at)) });
    const at = (cep: string) => price(rows, parcel(0.5, { destination: cepEnd(cep) }));
    expect(['02000000', '01320000', '01310100', '01500000', '01514999'].map(at)).toEqual([0, 1, 2, 3, 4]);
    expect(at('01505000')).toBe(
      'two rows define the zone: Z3 by everywhere to 01500000-01509999, Z4 by everywhere to 01505000-01514999',
    );
  });

  it('two address rows that apply equally result in no quote rather than an arbitrary choice', () => {
    const rows = sampleRows();
    const twice = { ...rows, addresses: [...rows.addresses, { ...rows.addresses[0]!, code: 'B' }] };
    expect(price(twice)).toBe('two rows define the zone: A by everywhere to ID, B by everywhere to ID');
  });
});

describe('looking up the basic fee', () => {
  const bounds = (bound: 'above' | 'below') => sampleRows({ settings: settings({}, { bound }) });
  const holes = sampleRows({ fees: [fee('A', 0.5, 1, 1), fee('A', 2, 3, null), fee('A', 3, 30, 3)] });
  const tiers = sampleRows({
    settings: settings({ currency: 'TWD' }, { bound: 'below', tiers: true }),
    fees: [fee('A', 0, 1, 30, 40), fee('A', 1, 3, 45, 60), fee('A', 3, 5, 60, 80)],
  });
  const sized = (kilograms: number, ...cm: number[]) => parcel(null, { declared: measures(kilograms, ...cm) });

  it.each<[string, RateRows, Parcel, string | number]>([
    ['a bound that belongs to the range above', bounds('above'), parcel(1), 18_000],
    ['a bound that belongs to the range below', bounds('below'), parcel(1), 10_000],
    ['the highest bound if bounds belong to the range above', bounds('above'), parcel(2), 'no fee for zone A at 2 kg'],
    ['the highest bound if bounds belong to the range below', bounds('below'), parcel(2), 18_000],
    ['the lowest bound if bounds belong to the range below', bounds('below'), parcel(0), 10_000],
    ['a weight above all ranges', holes, parcel(31), 'no fee for zone A above 30 kg'],
    ['a weight below all ranges', holes, parcel(0.4), 'no fee for zone A below 0.5 kg'],
    ['a weight between ranges', holes, parcel(1.5), 'no fee for zone A between 1 and 2 kg'],
    [
      'an empty fee, which differs from 0',
      holes,
      parcel(2.5),
      'no fee for zone A from 2 to below 3 kg: the fee is empty',
    ],
    ['a fee of 0', sampleRows({ fees: [fee('A', 0, 1, 0)] }), parcel(), 0],
    ['an area without fees', sampleRows({ fees: [] }), parcel(), 'no fee for zone A'],
    [
      'two rows for one weight',
      sampleRows({ fees: [fee('A', 0, 2, 1), fee('A', 1, 3, 2)] }),
      parcel(1.5),
      'two fees for zone A at 1.5 kg',
    ],
    ['a row next to overlapping ones', sampleRows({ fees: [fee('A', 0, 2, 1), fee('A', 1, 3, 2)] }), parcel(2.5), 2],
    ['the tier required by the weight', tiers, sized(4, 30, 20, 8), 60],
    ['the tier required by the sides', tiers, sized(0.5, 30, 20, 8), 45],
    ['the tier required by both', tiers, sized(1, 20, 10, 10), 30],
    ['sides above all tiers', tiers, sized(1, 50, 30, 10), 'no fee for zone A for 90 cm as the sum of sides'],
    ['missing sizes that tiers require', tiers, parcel(1), 'no measured sizes, which the weight rule requires'],
    ['a missing weight', sampleRows(), parcel(null), 'no measured weight'],
  ])('the basic fee is looked up correctly for %s', (_name, rows, given, expected) =>
    expect(price(rows, given)).toBe(expected),
  );

  it.each([
    ['the weight', sized(4, 30, 20, 8), 'the sides add up to 58 cm, within 80 cm, so the weight decides'],
    ['the sides', sized(0.5, 30, 20, 8), 'the sides add up to 58 cm, which requires the tier up to 60 cm'],
    [
      'the sides, at the bound of both',
      sized(1, 30, 20, 8),
      'the sides add up to 58 cm, which requires the tier up to 60 cm',
    ],
    [
      'the sides, without a limit',
      sized(1, 50, 30, 20),
      'the sides add up to 100 cm, which requires this tier, whose sides have no limit',
    ],
  ])('the words of a tier say that it was decided by %s', (_name, given, words) => {
    const open = { ...tiers, fees: [...tiers.fees, { ...fee('A', 5, 9, 90), sides: null }] };
    const { lines } = quoteBoth(RateTable.of(open), given, {}).esf;
    expect(lines.find(({ kind }) => kind === 'base')?.words).toContain(words);
  });

  it.each([
    ['above', 0, 'zone A, from 0 to below 1 kg'],
    ['below', 0, 'zone A, from 0 up to 1 kg'],
    ['below', 1, 'zone A, from 0 up to 1 kg'],
    ['below', 1.5, 'zone A, above 1 up to 2 kg'],
  ] as const)('the words of a fee contain the weight: bounds belong %s, %d kg', (bound, kilograms, words) => {
    const { lines } = quoteBoth(RateTable.of(bounds(bound)), parcel(kilograms), {}).esf;
    expect(lines.find(({ kind }) => kind === 'base')?.words).toContain(words);
  });

  it('the basic fee is based on declared measures for ESF and on actual measurements for ASF', () => {
    const given = parcel(0.5, { measured: measures(1.5) });
    const { esf, asf } = quoteBoth(RateTable.of(sampleRows()), given);
    expect([esf.total, asf.total]).toEqual([10_000 * E5, 18_000 * E5]);
    expect(quoteBoth(RateTable.of(sampleRows()), parcel(0.5, { measured: measures(null) })).asf.missing?.text).toBe(
      'no measured weight',
    );
  });
});

describe('computing additional fees', () => {
  const withExtra = (...extraFees: RateRows['extraFees']) => sampleRows({ extraFees });
  const cod = extra('cod', { ppm: 20_000, min: 5000 * E5, max: 25_000 * E5 });
  const group = (shopGroup: number, fixed: number) =>
    extra('cod', { shopGroup, code: `G${shopGroup}`, fixed: fixed * E5 });
  const br = sampleRows({
    settings: settings({ currency: 'BRL' }),
    addresses: [{ kind: 'zone', origin: '', destination: 'BR', code: 'A' }],
    fees: [fee('A', 0, 1, 0)],
    cepRanges: [
      { from: 1_000_000, to: 1_999_999, level: 1 },
      { from: 1_310_000, to: 1_319_999, level: 3 },
      { from: 1_500_000, to: 1_509_999, level: 9 },
      { from: 1_600_000, to: 1_609_999, level: 1 },
      { from: 1_605_000, to: 1_614_999, level: 3 },
    ],
    cepLevels: [
      { level: 1, ppm: 0, min: null, max: null },
      { level: 3, ppm: 20_000, min: 3.5 * E5, max: null },
    ],
  });
  const atCep = (cep: string, orderValue: number | null = 120 * E5) =>
    parcel(0.5, { destination: cepEnd(cep), orderValue });

  it.each<[string, RateRows, Parcel, string | number]>([
    ['a COD fee', withExtra(cod), parcel(0.5, { cod: 1_234_567 * E5 }), 34_691],
    ['nothing to collect, so no COD fee', withExtra(cod), parcel(0.5, { cod: 0 }), 10_000],
    ['a COD fee at its maximum', withExtra(cod), parcel(0.5, { cod: 2_000_000 * E5 }), 35_000],
    ['a COD fee at its minimum', withExtra(cod), parcel(0.5, { cod: 100_000 * E5 }), 15_000],
    ['a prepaid parcel', withExtra(cod), parcel(), 10_000],
    ['COD without COD fees in the version', sampleRows(), parcel(0.5, { cod: 5 * E5 }), 10_000],
    [
      'the row of the shop’s own group',
      withExtra(group(0, 1), group(7, 2)),
      parcel(0.5, { cod: 1, shopGroup: 7 }),
      10_002,
    ],
    [
      'the default row for another shop group',
      withExtra(group(0, 1), group(7, 2)),
      parcel(0.5, { cod: 1, shopGroup: 8 }),
      10_001,
    ],
    ['the fallback row', withExtra(group(-1, 3), group(7, 2)), parcel(0.5, { cod: 1 }), 10_003],
    [
      'no matching shop group',
      withExtra(group(7, 2)),
      parcel(0.5, { cod: 1, shopGroup: 8 }),
      'no COD fee for shop group 8',
    ],
    ['a fee for a remote place', withExtra(extra('remote', { place: '1', fixed: 500 * E5 })), parcel(), 10_500],
    ['a place without a remote fee', withExtra(extra('remote', { place: '2', fixed: 500 * E5 })), parcel(), 10_000],
    [
      'the most specific remote place',
      withExtra(extra('remote', { place: '1', fixed: 500 * E5 }), extra('remote', { place: '12', fixed: 700 * E5 })),
      parcel(),
      10_700,
    ],
    [
      'two remote rows for one place',
      withExtra(
        extra('remote', { place: '1', fixed: 1, name: 'one' }),
        extra('remote', { place: '1', code: 'X', fixed: 2, name: 'other' }),
      ),
      parcel(),
      'two rows define a remote fee: one and other',
    ],
    [
      'all additional fees',
      withExtra(extra('additional', { code: 'A', fixed: 10 * E5 }), extra('additional', { code: 'B', fixed: 20 * E5 })),
      parcel(),
      10_030,
    ],
    [
      'a fuel fee on specific lines only',
      withExtra(extra('remote', { fixed: 1000 * E5 }), extra('fuel', { ppm: 100_000, of: ['base', 'remote'] })),
      parcel(),
      12_100,
    ],
    [
      'an empty extra fee',
      withExtra(extra('fuel')),
      parcel(),
      'fuel has neither an amount nor a percentage: enter one, or 0 for no charge',
    ],
    [
      'a share without a base, which is not a share of 0',
      withExtra(extra('fuel', { ppm: 100_000, of: [] })),
      parcel(),
      'fuel does not say what it is a percentage of',
    ],
    [
      'a share of a line that is computed later, which is not 0 yet',
      withExtra(extra('remote', { ppm: 100_000, of: ['base', 'fuel'] }), extra('fuel', { fixed: 1 })),
      parcel(),
      'remote is a percentage of fuel, which is computed later',
    ],
    [
      'a share of a missing order value',
      withExtra(extra('additional', { ppm: 1, of: ['orderValue'] })),
      parcel(),
      'no order value, of which additional is a share',
    ],
    ['a CEP risk fee raised to its minimum', br, atCep('01310100'), 3.5],
    ['a CEP risk level of 0 %', br, atCep('01320000'), 0],
    ['a CEP risk level of 0 %, which requires no order value', br, atCep('01320000', null), 0],
    [
      'a CEP risk fee that requires an order value',
      br,
      atCep('01310100', null),
      'no order value, of which CEP risk level 3 is a share',
    ],
    [
      'a Brazilian destination without a CEP, whose risk level is unknown',
      br,
      parcel(0.5, { destination: { country: 'BR', locations: [2] }, orderValue: 120 * E5 }),
      'no destination CEP, on which the CEP risk addition depends',
    ],
    [
      'a Brazilian destination without a CEP if no level has a fee',
      { ...br, cepRanges: br.cepRanges.slice(0, 1) },
      parcel(0.5, { destination: { country: 'BR', locations: [2] } }),
      0,
    ],
    [
      'a COD amount in another currency than the version',
      withExtra(cod),
      parcel(0.5, { cod: 100 * E5, currency: 'SGD' }),
      'the COD amount is in SGD, but cod is a share of it and the fees are in IDR',
    ],
    [
      'an order value in another currency than the version',
      withExtra(extra('additional', { ppm: 1, of: ['base', 'orderValue'] })),
      parcel(0.5, { orderValue: 100 * E5, currency: 'SGD' }),
      'the order value is in SGD, but additional is a share of it and the fees are in IDR',
    ],
    [
      'a fixed COD fee for an amount in another currency',
      withExtra(group(0, 1)),
      parcel(0.5, { cod: 1, currency: 'SGD' }),
      10_001,
    ],
    [
      'amounts in the currency of the version',
      withExtra(cod),
      parcel(0.5, { cod: 1_234_567 * E5, currency: 'IDR' }),
      34_691,
    ],
    [
      'a Brazilian destination without a CEP if a level of 0 % has a minimum',
      {
        ...br,
        cepRanges: br.cepRanges.slice(0, 1),
        cepLevels: [{ level: 1, ppm: 0, min: 3.5 * E5, max: null }],
      },
      parcel(0.5, { destination: { country: 'BR', locations: [2] } }),
      'no destination CEP, on which the CEP risk addition depends',
    ],
    ['a code outside all CEP risk ranges', br, atCep('99999999'), 0],
    ['a CEP risk range without its level', br, atCep('01500000'), 'no percentage for CEP risk level 9'],
    [
      'two equally wide CEP risk ranges',
      br,
      atCep('01605000'),
      'two CEP ranges of the same width contain 01605000: 01600000-01609999, 01605000-01614999',
    ],
  ])('a quote includes the correct additional fees: %s', (_name, rows, given, expected) =>
    expect(price(rows, given)).toBe(expected),
  );

  it('a volume fee of every zone does not apply to routes, nor one of every route to zones', () => {
    const every = (kind: 'zone' | 'route', amount: number) => ({
      kind,
      code: '',
      start: 0,
      end: 1000,
      fee: amount * E5,
    });
    const rows = sampleRows({
      settings: settings({ asfArea: 'route' }),
      addresses: [
        { kind: 'zone', origin: '', destination: '', code: 'A' },
        { kind: 'route', origin: '', destination: '', code: 'R' },
      ],
      fees: [fee('A', 0, 9, 10), fee('R', 0, 9, 20, null, 'route')],
      volumeFees: [every('zone', 1), every('route', 2)],
    });
    const size = measures(0.5, 5, 1, 1);
    const { esf, asf } = quoteBoth(RateTable.of(rows), parcel(null, { declared: size, measured: size }), {});
    expect(
      [esf, asf].map(({ total, lines }) => [total, lines.find(({ kind }) => kind === 'volume')?.row?.key]),
    ).toEqual([
      [11 * E5, 'zone//0'],
      [22 * E5, 'route//0'],
    ]);
  });

  it('volume fees are those of the area, or else those for every area, or else none', () => {
    const row = (code: string, start: number, end: number, amount: number | null) => ({
      kind: 'zone' as const,
      code,
      start,
      end,
      fee: amount === null ? null : amount * E5,
    });
    const rows = sampleRows({ volumeFees: [row('', 0, 1000, 1), row('B', 0, 10, 2), row('B', 10, 20, null)] });
    const at = (state: number, cm: number) =>
      price(rows, parcel(null, { declared: measures(0.5, cm, 1, 1), destination: end(state) }));
    expect([at(1, 5), at(2, 5), at(2, 12), at(1, 1000), at(2, 20)]).toEqual([
      10_001,
      20_002,
      'no volume fee from 10 to 20 cm³: the fee is empty',
      10_000,
      20_000,
    ]);
    expect(price(rows, parcel())).toBe('no sizes, which the volume fee requires');
  });
});

describe('volume fees that overlap', () => {
  const row = (code: string, start: number, end: number, amount: number) => ({
    kind: 'zone' as const,
    code,
    start,
    end,
    fee: amount * E5,
  });
  const rows = sampleRows({ volumeFees: [row('', 0, 1000, 1), row('', 500, 2000, 2), row('B', 0, 2000, 5)] });
  it.each<[number, number, string | number]>([
    [4, 1, 10_001],
    [15, 1, 10_002],
    [7, 1, 'two volume fees at 700 cm³: 0 to 1000 cm³, 500 to 2000 cm³'],
    [7, 2, 20_005],
  ])('%d00 cm³ to place %d costs %s', (cm, state, expected) => {
    const declared = measures(0.5, cm, 10, 10);
    expect(price(rows, parcel(null, { declared, destination: end(state) }))).toBe(expected);
  });
});

describe('computing a complete quote', () => {
  const rows = sampleRows({
    settings: settings(
      { vat: { mode: 'exclusive', ppm: 110_000 }, taxable: ['base', 'fuel'] },
      { step: 1000, cubic: 'always', minimum: 1000 },
    ),
    fees: [fee('A', 0, 1, 10_000), fee('A', 1, 2, 18_000.4)],
    extraFees: [
      extra('remote', { place: '12', fixed: 2500 * E5, name: 'Island' }),
      extra('cod', { ppm: 20_000, min: 5000 * E5, name: 'COD' }),
      extra('fuel', { ppm: 50_000, of: ['base', 'remote'], name: 'Fuel' }),
    ],
    volumeFees: [{ kind: 'zone', code: '', start: 0, end: 100_000, fee: 100 * E5 }],
  });
  const given = parcel(null, { declared: measures(0.7, 20, 15, 10), cod: 100_000 * E5 });

  it('a quote explains each line, links it to its row, and lists the lines in the order of the study', () => {
    const { lines, total, net, tax } = quote(RateTable.of(rows), 'esf', given, {
      placeLabel: name => (name === 'ID' ? 'Indonesia' : name),
    });
    expect(
      lines.map(
        ({ kind, label, amount, row, words }) =>
          `${kind} | ${label} | ${amount === null ? '' : amount / E5} | ${row ? `${row.part} ${row.key}` : ''} | ${words}`,
      ),
    ).toEqual([
      'place | Zone |  | addresses zone/ID/ | to Indonesia is zone A',
      'weight | Weight |  | settings weightRule | weighed 0.7 kg; cubic 20 x 15 x 10 cm / 6000 = 0.5 kg; the cubic weight is not the larger one; in steps of 1 kg, rounded up; minimum 1 kg; charged 1 kg',
      'base | Base fee | 18000.4 | fees zone/A/1000 | zone A, from 1 to below 2 kg: 18,000.4',
      'volume | Volume fee | 100 | volumeFees zone//0 | 3000 cm³, in 0 to 100000 cm³: 100',
      'remote | Island | 2500 | extraFees remote/REMOTE/12/0 | 2,500',
      'cod | COD | 5000 | extraFees cod/COD//0 | 2% of 100,000 (COD amount) = 2,000, raised to the minimum 5,000',
      'fuel | Fuel | 1025 | extraFees fuel/FUEL//0 | 5% of 20,500.4 (base fee + remote fee) = 1,025.02, rounded to 1,025',
      'vat | VAT | 2093 | settings vat | 11% of 19,025.4 = 2,093',
      'rounding | Rounding | -0.4 |  | to an amount that can be paid in IDR',
    ]);
    expect([net, tax, total].map(amount => (amount as number) / E5)).toEqual([26_625, 2093, 28_718]);
    const added = lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    expect(added).toBe(total);
  });

  it.each([
    ['inclusive', 'THB', 35, 7, 32.71, 2.29, 35],
    ['inclusive', 'TWD', 60, 5, 57, 3, 60],
    ['inside', 'BRL', 100, 12, 100, 13.64, 113.64],
    ['exclusive', 'VND', 33_000, 8, 33_000, 2640, 35_640],
  ] as const)(
    'VAT with the mode %s is computed correctly in %s',
    (mode, currency, amount, percent, net, tax, total) => {
      const taxed = sampleRows({
        settings: settings({ currency, vat: { mode, ppm: percent * 10_000 } }),
        fees: [fee('A', 0, 1, amount)],
      });
      const found = quoteOf(taxed);
      expect([found.net, found.tax, found.total].map(value => (value as number) / E5)).toEqual([net, tax, total]);
    },
  );

  it('with VAT inside its own base, net and tax are payable although the fees are not, and the lines add up', () => {
    const taxed = sampleRows({
      settings: settings({ currency: 'PHP', vat: { mode: 'inside', ppm: 70_000 }, taxable: ['base'] }),
      fees: [fee('A', 0, 1, 14_279.85647)],
      extraFees: [extra('additional', { fixed: 3799.34 * E5 })],
    });
    const { net, tax, total, lines } = quoteOf(taxed);
    expect([net, tax, total].map(amount => (amount as number) / E5)).toEqual([18_079.19, 1074.83, 19_154.02]);
    expect(lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(total);
    expect(lines.find(({ kind }) => kind === 'vat')?.words).toBe(
      '7% inside its own base: 14,279.85647 / 93% = 15,354.68, of which tax 1,074.83',
    );
  });

  it('an incomplete quote contains the lines computed so far, and a quote in a batch contains no lines', () => {
    const heavy = parcel(null, { declared: measures(9, 20, 15, 10) });
    const found = quote(RateTable.of(rows), 'esf', heavy, {});
    expect(found.lines.map(({ kind }) => kind)).toEqual(['place', 'weight']);
    expect([found.total, found.missing?.text, found.missing?.rows]).toEqual([
      null,
      'no fee for zone A above 2 kg',
      [{ part: 'fees', key: 'zone/A/1000' }],
    ]);
    const { lines, ...fast } = quote(RateTable.of(rows), 'esf', given);
    expect(lines).toEqual([]);
    expect(quote(RateTable.of(rows), 'esf', given, {})).toMatchObject(fast);
  });

  it.each<[string, Partial<RateRows>, string]>([
    ['a total', { settings: settings({ vat: { mode: 'exclusive', ppm: 110_000 } }) }, 'base'],
    ['a sum of two lines', { extraFees: [extra('remote', { fixed: 9e15 })] }, 'remote'],
    [
      'a share of an amount that is too large',
      { extraFees: [extra('remote', { fixed: 9e15 }), extra('fuel', { ppm: 1, of: ['base', 'remote'] })] },
      'fuel',
    ],
    ['a share', { extraFees: [extra('fuel', { ppm: 2_000_000 })] }, 'fuel'],
  ])('an amount that is too large to be exact results in no quote: %s', (_name, change, line) => {
    const rows = sampleRows({ fees: [fee('A', 0, 1, 9e10)], ...change });
    for (const explain of [{}, null]) {
      const { total, net, tax, missing } = quote(RateTable.of(rows), 'esf', parcel(0.5), explain);
      expect([total, net, tax]).toEqual([null, null, null]);
      expect(missing).toMatchObject({
        line,
        text: 'the amounts are beyond 90,071,992,547.40991 IDR, the most that can be computed exactly',
      });
    }
  });

  it.each<[string, Partial<Parcel>, string]>([
    [
      'a fraction of a gram',
      { declared: { grams: 0.5, sides: null } },
      'The declared weight must be whole grams from 0 to 1000000000',
    ],
    [
      'a side of length 0',
      { declared: { grams: 1, sides: [0, 1, 1] } },
      'The declared sizes must be whole millimeters from 1 to 100000',
    ],
    ['a negative value', { orderValue: -1 }, 'The order value must be an amount of at least 0'],
    ['a negative COD amount', { cod: -1 }, 'The COD amount must be an amount of at least 0'],
    ['an invalid shop group', { shopGroup: Number.NaN }, 'The shop group must be a whole number of at least 0'],
    ['the group of fallback rows', { shopGroup: -1 }, 'The shop group must be a whole number of at least 0'],
  ])('a parcel with %s is refused', (_name, change, message) => {
    expect(parcelProblem(parcel(0.5, change))).toBe(message);
    expect(() => quoteOf(sampleRows(), parcel(0.5, change))).toThrow(message);
  });
});
