import { describe, expect, it } from 'vitest';
import { digitsOf, quickFinds, quickWords } from './quickFind.ts';

describe('matching words of the quick search box', () => {
  it.each([
    ['  Kota   BANDUNG ', ['kota', 'bandung']],
    ['São 80', ['sao', '80']],
    ['', []],
    ['   ', []],
    ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f']],
  ])('the query %j is split into words', (text, words) => expect(quickWords(text)).toEqual(words));

  it.each([
    [80012, '800', true],
    [80012, '012', false],
    [80012, 'x', false],
    ['Kota Bandung', 'band', true],
    ['Đà Nẵng', 'nang', true],
    ['40115', '0115', true],
    [null, 'null', false],
    [undefined, '0', false],
  ])('the value %j matches the quick search word %j: %j', (value, word, found) =>
    expect(quickFinds(value, word)).toBe(found),
  );

  it('digitsOf returns a word’s digits only if an id can begin with them', () => {
    expect(['8', '80012', '0', '012', 'a1', '1'.repeat(16)].map(digitsOf)).toEqual([8, 80012, null, null, null, null]);
  });
});
