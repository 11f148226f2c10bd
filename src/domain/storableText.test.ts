import { expect, it } from 'vitest';
import { isStorable, madeStorable } from './storableText.ts';

it('every well-formed string is storable, wherever it occurs in a value', () => {
  for (const value of ['', 'Jawa Barat', 'Đà Nẵng', '😀', '\u{10ffff}', null, 7, [{ a: ['\ufffd'] }]]) {
    expect(isStorable(value)).toBe(true);
  }
});

it('NUL and lone surrogates are not storable, neither in strings nor in keys, and can be replaced', () => {
  const wrong = ['\0', 'a\ud800', '\udc00b', '\udc00\ud800', '\ud800\ud800\udc00'];
  for (const text of wrong) {
    for (const value of [text, [text], { a: { b: text } }, { [text]: 1 }, [[{ a: [{ [text]: null }] }]]]) {
      expect([text, isStorable(value)]).toEqual([text, false]);
    }
    expect([text, isStorable(madeStorable(text))]).toEqual([text, true]);
  }
});
