import { describe, expect, it } from 'vitest';
import { eachInSteps, finish, mappedInSteps, sortedInSteps, type Steps } from './steps.ts';

/** A few thousand rows in arbitrary order, many of them with the same `rank`. */
const rows = Array.from({ length: 9_001 }, (_, at) => ({ at, rank: (at * 7919) % 50 }));
const byRank = (one: { rank: number }, other: { rank: number }): number => one.rank - other.rank;

function pausesOf(steps: Steps<unknown>): number {
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  return pauses;
}

describe('long-running work split into steps', () => {
  it('sortedInSteps gives the same result as a stable sort, whatever the number of rows', () => {
    for (const length of [0, 1, 2, 1_999, 2_000, 2_001, 4_000, 6_001, 9_001]) {
      const some = rows.slice(0, length);
      expect(finish(sortedInSteps(some, byRank))).toEqual(some.toSorted(byRank));
    }
  });

  it('sortedInSteps does not modify its input', () => {
    const before = rows.map(({ at }) => at);
    finish(sortedInSteps(rows, byRank));
    expect(rows.map(({ at }) => at)).toEqual(before);
  });

  it('mappedInSteps passes every row with its index to the function', () => {
    expect(finish(mappedInSteps(rows, ({ at }, index) => at === index))).toEqual(rows.map(() => true));
  });

  it('work in steps pauses after every two thousand rows', () => {
    expect(pausesOf(eachInSteps(rows, () => undefined))).toBe(4);
    expect(pausesOf(sortedInSteps(rows, byRank))).toBeGreaterThan(8);
  });
});
