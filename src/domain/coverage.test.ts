import { describe, expect, it } from 'vitest';
import {
  countCoverage,
  coverageBits,
  coverageByLevel,
  lonelyPlaces,
  OPEN_BITS,
  RECORDED,
  postcodeContradiction,
  servedStatus,
} from './coverage.ts';

/**
 * Two states: the first has one city with three districts and one with a single district; the second has one city with
 * a single district. Children may come before their parents.
 */
const TREE = { parents: [3, 3, 3, 4, -1, 6, 4, 8, 9, -1], levels: [2, 2, 2, 1, 0, 2, 1, 2, 1, 0] };
const answers = (...bits: number[]): Uint16Array => Uint16Array.from(bits);
const OPEN = 1 << OPEN_BITS;
const counts = countCoverage(
  TREE,
  answers(1 | RECORDED, 3 | RECORDED, 0, 0, 0, 15 | RECORDED, 0, (8 * OPEN) | RECORDED, 0, 0),
  2,
);

describe('measuring coverage', () => {
  it('for each place, its descendants at the counted level are counted', () => {
    expect([...counts.units]).toEqual([1, 1, 1, 3, 4, 1, 1, 1, 1, 1]);
    expect([...counts.recorded]).toEqual([1, 1, 0, 2, 3, 1, 1, 1, 1, 1]);
    expect(counts.served.map(of => [of[3], of[4], of[9]])).toEqual([
      [2, 3, 0],
      [1, 2, 0],
      [0, 1, 0],
      [0, 1, 0],
    ]);
    expect(counts.open.map(of => [of[3], of[4], of[9]])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ]);
  });

  it('coverageBits packs a place’s results losslessly', () => {
    expect(coverageBits(['yes', 'no', 'open', 'yes'], false)).toBe(1 | (4 * OPEN) | 8);
    expect(coverageBits(['no', 'no', 'no', 'no'], true)).toBe(RECORDED);
  });

  it('at every level, coverage counts places as served, partly served or not served', () => {
    expect(coverageByLevel(TREE, counts, 2).map(({ places, byStatus }) => [places, byStatus.deliver])).toEqual([
      [2, { served: 0, depends: 0, partly: 1, not: 1 }],
      [3, { served: 1, depends: 0, partly: 1, not: 1 }],
      [5, { served: 3, depends: 0, partly: 0, not: 2 }],
    ]);
    expect(coverageByLevel(TREE, counts, 2)[2]?.byStatus.codPickup).toEqual({
      served: 1,
      depends: 1,
      partly: 0,
      not: 3,
    });
  });

  it('a place without delivery is reported if all of its siblings have it', () => {
    expect(lonelyPlaces(TREE, counts, 2)).toEqual([2]);
    expect(lonelyPlaces(TREE, countCoverage(TREE, answers(1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 2), 2)).toEqual([]);
    // A place that depends on the other address is not reported as overlooked.
    expect(lonelyPlaces(TREE, countCoverage(TREE, answers(1, OPEN, 0, 0, 0, 0, 0, 0, 0, 0), 2), 2)).toEqual([2]);
    expect(lonelyPlaces(TREE, countCoverage(TREE, answers(1, 1, OPEN, 0, 0, 0, 0, 0, 0, 0), 2), 2)).toEqual([]);
  });

  it.each([
    [0, 0, 3, 'not'],
    [1, 0, 3, 'partly'],
    [0, 1, 3, 'partly'],
    [1, 2, 3, 'depends'],
    [0, 3, 3, 'depends'],
    [3, 0, 3, 'served'],
  ] as const)(
    'if %i places are served and %i depend on the other address, out of %i, the status is %s',
    (served, open, units, status) => expect(servedStatus(served, open, units)).toBe(status),
  );

  it.each([
    [3, null, true, null],
    [3, 3, true, null],
    [3, 1, true, 'the Standard record and the SBS record differ, and only the Standard one counts'],
    [3, 1, false, null],
    [2, null, false, 'the Standard record supports COD Deliver without Deliver'],
    [1, 9, false, 'the SBS record supports COD Pickup without Pickup'],
    [null, null, true, null],
  ])(
    'if the postcode rows %s and %s contradict each other (SBS like Standard: %s), the contradiction is described',
    (standard, sbs, areSame, text) => expect(postcodeContradiction(standard, sbs, areSame)).toBe(text),
  );
});
