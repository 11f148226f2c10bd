import { describe, expect, it } from 'vitest';
import {
  countCoverage,
  coverageByLevel,
  lonelyPlaces,
  NO_RECORD,
  postcodeContradiction,
  servedStatus,
} from './coverage.ts';

/** Two states; the first has a city with three districts and one with one, the second a city with one. Children may come first. */
const TREE = { parents: [3, 3, 3, 4, -1, 6, 4, 8, 9, -1], levels: [2, 2, 2, 1, 0, 2, 1, 2, 1, 0] };
const flags = (...bits: number[]): Uint8Array => Uint8Array.from(bits);
const counts = countCoverage(TREE, flags(1, 3, NO_RECORD, 0, 0, 15, 0, 8, 0, 0), 2);

describe('coverage', () => {
  it('counts the places of a level upwards', () => {
    expect([...counts.units]).toEqual([1, 1, 1, 3, 4, 1, 1, 1, 1, 1]);
    expect([...counts.recorded]).toEqual([1, 1, 0, 2, 3, 1, 1, 1, 1, 1]);
    expect(counts.served.map(of => [of[3], of[4], of[9]])).toEqual([
      [2, 3, 0],
      [1, 2, 0],
      [0, 1, 0],
      // COD pickup without pickup is none.
      [0, 1, 0],
    ]);
  });

  it('says of every level how many places are served, in part, or not', () => {
    expect(coverageByLevel(TREE, counts, 2).map(({ places, byStatus }) => [places, byStatus.deliver])).toEqual([
      [2, { served: 0, partly: 1, not: 1 }],
      [3, { served: 1, partly: 1, not: 1 }],
      [5, { served: 3, partly: 0, not: 2 }],
    ]);
  });

  it('finds the one place that is not delivered to, beside others that are', () => {
    expect(lonelyPlaces(TREE, counts, 2)).toEqual([2]);
    expect(lonelyPlaces(TREE, countCoverage(TREE, flags(1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 2), 2)).toEqual([]);
  });

  it.each([
    [0, 3, 'not'],
    [1, 3, 'partly'],
    [3, 3, 'served'],
  ] as const)('%i of %i is %s', (served, units, status) => expect(servedStatus(served, units)).toBe(status));

  it.each([
    [3, null, null],
    [3, 3, null],
    [3, 1, 'the Standard and the SBS record say different things'],
    [2, null, 'the Standard record supports COD Deliver without Deliver'],
    [1, 9, 'the SBS record supports COD Pickup without Pickup'],
    [null, null, null],
  ])('postcode rows %s and %s', (standard, sbs, text) => expect(postcodeContradiction(standard, sbs)).toBe(text));
});
