import { array, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CepRanges, readCepRange, suggestCepRange } from './cepRange.ts';

describe('parsing and storing CEP ranges', () => {
  it.each([
    ['01310000-01319999', { from: 1_310_000, to: 1_319_999 }],
    ['00000001-00000001', { from: 1, to: 1 }],
    ['01319999-01310000', null],
    ['1310000-1319999', null],
    ['01310-000-01319-999', null],
    ['01310000', null],
  ])('the CEP range %s is parsed', (text, range) => expect(readCepRange(text)).toEqual(range));

  it.each([
    ['01310-000 - 01319-999', '01310000-01319999'],
    ['0131000001319999', '01310000-01319999'],
    ['01319-999-01310-000', null],
    ['01310000', null],
    ['1310000-1319999', '01310000-01319999'],
    ['1310-000 a 1319-999', '01310000-01319999'],
    ['01310000-1319999', '01310000-01319999'],
    ['1310000–01319999', '01310000-01319999'],
    ['13100001319999', null],
    ['131000-131999', null],
  ])('the suggestion for the CEP range %s is %s', (text, meant) => expect(suggestCepRange(text)).toBe(meant));

  it('any two CEP ranges in a set are either equal or disjoint', () => {
    const ranges = new CepRanges();
    expect(ranges.add('20000000-23799999')).toBeNull();
    expect(ranges.add('01000000-05999999')).toBeNull();
    expect(ranges.add('01000000-05999999')).toBeNull();
    expect(ranges.add('05999999-06000000')).toBe('01000000-05999999');
    expect(ranges.add('00000000-99999999')).toBe('01000000-05999999');
    expect(ranges.add('06000000-06000000')).toBeNull();
    expect([999_999, 1_000_000, 5_999_999, 6_000_000, 6_000_001, 23_799_999].map(cep => ranges.find(cep))).toEqual([
      null,
      '01000000-05999999',
      '01000000-05999999',
      '06000000-06000000',
      null,
      '20000000-23799999',
    ]);
  });

  it('a CEP lookup finds the same range as a scan of all ranges', () => {
    const cep = integer({ min: 0, max: 400 });
    assert(
      property(array(tuple(cep, cep), { maxLength: 40 }), array(cep), (pairs, asked) => {
        const ranges = new CepRanges();
        const taken: { from: number; to: number; text: string }[] = [];
        for (const [a, b] of pairs) {
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const text = [from, to].map(value => String(value).padStart(8, '0')).join('-');
          const overlapped = taken.find(known => known.from <= to && from <= known.to && known.text !== text);
          expect(ranges.add(text) === null).toBe(overlapped === undefined);
          if (!overlapped) taken.push({ from, to, text });
        }
        for (const one of asked)
          expect(ranges.find(one)).toBe(taken.find(({ from, to }) => from <= one && one <= to)?.text ?? null);
      }),
    );
  });
});
