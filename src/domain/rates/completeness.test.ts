import { describe, expect, it } from 'vitest';
import { findingsInSteps, findingsOf, isComplete, type Coverage } from './completeness.ts';
import type { RateRows } from './rows.ts';
import { end, extra, fee, sampleRows, settings } from './testing/sampleRates.ts';

// Brazil, because no other country has CEPs.
const COVERAGE: Coverage = {
  country: 'BR',
  origins: [end(1)],
  destinations: [end(1), end(2, 21)],
  placeLabel: name => ({ '1': 'Aceh', '21': 'Batu' })[name] ?? name,
};

const told = (rows: RateRows, coverage = COVERAGE) =>
  findingsOf(rows, coverage).map(({ level, text, row }) => `${level} ${row.part} ${row.key}: ${text}`);

describe('checking whether a version of a rate table is complete', () => {
  const zone = (destination: string, code: string, origin = '') => ({
    kind: 'zone' as const,
    origin,
    destination,
    code,
  });
  const volume = (start: number, finish: number, amount: number | null) => ({
    kind: 'zone' as const,
    code: '',
    start,
    end: finish,
    fee: amount,
  });
  const cod = extra('cod', { ppm: 20_000, name: 'COD' });

  it('an address or extra fee with a nonexistent location results in a warning', () => {
    const rows = sampleRows({ extraFees: [cod, { ...cod, place: '21' }] });
    expect(told(rows, { ...COVERAGE, unknown: new Set(['2', '21']) })).toEqual([
      'warning addresses zone/2/: there is no location 2, so this row applies to no parcel',
      expect.stringMatching(/^warning extraFees cod\/.*there is no location 21/),
    ]);
  });

  it('rows about CEPs result in warnings in a country without CEPs', () => {
    const rows = sampleRows({
      addresses: [...sampleRows().addresses, zone('01310000-01319999', 'A'), zone('', 'A', '01310000-01319999')],
      extraFees: [extra('remote', { place: '01310000-01319999', fixed: 1 })],
      cepLevels: [{ level: 1, ppm: 0, min: null, max: null }],
      cepRanges: [{ from: 5, to: 9, level: 1 }],
    });
    const warned = (coverage: Coverage) => told(rows, coverage).filter(text => text.startsWith('warning'));
    expect(warned(COVERAGE)).toEqual([]);
    const range =
      'is the CEP range "01310000-01319999", but Indonesia has no CEPs. Enter All, a country or a Location ID';
    const risk = 'Indonesia has no CEPs, so it has no CEP risk. Remove this row';
    const expected = [
      `warning addresses zone/01310000-01319999/: the destination ${range}`,
      `warning addresses zone//01310000-01319999: the origin ${range}`,
      `warning extraFees remote/REMOTE/01310000-01319999/0: the place ${range}`,
      `warning cepLevels 1: ${risk}`,
      `warning cepRanges 00000005-00000009: ${risk}`,
    ];
    expect(warned({ ...COVERAGE, country: 'ID' })).toEqual(expected);
    // Parcels from Brazil have a CEP at their origin.
    expect(warned({ ...COVERAGE, country: 'ID', origin: 'BR' })).toEqual(expected.filter((_, at) => at !== 1));
  });

  it('an extra fee of a nonexistent shop group results in a warning', () => {
    const rows = sampleRows({ extraFees: [cod, { ...cod, shopGroup: 99 }] });
    expect(told(rows, { ...COVERAGE, unknownGroups: new Set([99]) })).toEqual([
      expect.stringMatching(/^warning extraFees cod\/.*there is no shop group 99, so this row applies to no parcel/),
    ]);
  });

  it.each<[string, RateRows, string[]]>([
    ['a complete version', sampleRows({ extraFees: [cod] }), []],
    ['a zone without fees', sampleRows({ fees: [fee('A', 0, 1, 1)] }), ['error addresses zone/2/: zone B has no fees']],
    [
      'fees of an unused zone',
      sampleRows({ fees: [...sampleRows().fees, fee('C', 0, 1, 1)] }),
      ['warning fees zone/C/0: zone C has fees, but no address leads to it'],
    ],
    [
      'a gap',
      sampleRows({ fees: [fee('A', 0, 1, 1), fee('A', 2, 3, 2), fee('B', 0, 1, 1)] }),
      ['error fees zone/A/2000: zone A: no fee between 1 and 2 kg'],
    ],
    [
      'an overlap',
      sampleRows({ fees: [fee('A', 0, 2, 1), fee('A', 1, 3, 2), fee('B', 0, 1, 1)] }),
      ['error fees zone/A/1000: zone A: two fees between 1 and 2 kg'],
    ],
    [
      'an empty fee',
      sampleRows({ fees: [fee('A', 0, 2, null), fee('B', 0, 1, 1)] }),
      ['error fees zone/A/0: zone A: no fee at 0 kg'],
    ],
    [
      'a fee that falls as the weight rises',
      sampleRows({ fees: [fee('A', 0, 1, 2), fee('A', 1, 2, 1), fee('B', 0, 1, 1)] }),
      ['warning fees zone/A/1000: zone A: the fee falls at 1 kg'],
    ],
    [
      'a higher tier that costs less',
      sampleRows({
        settings: settings({}, { tiers: true }),
        fees: [fee('A', 0, 1, 1, 60), fee('A', 1, 2, 2, 40), fee('B', 0, 1, 1)],
      }),
      ['error fees zone/A/1000: zone A: the sum of sides at 1 kg is below that of the tier before it'],
    ],
    [
      'a place without a zone',
      sampleRows({ addresses: [zone('2', 'B')], fees: [fee('B', 0, 1, 1)] }),
      ['error addresses zone/1: Aceh has no zone for parcels from Aceh'],
    ],
    [
      'a place without a zone for one of the origins',
      sampleRows({ addresses: [zone('ID', 'A', '2'), zone('2', 'B')] }),
      ['error addresses zone/1: Aceh has no zone for parcels from Aceh'],
    ],
    [
      'missing routes',
      sampleRows({ settings: settings({ asfArea: 'route' }) }),
      [
        'error addresses route: fees are by route, and no address has a route',
        'error addresses route/1: Aceh has no route for parcels from Aceh',
        'error addresses route/21: Batu has no route for parcels from Aceh',
      ],
    ],
    [
      'two rows with the same key',
      sampleRows({ addresses: [...sampleRows().addresses, zone('2', 'A')] }),
      ['error addresses zone/2/: two rows are zone/2/: remove one of them'],
    ],
    [
      'an invalid place name',
      sampleRows({ addresses: [zone('Jakarta', 'A')] }),
      [`error addresses zone/Jakarta/: "Jakarta" is not a country, a location's id or a CEP range`],
    ],
    [
      'a reversed range',
      sampleRows({ fees: [fee('A', 2, 2, 1)] }),
      ['error fees zone/A/2000: the start 2000 must be below the end 2000'],
    ],
    [
      'invalid settings',
      sampleRows({ settings: settings({ vat: { mode: 'inside', ppm: 1_000_000 } }, { step: 0 }) }),
      [
        'error settings weightRule: The step in grams must be a whole number between 1 and 1000000000',
        'error settings vat: VAT must be a percentage from 0 to below 100',
      ],
    ],
    [
      'volumes',
      sampleRows({ volumeFees: [volume(0, 10, 1), volume(5, 20, null)] }),
      [
        'error volumeFees zone//5: no volume fee at 5 cm³',
        'error volumeFees zone//5: two volume fees between 5 and 10 cm³',
      ],
    ],
    [
      'extra fees',
      sampleRows({
        extraFees: [
          extra('fuel', { code: 'F', name: 'Fuel', ppm: 1, of: ['base', 'fuel'] }),
          extra('additional', { name: 'Empty' }),
          extra('additional', { code: 'P', name: 'Part', ppm: 1, of: [] }),
          extra('remote', { place: '2', fixed: 1 }),
          extra('remote', { place: '2', fixed: 1, code: 'OTHER' }),
          { ...cod, shopGroup: 7 },
        ],
      }),
      [
        'error extraFees fuel/F//0: Fuel is a percentage of fuel, which is computed later',
        'error extraFees additional/ADDITIONAL//0: Empty has neither an amount nor a percentage: enter one, or 0 for no charge',
        'error extraFees additional/P//0: Part does not say what it is a percentage of',
        'error extraFees remote/OTHER/2/0: two rows define the remote fee of the same place and shop group',
        'error extraFees cod/COD//7: no COD fee for all other places and shop groups (default)',
      ],
    ],
    [
      'CEP risk',
      sampleRows({
        cepRanges: [
          { from: 1_000_000, to: 1_999_999, level: 1 },
          { from: 1_500_000, to: 2_499_999, level: 1 },
          { from: 1_600_000, to: 1_600_009, level: 2 },
          { from: 5, to: 9, level: 3 },
        ],
        cepLevels: [
          { level: 1, ppm: 0, min: null, max: null },
          { level: 3, ppm: 1, min: 2, max: 1 },
          { level: 4, ppm: null, min: 2, max: null },
        ],
      }),
      [
        'error cepRanges 01600000-01600009: CEP risk level 2 has no percentage',
        'error cepLevels 3: CEP risk level 3: the minimum is above the maximum',
        'error cepLevels 4: CEP risk level 4 has no percentage: enter one, or 0 for no charge',
        'error cepRanges 01000000-01999999: the CEP ranges 01000000-01999999 and 01500000-02499999 overlap and are equally wide, so neither is more specific',
      ],
    ],
    [
      'CEP ranges of addresses',
      sampleRows({
        addresses: [...sampleRows().addresses, zone('00000001-00000010', 'A'), zone('00000005-00000014', 'B')],
      }),
      [
        'error addresses zone/00000001-00000010/: the CEP ranges 00000001-00000010 and 00000005-00000014 overlap and are equally wide, so neither is more specific',
      ],
    ],
    [
      'CEP ranges of extra fees, which lead to their row',
      sampleRows({
        extraFees: [
          extra('remote', { place: '00000001-00000010', fixed: 1 }),
          extra('remote', { place: '00000005-00000014', fixed: 2 }),
        ],
      }),
      [
        'error extraFees remote/REMOTE/00000001-00000010/0: the CEP ranges 00000001-00000010 and 00000005-00000014 overlap and are equally wide, so neither is more specific',
      ],
    ],
    [
      'CEP ranges of rows that are no alternatives of each other',
      sampleRows({
        addresses: [
          ...sampleRows().addresses,
          zone('00000001-00000010', 'A', '00000005-00000014'),
          { ...zone('00000007-00000016', 'A'), kind: 'route' },
        ],
        extraFees: [
          extra('remote', { place: '00000009-00000018', fixed: 1 }),
          extra('fuel', { code: 'F', place: '00000002-00000011', fixed: 1 }),
          extra('fuel', { code: 'G', place: '00000004-00000013', fixed: 1 }),
        ],
      }),
      [],
    ],
    [
      'a CEP range that ends before it begins',
      sampleRows({ cepRanges: [{ from: 9, to: 5, level: 1 }] }),
      ['error cepRanges 00000009-00000005: the CEP range 00000009-00000005 ends before it begins'],
    ],
  ])('the completeness check returns the correct findings for %s', (_name, rows, findings) => {
    expect(told(rows)).toEqual(findings);
    expect(isComplete(findingsOf(rows, COVERAGE))).toBe(!findings.some(text => text.startsWith('error')));
  });

  it('findings beyond the maximum number are counted but not listed', () => {
    const fees = Array.from({ length: 500 }, (_, at) => fee(`Z${at}`, 0, 1, null));
    const texts = told(sampleRows({ fees: [...sampleRows().fees, ...fees] }));
    expect(texts.filter(text => text.startsWith('error'))).toHaveLength(201);
    expect(texts[200]).toBe('error fees zone/Z0/0: 300 more findings: fix these first, then check again');
  });

  it('findingsInSteps pauses every few thousand rows', () => {
    const fees = Array.from({ length: 9_000 }, (_, at) => fee(`Z${at % 90}`, at, at + 1, at + 1));
    const steps = findingsInSteps(sampleRows({ fees }), COVERAGE);
    let pauses = 0;
    while (steps.next().done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(20);
  });
});
