import { expect, it } from 'vitest';
import { firstKeyOf, nextKeyOf } from './callKey.ts';

const [A, B, C] = ['a', 'b', 'c'].map(digit => `${digit.repeat(8)}-1111-4222-8333-444444444444`) as [
  string,
  string,
  string,
];

it('all keys of an entry differ, lead to its first one, and do not grow', () => {
  const second = nextKeyOf(A, B);
  const third = nextKeyOf(second, C);
  expect([second, third]).toEqual([`${A}.${B}`, `${A}.${C}`]);
  expect([A, second, third].map(firstKeyOf)).toEqual([A, A, A]);
});

it.each(['job.1', `${A}.2`, `nightly.${A}`, `${A}.${B}.${C}`])('the key %j of another program stays as it is', key => {
  expect(firstKeyOf(key)).toBe(key);
});
