/** How much of a country is served: places of one level, counted upwards (issue "serviceable areas", coverage at a glance). */

/** A location tree by positions: parents before or behind their children; -1 for a root. */
export interface CoverageTree {
  parents: ArrayLike<number>;
  levels: ArrayLike<number>;
}

/** Bits of the four services, as domain/serviceable packs them. */
export const COVERED = [
  { key: 'deliver', label: 'Deliver', bit: 0 },
  { key: 'cod', label: 'COD', bit: 1 },
  { key: 'pickup', label: 'Pickup', bit: 2 },
  { key: 'codPickup', label: 'COD pickup', bit: 3 },
] as const;
export type Covered = (typeof COVERED)[number]['key'];

/** Counts of each place: of the counted level's places that it is or holds. */
export interface CoverageCounts {
  units: Int32Array;
  /** Of them, those with a record of their own. */
  recorded: Int32Array;
  /** Of them, those that are served, for each service in the order of `COVERED`. */
  served: readonly Int32Array[];
}

/** No record: the defaults hold. */
export const NO_RECORD = 16;

/**
 * Counts the places of a level, and how many of them are served, for every place above them.
 * @param flags of each place: four bits, and `NO_RECORD` where they are the defaults
 */
export function countCoverage({ parents, levels }: CoverageTree, flags: Uint8Array, level: number): CoverageCounts {
  const { length } = flags;
  const units = new Int32Array(length);
  const recorded = new Int32Array(length);
  const served = COVERED.map(() => new Int32Array(length));
  const [deliver, cod, pickup, codPickup] = served as [Int32Array, Int32Array, Int32Array, Int32Array];
  for (let place = 0; place < length; place++) {
    if (levels[place] !== level) continue;
    const bits = flags[place] as number;
    const own = (bits & NO_RECORD) === 0 ? 1 : 0;
    // COD is a way to deliver, or to pick up: without it there is none.
    const [a, c] = [bits & 1, (bits >> 2) & 1];
    const [b, d] = [a & (bits >> 1), c & (bits >> 3)];
    for (let at = place, step = 0; at >= 0 && step < 4; step++) {
      units[at] = (units[at] as number) + 1;
      recorded[at] = (recorded[at] as number) + own;
      deliver[at] = (deliver[at] as number) + a;
      cod[at] = (cod[at] as number) + b;
      pickup[at] = (pickup[at] as number) + c;
      codPickup[at] = (codPickup[at] as number) + d;
      at = parents[at] as number;
    }
  }
  return { units, recorded, served };
}

/** What a place is for a service. */
export type ServedStatus = 'served' | 'partly' | 'not';

/** Status of so many served among so many. */
export const servedStatus = (served: number, units: number): ServedStatus =>
  served === 0 ? 'not' : served === units ? 'served' : 'partly';

/** Places of a level by their status for each service. */
export interface LevelCoverage {
  level: number;
  places: number;
  byStatus: Readonly<Record<Covered, Readonly<Record<ServedStatus, number>>>>;
}

/** Counts the places of every level down to the counted one; those that hold none of it are left out. */
export function coverageByLevel(
  { levels }: Pick<CoverageTree, 'levels'>,
  { units, served }: CoverageCounts,
  deepest: number,
): LevelCoverage[] {
  const all = Array.from({ length: deepest + 1 }, (_, level) => ({
    level,
    places: 0,
    byStatus: Object.fromEntries(COVERED.map(({ key }) => [key, { served: 0, partly: 0, not: 0 }])) as Record<
      Covered,
      Record<ServedStatus, number>
    >,
  }));
  for (let place = 0; place < units.length; place++) {
    const of = all[levels[place] as number];
    const count = units[place] as number;
    if (!of || count === 0) continue;
    of.places += 1;
    for (const { key, bit } of COVERED) of.byStatus[key][servedStatus(served[bit]?.[place] ?? 0, count)] += 1;
  }
  return all;
}

/**
 * Places of the counted level that alone are not delivered to, of all below the same parent: most likely forgotten.
 * A parent with one place below it has no such one.
 */
export function lonelyPlaces(
  { parents, levels }: CoverageTree,
  { units, served }: CoverageCounts,
  level: number,
): number[] {
  const [deliver] = served;
  const found: number[] = [];
  for (let place = 0; place < units.length; place++) {
    if (levels[place] !== level || deliver?.[place] !== 0) continue;
    const parent = parents[place] as number;
    if (parent < 0) continue;
    const siblings = units[parent] as number;
    if (siblings > 1 && deliver[parent] === siblings - 1) found.push(place);
  }
  return found;
}

/** Why rows of a postcode contradict one another, in words; null where they do not. */
export function postcodeContradiction(standard: number | null, sbs: number | null): string | null {
  for (const [type, flags] of [
    ['Standard', standard],
    ['SBS', sbs],
  ] as const) {
    if (flags === null) continue;
    if ((flags & 3) === 2) return `the ${type} record supports COD Deliver without Deliver`;
    if ((flags & 12) === 8) return `the ${type} record supports COD Pickup without Pickup`;
  }
  if (standard === null || sbs === null || standard === sbs) return null;
  return 'the Standard and the SBS record say different things';
}
