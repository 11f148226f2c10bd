import { array, assert, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalFormula,
  compareFormulas,
  formulaChangeLines,
  formulaProblems,
  formulaText,
  formulaWords,
  readFormula,
} from './formula.ts';
import { splitRange, type WeightRow } from './weightRanges.ts';

const LABEL = 'ESF formula';

describe('the formula of a rate (RATE-3)', () => {
  it.each<[string, string, string[]]>([
    ['valid', '{"weight_range":[[0,5,18000],[5,10.5,26000.25]]}', []],
    ['empty', '', ['null: ESF formula is required']],
    ['without rows', '{"weight_range":[]}', ['null: ESF formula is required']],
    ['not JSON', '[0,5', ['null: ESF formula must be JSON like {"weight_range":[[0,5,18000]]}']],
    [
      'a different object',
      '{"ranges":[]}',
      ['null: ESF formula must have weight_range, a list of [start, end, fee], like {"weight_range":[[0,5,18000]]}'],
    ],
    [
      'null',
      'null',
      ['null: ESF formula must have weight_range, a list of [start, end, fee], like {"weight_range":[[0,5,18000]]}'],
    ],
    ['a range of two numbers', '{"weight_range":[[0,5]]}', ['0: Value is required']],
    ['an empty range', '{"weight_range":[[0,5,1],[]]}', ['1: Start weight is required']],
    [
      'a range that is not an array',
      '{"weight_range":[5]}',
      ['0: Start weight is required: weight range 1 must be an array of three numbers'],
    ],
    [
      'a range of four numbers',
      '{"weight_range":[[0,5,1,2]]}',
      ['0: Weight range 1 must be an array of three numbers'],
    ],
    [
      'a range with a string',
      '{"weight_range":[[0,"5",1]]}',
      ['0: End weight is required: "5" is a text, not a number'],
    ],
    ['a range with a word', '{"weight_range":[[1,"x",2]]}', ['0: End weight is required: "x" is not a number']],
    [
      'an unknown property',
      '{"weight_range":[[0,5,1]],"note":1}',
      ['null: ESF formula has "note" next to weight_range, which would be lost: remove it'],
    ],
    [
      'a repeated property',
      '{"weight_range":[[0,5,1]],"weight\\u005frange":[[0,5,2]]}',
      ['null: ESF formula has "weight_range" twice, and one of the two values would be lost: remove one'],
    ],
    ['an empty value', '{"weight_range":[[0,5,null]]}', ['0: Value is required']],
    ['a negative weight', '{"weight_range":[[-1,5,1]]}', ['0: Start weight must be at least 0']],
    [
      'fractions of a gram',
      '{"weight_range":[[0.0001,5,1]]}',
      ['0: Start weight must be one number with at most 3 decimal places'],
    ],
    ['a gap', '{"weight_range":[[0,5,1],[7,9,2]]}', ['1: Missing weight range in [5, 7)']],
    [
      'three errors',
      '{"weight_range":[[0,5,1],[7,9,2],[9,9,1],[9,10,-1]]}',
      [
        '1: Missing weight range in [5, 7)',
        '2: Start weight should be greater than end weight, found [9, 9)',
        '3: Value must be at least 0',
      ],
    ],
  ])('the problems of a formula are reported: %s', (_name, text, messages) =>
    expect(formulaProblems(LABEL, text).map(({ row, message }) => `${row}: ${message}`)).toEqual(messages),
  );

  it.each([
    ['{ "weight_range": [[5, 10, 2.50], [0.0, 5, 1e2]] }', '{"weight_range":[[0,5,100],[5,10,2.5]]}'],
    ['{"weight_range":[[0,0.5,0.00001]]}', '{"weight_range":[[0,0.5,0.00001]]}'],
    [' not read ', 'not read'],
    ['', ''],
  ])('the canonical form of %s is %s', (text, written) => expect(canonicalFormula(text)).toBe(written));

  it('weight rows survive a round trip through a formula', () => {
    assert(
      property(array(tuple(nat(1_000_000), nat(1_000_000), nat()), { minLength: 1 }), triples => {
        const rows = triples.map(([a, b, x]): WeightRow => ({ a, b, x })).sort((one, other) => one.a! - other.a!);
        expect(readFormula(LABEL, formulaText(rows))).toEqual({ rows, problems: [] });
      }),
    );
  });
});

it.each([
  ['{"weight_range":[[5,10,2.5],[0,5,18000]]}', '0 to 5 kg: 18,000; 5 to 10 kg: 2.5'],
  ['{"weight_range":[[0,0.5,1234567.89]]}', '0 to 0.5 kg: 1,234,567.89'],
  ['{"weight_range":[[5,null,2.5]]}', '5 to ? kg: 2.5'],
  ['{"other":1}', '{"other":1}'],
])('the formula %s is displayed as %s', (text, words) => expect(formulaWords(text)).toBe(words));

describe('comparing two formulas', () => {
  const of = (text: string) => readFormula(LABEL, text).rows;
  const before = of('{"weight_range":[[0,5,100],[5,10,200]]}');

  it('a comparison lists the weight spans that differ, with the change in ppm of the previous value', () =>
    expect(compareFormulas(before, of('{"weight_range":[[0,2,100],[2,5,110],[5,10,150],[10,12,300]]}'))).toEqual([
      { from: 2000, to: 5000, before: 10_000_000, after: 11_000_000, share: 100_000 },
      { from: 5000, to: 10_000, before: 20_000_000, after: 15_000_000, share: -250_000 },
      { from: 10_000, to: 12_000, before: null, after: 30_000_000, share: null },
    ]));

  it('splitting a range is not reported as a difference between formulas', () => {
    assert(
      property(nat(1), nat(10_000), (index, at) => {
        expect(compareFormulas(before, splitRange(before, index, at) ?? before)).toEqual([]);
      }),
    );
  });

  it('a comparison of formulas merges adjacent spans with the same change', () =>
    expect(compareFormulas(of('{"weight_range":[[0,2,100],[2,5,100]]}'), [])).toMatchObject([{ from: 0, to: 5000 }]));
});

it.each([
  [
    '{"weight_range":[[0,5,100],[5,10,300]]}',
    '{"weight_range":[[0,2,100],[2,5,110],[5,10,200.5],[10,12,9]]}',
    ['2 to 5 kg: 100 -> 110 (+10%)', '5 to 10 kg: 300 -> 200.5 (-33.17%)', '10 to 12 kg: none -> 9'],
  ],
  ['{"weight_range":[[0,5,100]]}', '{"weight_range":[[0,2,100],[2,5,100]]}', null],
  ['', '{"weight_range":[[0,2,100]]}', ['0 to 2 kg: none -> 100']],
  [
    '{"weight_range":[[0,2,0.00001]]}',
    '{"weight_range":[[0,2,90000000000]]}',
    ['0 to 2 kg: 0.00001 -> 90,000,000,000 (+900719925474.1%)'],
  ],
  ['{"other":1}', '{"weight_range":[[0,2,100]]}', null],
])('the difference between %s and %s is described', (before, after, lines) =>
  expect(formulaChangeLines(before, after)).toEqual(lines),
);
