import { expect, it } from 'vitest';
import { followsFrom, mayFollow, withFollowing, type Follow } from './follows.ts';

const FOLLOWS: readonly Follow[] = [
  { field: 'a', set: { b: 0, c: 0 } },
  { field: 'd', to: [1, 2], set: { c: 9 } },
];

it.each([
  ['a change of any value', { a: 1, b: 1, c: 1 }, { a: 2 }, { a: 2, b: 0, c: 0 }],
  ['no change', { a: 1, b: 1, c: 1 }, { a: 1 }, { a: 1 }],
  ['another field', { a: 1, b: 1, c: 1 }, { e: 1 }, { e: 1 }],
  ['a value that is written as well', { a: 1, b: 1, c: 1 }, { a: 2, c: 5 }, { a: 2, c: 5, b: 0 }],
  ['values that are already there', { a: 1, b: 0, c: 0 }, { a: 2 }, { a: 2 }],
  ['one of the values', { c: 1, d: 0 }, { d: 2 }, { d: 2, c: 9 }],
  ['none of the values', { c: 1, d: 0 }, { d: 3 }, { d: 3 }],
])('fields follow from %s', (_what, before, set, expected) => {
  expect(withFollowing(FOLLOWS, before, set)).toEqual(expected);
});

it('a write without consequences is returned as it is', () => {
  const set = { e: 1 };
  expect(withFollowing(FOLLOWS, {}, set)).toBe(set);
  expect(withFollowing(undefined, {}, set)).toBe(set);
  expect([mayFollow(FOLLOWS, set), mayFollow(undefined, set)]).toEqual([false, false]);
});

it('the field from which another one follows is named', () => {
  expect(followsFrom(FOLLOWS, { a: 1 }, 'b')).toBe('a');
  expect(followsFrom(FOLLOWS, { d: 1 }, 'b')).toBeUndefined();
  expect([mayFollow(FOLLOWS, { d: 1 }), mayFollow(FOLLOWS, { d: 3 })]).toEqual([true, false]);
});
