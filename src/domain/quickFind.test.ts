import { describe, expect, it } from 'vitest';
import { digitsOf, quickFinds, quickWords } from './quickFind.ts';

describe('the quick box', () => {
  it.each([
    ['  Kota   BANDUNG ', ['kota', 'bandung']],
    ['São 80', ['sao', '80']],
    ['', []],
    ['   ', []],
    ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f']],
  ])('%j is read as words', (text, words) => expect(quickWords(text)).toEqual(words));

  it.each([
    [80012, '800', true],
    [80012, '012', false],
    [80012, 'x', false],
    ['Kota Bandung', 'band', true],
    ['Đà Nẵng', 'nang', true],
    ['40115', '0115', true],
    [null, 'null', false],
    [undefined, '0', false],
  ])('the quick search in %j finds the word %j: %j', (value, word, found) =>
    expect(quickFinds(value, word)).toBe(found),
  );

  it('the first digits of an id find it', () => {
    expect(['8', '80012', '0', '012', 'a1', '1'.repeat(16)].map(digitsOf)).toEqual([8, 80012, null, null, null, null]);
  });
});
