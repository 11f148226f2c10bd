import { assert, integer, nat, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRanges, sortRanges, splitRange, valueAt, weightRangeProblems, type WeightRow } from './weightRanges.ts';

/** Weight rows, given in kilograms. */
const rows = (...pairs: [number | null, number | null][]): WeightRow[] =>
  pairs.map(([a, b]) => ({ a: a === null ? null : a * 1000, b: b === null ? null : b * 1000, x: 100_000 }));

const found = (given: WeightRow[]) => weightRangeProblems(given).map(({ row, message }) => `${row}: ${message}`);

describe('messages about weight ranges (RATE-5 to RATE-9, G31)', () => {
  it.each<[string, WeightRow[], string[]]>([
    ['a single row', rows([0, 5]), []],
    ['adjacent rows', rows([0, 5], [5, 9]), []],
    ['adjacent rows in a different order', rows([5, 9], [0, 5]), []],
    ['a first row that starts above 0', rows([2, 5]), []],
    ['a shared start', rows([0, 5], [0, 3]), ['1: Weight range intersection detected for [0, 3)']],
    [
      'a shared start, with the shorter row first',
      rows([0, 3], [0, 5]),
      ['1: Weight range intersection detected for [0, 5)'],
    ],
    ['an empty range', rows([5, 5]), ['0: Start weight should be greater than end weight, found [5, 5)']],
    ['a reversed range', rows([5, 2.5]), ['0: Start weight should be greater than end weight, found [5, 2.5)']],
    ['a gap', rows([0, 5], [7, 9]), ['1: Missing weight range in [5, 7)']],
    ['a gap between rows in a different order', rows([7, 9], [0, 5]), ['0: Missing weight range in [5, 7)']],
    ['an overlap', rows([0, 5], [4, 9]), ['1: Weight range intersection detected at [4, 9)']],
    ['an overlap of one gram', rows([0, 0.5], [0.499, 1]), ['1: Weight range intersection detected at [0.499, 1)']],
    [
      'a range inside another, which is not followed by a gap',
      rows([0, 10], [2, 3], [5, 9]),
      ['1: Weight range intersection detected at [2, 3)', '2: Weight range intersection detected at [5, 9)'],
    ],
    [
      'errors in two rows',
      rows([0, 5], [5, 5], [8, 9]),
      ['1: Start weight should be greater than end weight, found [5, 5)', '2: Missing weight range in [5, 8)'],
    ],
    ['a missing start', rows([null, 5]), ['0: Start weight is required']],
    ['a missing end', rows([0, null], [7, 8]), ['0: End weight is required']],
    ['no rows', [], []],
  ])('weight ranges get the correct messages: %s', (_name, given, messages) => expect(found(given)).toEqual(messages));

  it('an empty value in a weight range is reported as required, because empty is not the same as 0', () => {
    expect(found([{ a: 0, b: 1000, x: null }])).toEqual(['0: Value is required']);
    expect(found([{ a: 0, b: 1000, x: 0 }])).toEqual([]);
  });

  it('consecutive ranges in any order are valid, and a gap is reported on the row after it', () => {
    const bounds = uniqueArray(nat(50_000), { minLength: 4, maxLength: 20 });
    assert(
      property(bounds, nat(), (all, pick) => {
        const sorted = all.sort((a, b) => a - b);
        const made = sorted.slice(1).map((b, at): WeightRow => ({ a: sorted[at] as number, b, x: b }));
        expect(weightRangeProblems(made.toReversed())).toEqual([]);
        const hole = 1 + (pick % (made.length - 2));
        const holed = made.filter((_, at) => at !== hole);
        expect(weightRangeProblems(holed)).toMatchObject([{ row: hole, field: 'a' }]);
      }),
    );
  });
});

describe('editing weight ranges', () => {
  const three = rows([0, 1], [1, 2], [2, 5]);

  it('weight ranges are sorted by start, with ranges that have none last', () =>
    expect(sortRanges(rows([5, 9], [null, 1], [0, 5], [5, 6])).map(({ a, b }) => [a, b])).toEqual([
      [0, 5000],
      [5000, 9000],
      [5000, 6000],
      [null, 1000],
    ]));

  it.each([
    [0, 0],
    [0, 1000],
    [0, 9000],
    [1, 1000],
    [7, 500],
  ])('weight range %d cannot be split at %d grams, which is outside it', (index, at) =>
    expect(splitRange(three, index, at)).toBeNull(),
  );

  it('adjacent weight ranges are merged into one, without a value if their values differ', () => {
    expect(mergeRanges(three, [1, 2])).toEqual([three[0], { a: 1000, b: 5000, x: 100_000 }]);
    const other = three.map((row, at) => ({ ...row, x: at }));
    expect(mergeRanges(other, [2, 0, 1])).toEqual([{ a: 0, b: 5000, x: null }]);
    expect(mergeRanges(three, [1])).toBeNull();
    expect(mergeRanges(three, [1, 9])).toBeNull();
  });

  it('splitting a weight range keeps the value at every weight, and merging the parts restores the range', () => {
    assert(
      property(nat(2), integer({ min: 1, max: 4999 }), nat(6000), (index, at, weight) => {
        const priced = three.map((row, place) => ({ ...row, x: place * 100_000 }));
        const split = splitRange(priced, index, at) ?? priced;
        expect(valueAt(split, weight)).toBe(valueAt(priced, weight));
        expect(weightRangeProblems(split)).toEqual([]);
        const whole = split.length > priced.length ? mergeRanges(split, [index, index + 1]) : split;
        expect(whole).toEqual(priced);
      }),
    );
  });
});
