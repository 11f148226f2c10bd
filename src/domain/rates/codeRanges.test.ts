import { array, assert, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeRanges } from './codeRanges.ts';

const of = (...pairs: [number, number][]) =>
  new CodeRanges(
    pairs.map(([a]) => a),
    pairs.map(([, b]) => b),
  );

describe('nested postcode ranges', () => {
  const ranges = of([1_000_000, 1_999_999], [1_310_000, 1_319_999], [1_310_100, 1_310_100]);

  it.each([
    [1_310_100, [2, 1, 0]],
    [1_310_101, [1, 0]],
    [1_320_000, [0]],
    [1_999_999, [0]],
    [2_000_000, []],
    [0, []],
  ])('code %d is in the ranges %o, listed narrowest first', (code, expected) =>
    expect([...ranges.containing(code)]).toEqual(expected),
  );

  it('a code outside all ranges matches no range', () => expect([...of().containing(5)]).toEqual([]));

  it.each<[string, [number, number][], [number, number][]]>([
    [
      'disjoint',
      [
        [1, 2],
        [3, 4],
      ],
      [],
    ],
    [
      'nested',
      [
        [1, 9],
        [3, 4],
      ],
      [],
    ],
    [
      'equally wide and overlapping',
      [
        [1, 4],
        [3, 6],
      ],
      [[0, 1]],
    ],
    [
      'equal',
      [
        [1, 4],
        [1, 4],
      ],
      [[0, 1]],
    ],
    [
      'equally wide, with a narrower range covering their overlap',
      [
        [1, 4],
        [3, 6],
        [3, 4],
      ],
      [],
    ],
  ])('the reported pairs of ambiguous ranges are correct for ranges that are %s', (_name, pairs, expected) =>
    expect(of(...pairs).ambiguous()).toEqual(expected),
  );

  it('a code lookup finds the same ranges as a scan of all ranges', () => {
    const pair = tuple(nat(60), nat(20)).map(([from, width]): [number, number] => [from, from + width]);
    assert(
      property(array(pair, { maxLength: 30 }), nat(90), (pairs, code) => {
        const right = pairs
          .map(([from, to], index) => ({ index, inside: from <= code && code <= to, width: to - from }))
          .filter(({ inside }) => inside)
          .map(({ width }) => width)
          .sort((a, b) => a - b);
        const found = [...of(...pairs).containing(code)];
        expect(found.map(index => pairs[index]![1] - pairs[index]![0])).toEqual(right);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});
