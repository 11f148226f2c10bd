import type { Verdict } from './serviceability.ts';

/**
 * How much of a country is served, counted for the places at one level and summed up the tree (issue "serviceable
 * areas", coverage at a glance).
 */

/** A location tree in array form: parents may come before or after their children; the parent of a root is -1. */
export interface CoverageTree {
  parents: ArrayLike<number>;
  levels: ArrayLike<number>;
}

/** Bits for the four services, as packed by domain/serviceable. */
export const COVERED = [
  { key: 'deliver', label: 'Deliver', bit: 0 },
  { key: 'cod', label: 'COD', bit: 1 },
  { key: 'pickup', label: 'Pickup', bit: 2 },
  { key: 'codPickup', label: 'COD pickup', bit: 3 },
] as const;
export type Covered = (typeof COVERED)[number]['key'];

/** For each place, the number of places at the counted level among itself and its descendants. */
export interface CoverageCounts {
  units: Int32Array;
  /** How many of these are determined by a record rather than by defaults. */
  recorded: Int32Array;
  /** How many of these are served regardless of the other address, for each service in the order of `COVERED`. */
  served: readonly Int32Array[];
  /** How many of these are served depending on the other address, in the same order. */
  open: readonly Int32Array[];
}

/**
 * The additional bits of a place: above the four bits for services that are certain, there are four for services that
 * depend on the other address, and one that is set if the place has a record.
 */
export const OPEN_BITS = 4;
export const RECORDED = 1 << 8;

/** The bits for a place's results, in the order of `COVERED`. */
export function coverageBits(verdicts: readonly Verdict[], recorded: boolean): number {
  let bits = recorded ? RECORDED : 0;
  verdicts.forEach((verdict, at) => {
    if (verdict === 'yes') bits |= 1 << at;
    else if (verdict === 'open') bits |= 1 << (at + OPEN_BITS);
  });
  return bits;
}

/**
 * Counts the places at one level, and how many of them are served, for each of their ancestors.
 * @param answers the bits of each place, as packed by `coverageBits`; those of places at other levels are ignored
 */
export function countCoverage({ parents, levels }: CoverageTree, answers: Uint16Array, level: number): CoverageCounts {
  const { length } = answers;
  const units = new Int32Array(length);
  const recorded = new Int32Array(length);
  const counts = Array.from({ length: COVERED.length + OPEN_BITS }, () => new Int32Array(length));
  for (let place = 0; place < length; place++) {
    if (levels[place] !== level) continue;
    const bits = answers[place] as number;
    const own = bits & RECORDED ? 1 : 0;
    for (let at = place, step = 0; at >= 0 && step < 4; step++) {
      units[at] = (units[at] as number) + 1;
      recorded[at] = (recorded[at] as number) + own;
      for (let bit = 0; bit < counts.length; bit++) {
        const of = counts[bit] as Int32Array;
        of[at] = (of[at] as number) + ((bits >>> bit) & 1);
      }
      at = parents[at] as number;
    }
  }
  return { units, recorded, served: counts.slice(0, COVERED.length), open: counts.slice(OPEN_BITS) };
}

/** A place's status for a service. `depends`: every part can be served, but some depend on the other address. */
export type ServedStatus = 'served' | 'depends' | 'partly' | 'not';

/** The status, given how many places are served, how many depend on the other address, and the total. */
export function servedStatus(served: number, open: number, units: number): ServedStatus {
  if (served + open === 0) return 'not';
  if (served === units) return 'served';
  return served + open === units ? 'depends' : 'partly';
}

/** Places of a level by their status for each service. */
export interface LevelCoverage {
  level: number;
  places: number;
  byStatus: Readonly<Record<Covered, Readonly<Record<ServedStatus, number>>>>;
}

/**
 * Counts places by status at every level down to the counted one. Places without any descendant at the counted level
 * are skipped.
 */
export function coverageByLevel(
  { levels }: Pick<CoverageTree, 'levels'>,
  { units, served, open }: CoverageCounts,
  deepest: number,
): LevelCoverage[] {
  const all = Array.from({ length: deepest + 1 }, (_, level) => ({
    level,
    places: 0,
    byStatus: Object.fromEntries(
      COVERED.map(({ key }) => [key, { served: 0, depends: 0, partly: 0, not: 0 }]),
    ) as Record<Covered, Record<ServedStatus, number>>,
  }));
  for (let place = 0; place < units.length; place++) {
    const of = all[levels[place] as number];
    const count = units[place] as number;
    if (!of || count === 0) continue;
    of.places += 1;
    for (const { key, bit } of COVERED)
      of.byStatus[key][servedStatus(served[bit]?.[place] ?? 0, open[bit]?.[place] ?? 0, count)] += 1;
  }
  return all;
}

/**
 * Places at the counted level without delivery although all their siblings have it, which were most likely overlooked.
 * A parent's only child is never included.
 */
export function lonelyPlaces(
  { parents, levels }: CoverageTree,
  { units, served, open }: CoverageCounts,
  level: number,
): number[] {
  const deliver = (place: number): number => (served[0]?.[place] ?? 0) + (open[0]?.[place] ?? 0);
  const found: number[] = [];
  for (let place = 0; place < units.length; place++) {
    if (levels[place] !== level || deliver(place) !== 0) continue;
    const parent = parents[place] as number;
    if (parent < 0) continue;
    const siblings = units[parent] as number;
    if (siblings > 1 && deliver(parent) === siblings - 1) found.push(place);
  }
  return found;
}

/**
 * Why the rows of a postcode contradict each other, in words; null if they do not.
 * @param areSame whether SBS shops are served like others, so that an SBS record has no effect. Otherwise the two
 * records are meant to differ.
 */
export function postcodeContradiction(standard: number | null, sbs: number | null, areSame: boolean): string | null {
  for (const [type, flags] of [
    ['Standard', standard],
    ['SBS', sbs],
  ] as const) {
    if (flags === null) continue;
    if ((flags & 3) === 2) return `the ${type} record supports COD Deliver without Deliver`;
    if ((flags & 12) === 8) return `the ${type} record supports COD Pickup without Pickup`;
  }
  if (!areSame || standard === null || sbs === null || standard === sbs) return null;
  return 'the Standard record and the SBS record differ, and only the Standard one counts';
}
