import type { End } from '../leadTime.ts';
import { finish, type Steps } from '../steps.ts';
import { CodeRanges } from './codeRanges.ts';
import {
  ANY_SIDES,
  columnsInSteps,
  EVERY_AREA,
  EVERY_KIND,
  extraFeeRow,
  feeRow,
  placeName,
  placeNumber,
  placeOfRange,
  volumeFeeRow,
  type RateColumns,
} from './columns.ts';
import {
  AREA_KINDS,
  EXTRA_TYPES,
  SHOP_GROUP,
  type AddressRow,
  type AreaKind,
  type CepLevelRow,
  type CepRangeRow,
  type ExtraFeeRow,
  type ExtraType,
  type FeeRow,
  type RateRows,
  type RateSettings,
  type VolumeFeeRow,
} from './rows.ts';
import type { WeightRule } from './weightRule.ts';

/**
 * A version's rows, indexed so that many quotes can be computed: every lookup is a binary search in sorted columns. A
 * table is built from the rows of a draft or from a sealed file.
 */

/** The result of a search: the index of a row, and the index of another row that matches equally. -1 means none. */
export interface Hit {
  readonly row: number;
  readonly other: number;
}
const NOTHING: Hit = { row: -1, other: -1 };
const hit = (row: number, other = -1): Hit => ({ row, other });

/**
 * The place names that match an origin or destination, as numbers, most specific first; equally specific names have the
 * same rank.
 */
export interface Places {
  readonly numbers: readonly number[];
  readonly ranks: readonly number[];
}

/** Rows by place, of which at most one applies to a parcel. */
interface Alternatives {
  readonly byPlace: ReadonlyMap<number, readonly number[]>;
}

/**
 * The first index in the range from `low` to `high` for which `is` returns true; it must return false for all earlier
 * indexes and true for all later ones.
 */
function firstOf(low: number, high: number, is: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (is(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Rows by area and start. */
interface Ranges {
  readonly area: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** For each area from number `first` on, 1 if its rows overlap. */
function overlapsOf({ area, start, end }: Ranges, count: number, first: number): Uint8Array {
  const overlaps = new Uint8Array(count);
  for (let row = 1; row < area.length; row++)
    if (area[row - 1] === area[row] && (end[row - 1] as number) > (start[row] as number))
      overlaps[(area[row] as number) - first] = 1;
  return overlaps;
}

/** The row of an area that contains a value, and the next one that does if the area's rows overlap. */
function rowAt(
  { start, end }: Ranges,
  [low, high]: readonly [number, number],
  value: number,
  bound: WeightRule['bound'],
  overlap: boolean,
): Hit {
  if (!overlap) return hit(rangeAt(start, end, low, high, value, bound));
  const fitting: number[] = [];
  for (let row = low; row < high; row++)
    if (contains(start[row] as number, end[row] as number, value, bound, row === low)) fitting.push(row);
  return hit(fitting[0] ?? -1, fitting[1]);
}

const NO_LEVEL: Pick<CepLevelRow, 'ppm' | 'min'> = { ppm: null, min: null };

export class RateTable {
  readonly settings: RateSettings;
  private readonly ranges: CodeRanges;
  private readonly cep: CodeRanges;
  /** Start index of each area's fees, followed by the end of the last area's fees. */
  private readonly feeStarts: Int32Array;
  /** The same for volume fees. Those for every route or zone come first. */
  private readonly volumeStarts: Int32Array;
  /** 1 if the rows of an area overlap, so that more than one may match. */
  private readonly overlaps: Uint8Array;
  /** The same for volume fees, whose areas include those for every route or zone. */
  private readonly volumeOverlaps: Uint8Array;
  /** Index of the first address by route; addresses by zone come before it. */
  private readonly routesFrom: number;
  private readonly levels: ReadonlyMap<number, CepLevelRow>;
  /** Whether some CEP has a risk fee, so that a Brazilian destination without a CEP cannot be quoted. */
  readonly hasCepRisk: boolean;
  private readonly extras: Readonly<Record<ExtraType, readonly Alternatives[]>>;

  /** @throws RangeError if too many CEP ranges overlap */
  constructor(readonly columns: RateColumns) {
    const { fees, volumeFees, areas, ranges, cepRanges, addresses, cepLevels } = columns;
    this.settings = columns.settings;
    this.ranges = new CodeRanges(ranges.from, ranges.to);
    this.cep = new CodeRanges(cepRanges.from, cepRanges.to);
    this.feeStarts = startsOf(fees.area, areas.length, 0);
    this.volumeStarts = startsOf(volumeFees.area, areas.length - FIRST_VOLUMES, FIRST_VOLUMES);
    this.overlaps = overlapsOf(fees, areas.length, 0);
    this.volumeOverlaps = overlapsOf(volumeFees, areas.length - FIRST_VOLUMES, FIRST_VOLUMES);
    this.routesFrom = firstOf(0, addresses.kind.length, at => (addresses.kind[at] as number) > 0);
    this.levels = new Map(cepLevels.map(row => [row.level, row]));
    this.hasCepRisk = cepRanges.level.some(level => {
      const { ppm, min } = this.levels.get(level) ?? NO_LEVEL;
      return ppm !== 0 || (min ?? 0) > 0;
    });
    this.extras = alternativesOf(columns);
  }

  static of = (rows: RateRows): RateTable => finish(RateTable.inSteps(rows));

  /** Builds a table, pausing every few thousand rows. */
  static *inSteps(rows: RateRows): Steps<RateTable> {
    const columns = yield* columnsInSteps(rows);
    yield;
    return new RateTable(columns);
  }

  /**
   * The place names that match an origin or destination, most specific first: CEP ranges by width, the location and its
   * ancestors up to the state, the country, everywhere.
   */
  placesOf({ country, locations, cep }: End): Places {
    const numbers: number[] = [];
    const ranks: number[] = [];
    if (cep !== undefined)
      for (const range of this.ranges.containing(Number(cep))) {
        numbers.push(placeOfRange(range));
        ranks.push(this.ranges.width(range));
      }
    for (let level = locations.length - 1; level >= 0; level--) {
      numbers.push(locations[level] as number);
      ranks.push(-1 - level);
    }
    numbers.push(placeNumber(country, NO_RANGES), 0);
    ranks.push(0, 0.5);
    return { numbers, ranks };
  }

  /**
   * The address that applies to an origin and destination. The destination's level takes precedence over the origin's.
   */
  addressOf(kind: AreaKind, origin: Places, destination: Places): Hit {
    const { addresses } = this.columns;
    const [low, high] = kind === 'zone' ? [0, this.routesFrom] : [this.routesFrom, addresses.kind.length];
    for (let to = 0; to < destination.numbers.length; to = nextRank(destination, to)) {
      for (let from = 0; from < origin.numbers.length; from = nextRank(origin, from)) {
        let [row, other] = [-1, -1];
        for (let d = to; d < nextRank(destination, to); d++) {
          const place = destination.numbers[d] as number;
          const first = firstOf(low, high, at => (addresses.destination[at] as number) >= place);
          if (addresses.destination[first] !== place || first >= high) continue;
          const last = firstOf(first, high, at => (addresses.destination[at] as number) > place);
          for (let o = from; o < nextRank(origin, from); o++) {
            const start = origin.numbers[o] as number;
            let at = firstOf(first, last, index => (addresses.origin[index] as number) >= start);
            for (; at < last && addresses.origin[at] === start; at++) {
              if (row < 0) row = at;
              else if (other < 0 && addresses.area[at] !== addresses.area[row]) other = at;
            }
          }
        }
        if (row >= 0) return hit(row, other);
      }
    }
    return NOTHING;
  }

  /** The range of an area's rows among the basic fees; the second index is exclusive. */
  feesOf = (area: number): readonly [number, number] => [
    this.feeStarts[area] as number,
    this.feeStarts[area + 1] as number,
  ];

  /** The basic fee of an area for a weight, or that of a higher tier if the sum of the sides requires it. */
  feeAt(area: number, grams: number, sumOfSides: number | null): Hit {
    const { fees } = this.columns;
    const { bound, tiers } = this.settings.weightRule;
    const [low, high] = this.feesOf(area);
    const found = rowAt(fees, [low, high], grams, bound, this.overlaps[area] === 1);
    const { row } = found;
    if (found.other >= 0) return found;
    if (row < 0 || !tiers || sumOfSides === null) return hit(row);
    for (let tier = row; tier < high; tier++) {
      const sides = fees.sides[tier] as number;
      if (sides === ANY_SIDES || sides >= sumOfSides) return hit(tier);
    }
    return NOTHING;
  }

  /** Whether an area has fees by volume. */
  hasVolumes = (area: number): boolean => this.volumesOf(area) !== null;

  /** The rows of an area's volume fees, and whether they overlap; null if it has none. */
  private volumesOf(area: number): { rows: readonly [number, number]; overlap: boolean } | null {
    const { kind } = this.columns.areas[area] ?? { kind: 'zone' };
    for (const number of [area, EVERY_AREA[kind], EVERY_KIND]) {
      const slot = number - FIRST_VOLUMES;
      const [low, high] = [this.volumeStarts[slot] as number, this.volumeStarts[slot + 1] as number];
      if (low < high) return { rows: [low, high], overlap: this.volumeOverlaps[slot] === 1 };
    }
    return null;
  }

  /** The fee for a volume, given in cubic millimeters. */
  volumeAt(area: number, volume: number): Hit {
    const found = this.volumesOf(area);
    if (found === null) return NOTHING;
    return rowAt(this.columns.volumeFees, found.rows, volume / 1000, this.settings.weightRule.bound, found.overlap);
  }

  /** For each extra fee of a type, the row that applies to a destination and a shop group. */
  extrasAt(type: ExtraType, destination: Places, shopGroup: number | null): Hit[] {
    return this.extras[type].map(({ byPlace }) => {
      for (let to = 0; to < destination.numbers.length; to = nextRank(destination, to)) {
        const rows: number[] = [];
        for (let d = to; d < nextRank(destination, to); d++)
          rows.push(...(byPlace.get(destination.numbers[d] as number) ?? []));
        if (rows.length === 0) continue;
        for (const group of [shopGroup, SHOP_GROUP.default, SHOP_GROUP.fallback]) {
          const fitting = rows.filter(row => this.columns.extraFees.shopGroup[row] === group);
          if (fitting.length > 0) return hit(fitting[0] as number, fitting[1]);
        }
      }
      return NOTHING;
    });
  }

  /** The CEP risk range that contains a code. */
  cepRangeAt(cep: number): Hit {
    const [row, other] = this.cep.containing(cep);
    if (row === undefined) return NOTHING;
    return hit(row, other !== undefined && this.cep.width(other) === this.cep.width(row) ? other : -1);
  }

  levelOf = (level: number): CepLevelRow | null => this.levels.get(level) ?? null;

  addressRow(row: number): AddressRow {
    const { addresses, ranges, areas } = this.columns;
    return {
      kind: AREA_KINDS[addresses.kind[row] as number] as AreaKind,
      origin: placeName(addresses.origin[row] as number, ranges),
      destination: placeName(addresses.destination[row] as number, ranges),
      code: areas[addresses.area[row] as number]?.code ?? '',
    };
  }

  feeRow = (row: number): FeeRow => feeRow(this.columns, row);
  extraFeeRow = (row: number): ExtraFeeRow => extraFeeRow(this.columns, row);

  volumeFeeRow = (row: number): VolumeFeeRow => volumeFeeRow(this.columns, row);

  cepRangeRow(row: number): CepRangeRow {
    const { from, to, level } = this.columns.cepRanges;
    return { from: from[row] as number, to: to[row] as number, level: level[row] as number };
  }
}

/** The lowest number of an area in the rows of volume fees. */
const FIRST_VOLUMES = EVERY_AREA.route;

const NO_RANGES: ReadonlyMap<string, number> = new Map();

/** Index of the first name with the next rank. */
function nextRank({ numbers, ranks }: Places, at: number): number {
  let next = at + 1;
  while (next < numbers.length && ranks[next] === ranks[at]) next++;
  return next;
}

/**
 * Start index of each area's rows in a sorted list of areas whose lowest number is `first`, followed by the end of the
 * list.
 */
function startsOf(areas: Int32Array, count: number, first: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const area of areas) starts[area - first + 1] = (starts[area - first + 1] as number) + 1;
  for (let at = 1; at <= count; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  return starts;
}

/**
 * Whether a range contains a value. If a bound belongs to the range below it, `lowest` says whether this is the first
 * range, which then includes its start as well.
 */
export function contains(
  start: number,
  end: number,
  value: number,
  bound: WeightRule['bound'],
  lowest: boolean,
): boolean {
  if (bound === 'above') return start <= value && value < end;
  return (start < value || (lowest && start === value)) && value <= end;
}

/** The row that contains a value, among rows that are sorted by start and do not overlap; -1 if there is none. */
function rangeAt(
  start: Int32Array,
  end: Int32Array,
  low: number,
  high: number,
  value: number,
  bound: WeightRule['bound'],
): number {
  if (low >= high) return -1;
  const above = bound === 'above';
  const row = firstOf(low, high, at => (above ? (start[at] as number) > value : (start[at] as number) >= value)) - 1;
  const found = row < low ? low : row;
  return contains(start[found] as number, end[found] as number, value, bound, found === low) ? found : -1;
}

/**
 * Groups extra fees into alternatives: all remote fees, all COD fees, and, for the other types, fees with the same
 * code.
 */
function alternativesOf(columns: RateColumns): RateTable['extras'] {
  const { type, code, place } = columns.extraFees;
  const made = new Map<ExtraType, Map<number, Map<number, number[]>>>(EXTRA_TYPES.map(one => [one, new Map()]));
  for (let row = 0; row < type.length; row++) {
    const name = EXTRA_TYPES[type[row] as number] as ExtraType;
    const groups = made.get(name) as Map<number, Map<number, number[]>>;
    const group = name === 'remote' || name === 'cod' ? 0 : (code[row] as number);
    const byPlace = groups.get(group) ?? new Map<number, number[]>();
    groups.set(group, byPlace);
    const rows = byPlace.get(place[row] as number);
    if (rows) rows.push(row);
    else byPlace.set(place[row] as number, [row]);
  }
  return Object.fromEntries(
    [...made].map(([name, groups]) => [name, [...groups.values()].map(byPlace => ({ byPlace }))]),
  ) as unknown as RateTable['extras'];
}
