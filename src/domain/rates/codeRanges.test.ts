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
  ])('%d lies in %o, the narrowest first', (code, expected) => expect([...ranges.containing(code)]).toEqual(expected));

  it('a code outside of all ranges is in none of them', () => expect([...of().containing(5)]).toEqual([]));

  it.each<[string, [number, number][], [number, number][]]>([
    [
      'apart',
      [
        [1, 2],
        [3, 4],
      ],
      [],
    ],
    [
      'inside each other',
      [
        [1, 9],
        [3, 4],
      ],
      [],
    ],
    [
      'of equal width that overlap',
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
      'of equal width, with a narrower one over what they share',
      [
        [1, 4],
        [3, 6],
        [3, 4],
      ],
      [],
    ],
  ])('%s: ambiguous pairs are found', (_name, pairs, expected) => expect(of(...pairs).ambiguous()).toEqual(expected));

  it('a search finds what a scan of all ranges finds', () => {
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
