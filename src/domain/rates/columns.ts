import { readCepRange } from '../cdt/cepRange.ts';
import { eachInSteps, finish, mappedInSteps, sortedInSteps, type Steps } from '../steps.ts';
import {
  AREA_KINDS,
  BASES,
  cepText,
  EXTRA_TYPES,
  isPlaceName,
  type AddressRow,
  type AreaKind,
  type AreaName,
  type CepLevelRow,
  type ExtraFeeRow,
  type FeeRow,
  type RateRows,
  type RateSettings,
  type VolumeFeeRow,
} from './rows.ts';

/**
 * The columns of a version: its rows as typed arrays in a fixed order, from which quote tables and sealed files are
 * built. The same rows yield the same columns, whatever their original order.
 */

/** The number that represents null in a row. */
export const NONE = Number.NaN;
const orNone = (value: number | null): number => value ?? NONE;
const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The number that represents an unset maximum sum of sides. */
export const ANY_SIDES = -1;

/** The numbers that represent every zone and every route in the rows of volume fees. */
export const EVERY_AREA: Readonly<Record<AreaKind, number>> = { zone: -2, route: -3 };
/**
 * The number that represents every zone and every route together. Only files that were sealed before each kind had a
 * number of its own contain it; their prices never change.
 */
export const EVERY_KIND = -1;

/** Numeric columns by part, in the order of a sealed file. */
export const COLUMNS = {
  ranges: { from: 'i32', to: 'i32' },
  addresses: { kind: 'i32', destination: 'f64', origin: 'f64', area: 'i32' },
  fees: { area: 'i32', start: 'i32', end: 'i32', fee: 'f64', sides: 'i32' },
  volumeFees: { area: 'i32', start: 'i32', end: 'i32', fee: 'f64' },
  extraFees: {
    type: 'i32',
    code: 'i32',
    name: 'i32',
    place: 'f64',
    shopGroup: 'f64',
    of: 'i32',
    fixed: 'f64',
    ppm: 'f64',
    min: 'f64',
    max: 'f64',
  },
  cepRanges: { from: 'i32', to: 'i32', level: 'i32' },
} as const;
export type ColumnPart = keyof typeof COLUMNS;

type ArrayOf<K> = K extends 'i32' ? Int32Array : Float64Array;
export type PartColumns<P extends ColumnPart> = {
  readonly [C in keyof (typeof COLUMNS)[P]]: ArrayOf<(typeof COLUMNS)[P][C]>;
};

/** A zone or route to which at least one row refers; `name` is null if no row specifies a name. */
export interface Area {
  readonly kind: AreaKind;
  readonly code: string;
  readonly name: string | null;
}

export type RateColumns = { readonly [P in ColumnPart]: PartColumns<P> } & {
  readonly settings: RateSettings;
  /** Zones and routes, sorted by kind and code; rows refer to them by index. */
  readonly areas: readonly Area[];
  /** Codes and names of extra fees, to which rows refer by index. */
  readonly words: readonly string[];
  readonly cepLevels: readonly CepLevelRow[];
};

const FIRST_RANGE = -1000;

/**
 * Encodes a place's name as a number: 0 for everywhere, a negative number for a country, the id for a location, and a
 * number below -1000 for a CEP range, in the order of `ranges`.
 */
export function placeNumber(name: string, ranges: ReadonlyMap<string, number>): number {
  if (name === '') return 0;
  if (/^[A-Z]{2}$/.test(name)) return -(name.charCodeAt(0) - 64) * 27 - (name.charCodeAt(1) - 64);
  const range = ranges.get(name);
  return range === undefined ? Number(name) : FIRST_RANGE - range;
}

/** The index of the CEP range that a place number represents; null for any other kind of place. */
export const rangeOfPlace = (place: number): number | null => (place <= FIRST_RANGE ? FIRST_RANGE - place : null);

/** The place number that represents a CEP range. */
export const placeOfRange = (range: number): number => FIRST_RANGE - range;

/** Decodes a place number to the place's name. */
export function placeName(place: number, { from, to }: PartColumns<'ranges'>): string {
  if (place === 0) return '';
  const range = rangeOfPlace(place);
  if (range !== null) return cepText(from[range] as number, to[range] as number);
  if (place > 0) return String(place);
  return String.fromCharCode(64 + Math.floor(-place / 27), 64 + (-place % 27));
}

const text = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Builds the columns of one part from `rows` of numbers in column order. */
function fill<P extends ColumnPart>(part: P, rows: readonly (readonly number[])[]): PartColumns<P> {
  const made = Object.entries(COLUMNS[part]).map(([name, type], at) => {
    const column = type === 'i32' ? new Int32Array(rows.length) : new Float64Array(rows.length);
    for (let row = 0; row < rows.length; row++) column[row] = (rows[row] as readonly number[])[at] as number;
    return [name, column];
  });
  return Object.fromEntries(made) as PartColumns<P>;
}

const byNumbers = (one: readonly number[], other: readonly number[]): number => {
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] as number, other[at] as number];
    // An empty value (NaN) sorts before every number.
    const difference = Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : Number.isNaN(b) ? 1 : a - b;
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Looks up zones and routes by kind and code, and returns their indexes without building a string for each row. */
class AreaIndex {
  readonly areas: Area[];
  private readonly index: Record<AreaKind, Map<string, number>> = { zone: new Map(), route: new Map() };

  private constructor(areas: Area[]) {
    this.areas = areas;
    for (const [at, { kind, code }] of areas.entries()) this.index[kind].set(code, at);
  }

  static *of({ names, addresses, fees, volumeFees }: RateRows): Steps<AreaIndex> {
    const named: Record<AreaKind, Map<string, string | null>> = { zone: new Map(), route: new Map() };
    for (const rows of [addresses, fees, volumeFees])
      yield* eachInSteps<Pick<AreaName, 'kind' | 'code'>>(rows, ({ kind, code }) => {
        if (code !== '') named[kind].set(code, null);
      });
    for (const { kind, code, name } of names) named[kind].set(code, name);
    return new AreaIndex(
      AREA_KINDS.flatMap(kind =>
        [...named[kind]].sort(([one], [other]) => text(one, other)).map(([code, name]) => ({ kind, code, name })),
      ),
    );
  }

  /** Returns the index of an area; -1 if a row does not name one. */
  of = (kind: AreaKind, code: string): number => this.index[kind].get(code) ?? -1;
}

/**
 * Converts rows to columns in a single pass.
 * @throws RangeError for a place name that cannot be parsed
 */
export const columnsOf = (rows: RateRows): RateColumns => finish(columnsInSteps(rows));

/**
 * Like `columnsOf`, but pauses every few thousand rows.
 * @throws RangeError for a place name that cannot be parsed
 */
export function* columnsInSteps(rows: RateRows): Steps<RateColumns> {
  const index = yield* AreaIndex.of(rows);
  const ranges = yield* rangesOf(rows);
  const rangeIndex = new Map(ranges.map(({ name }, at) => [name, at]));
  const place = (name: string): number => {
    if (!isPlaceName(name)) throw new RangeError(`"${name}" is not a country, a location's id or a CEP range`);
    return placeNumber(name, rangeIndex);
  };
  const mentioned = new Set<string>();
  yield* eachInSteps(rows.extraFees, ({ code, name }) => void mentioned.add(code).add(name));
  const words = [...mentioned].sort(text);
  const wordIndex = new Map(words.map((word, at) => [word, at]));
  const word = (one: string): number => wordIndex.get(one) as number;
  const sorted = function* <R>(part: readonly R[], numbers: (row: R) => number[]): Steps<number[][]> {
    return yield* sortedInSteps(yield* mappedInSteps(part, numbers), byNumbers);
  };
  return {
    settings: rows.settings,
    areas: index.areas,
    words,
    cepLevels: [...rows.cepLevels].sort((one, other) => one.level - other.level),
    ranges: fill(
      'ranges',
      ranges.map(({ from, to }) => [from, to]),
    ),
    addresses: fill(
      'addresses',
      yield* sorted(rows.addresses, row => [
        AREA_KINDS.indexOf(row.kind),
        place(row.destination),
        place(row.origin),
        index.of(row.kind, row.code),
      ]),
    ),
    fees: yield* feeColumns(rows.fees, index),
    volumeFees: fill(
      'volumeFees',
      yield* sorted(rows.volumeFees, row => [
        row.code === '' ? EVERY_AREA[row.kind] : index.of(row.kind, row.code),
        row.start,
        row.end,
        orNone(row.fee),
      ]),
    ),
    extraFees: fill(
      'extraFees',
      yield* sorted(rows.extraFees, row => [
        EXTRA_TYPES.indexOf(row.type),
        word(row.code),
        word(row.name),
        place(row.place),
        row.shopGroup,
        row.of.reduce((mask, basis) => mask | (1 << BASES.indexOf(basis)), 0),
        ...[row.fixed, row.ppm, row.min, row.max].map(orNone),
      ]),
    ),
    cepRanges: fill('cepRanges', yield* sorted(rows.cepRanges, ({ from, to, level }) => [from, to, level])),
  };
}

/** The CEP ranges that occur as origins or destinations, sorted. */
function* rangesOf({ addresses, extraFees }: RateRows): Steps<{ name: string; from: number; to: number }[]> {
  const names = new Set<string>();
  yield* eachInSteps(addresses, ({ origin, destination }) => void names.add(origin).add(destination));
  yield* eachInSteps(extraFees, ({ place }) => void names.add(place));
  const ranges: { name: string; from: number; to: number }[] = [];
  yield* eachInSteps(names, name => {
    const range = readCepRange(name);
    if (range) ranges.push({ name, ...range });
  });
  return yield* sortedInSteps(ranges, (one, other) => one.from - other.from || one.to - other.to);
}

/** The columns of basic fees. Fees make up most of a version, so no array is created for each row. */
function* feeColumns(fees: readonly FeeRow[], index: AreaIndex): Steps<PartColumns<'fees'>> {
  const size = fees.length;
  const areas = new Int32Array(size);
  yield* eachInSteps(fees, ({ kind, code }, at) => {
    areas[at] = index.of(kind, code);
  });
  const order = yield* sortedInSteps([...fees.keys()], (one, other) => {
    const [a, b] = [fees[one] as FeeRow, fees[other] as FeeRow];
    return (
      (areas[one] as number) - (areas[other] as number) ||
      a.start - b.start ||
      a.end - b.end ||
      (a.fee ?? -1) - (b.fee ?? -1) ||
      (a.sides ?? ANY_SIDES) - (b.sides ?? ANY_SIDES)
    );
  });
  const columns = {
    area: new Int32Array(size),
    start: new Int32Array(size),
    end: new Int32Array(size),
    fee: new Float64Array(size),
    sides: new Int32Array(size),
  };
  yield* eachInSteps(order, (at, row) => {
    const { start, end, fee, sides } = fees[at] as FeeRow;
    columns.area[row] = areas[at] as number;
    columns.start[row] = start;
    columns.end[row] = end;
    columns.fee[row] = orNone(fee);
    columns.sides[row] = sides ?? ANY_SIDES;
  });
  return columns;
}

/** Converts columns back to rows in column order; used to copy a sealed version. */
export const rowsOf = (columns: RateColumns): RateRows => finish(rowsInSteps(columns));

/** Like `rowsOf`, but pauses every few thousand rows. */
export function* rowsInSteps(columns: RateColumns): Steps<RateRows> {
  const { areas, addresses, fees, volumeFees, cepRanges, ranges, settings, cepLevels } = columns;
  const area = (at: number): Pick<Area, 'kind' | 'code'> => areas[at] ?? { kind: 'zone', code: '' };
  return {
    settings,
    cepLevels,
    names: areas.flatMap(({ kind, code, name }): AreaName[] => (name === null ? [] : [{ kind, code, name }])),
    addresses: yield* mappedInSteps(addresses.area, (at, row): AddressRow => ({
      kind: AREA_KINDS[addresses.kind[row] as number] as AreaKind,
      origin: placeName(addresses.origin[row] as number, ranges),
      destination: placeName(addresses.destination[row] as number, ranges),
      code: area(at).code,
    })),
    fees: yield* mappedInSteps(fees.area, (_, row) => feeRow(columns, row)),
    volumeFees: perKind(yield* mappedInSteps(volumeFees.area, (_, row) => volumeFeeRow(columns, row)), columns),
    extraFees: yield* mappedInSteps(columns.extraFees.type, (_, row) => extraFeeRow(columns, row)),
    cepRanges: yield* mappedInSteps(cepRanges.from, (from, row) => ({
      from,
      to: cepRanges.to[row] as number,
      level: cepRanges.level[row] as number,
    })),
  };
}

export function feeRow({ areas, fees }: RateColumns, row: number): FeeRow {
  const { kind, code } = areas[fees.area[row] as number] as Area;
  const sides = fees.sides[row] as number;
  return {
    kind,
    code,
    start: fees.start[row] as number,
    end: fees.end[row] as number,
    fee: orNull(fees.fee[row]),
    sides: sides === ANY_SIDES ? null : sides,
  };
}

export function volumeFeeRow({ areas, volumeFees }: RateColumns, row: number): VolumeFeeRow {
  const at = volumeFees.area[row] as number;
  const { kind, code } = areas[at] ?? { kind: at === EVERY_AREA.route ? 'route' : 'zone', code: '' };
  return {
    kind,
    code,
    start: volumeFees.start[row] as number,
    end: volumeFees.end[row] as number,
    fee: orNull(volumeFees.fee[row]),
  };
}

/**
 * Volume fees of every zone and route together, as rows of each kind that the version uses, so that a copy of a file
 * with such fees has the same prices. Of two rows with the same start, quotes use the last one.
 */
function perKind(rows: readonly VolumeFeeRow[], { settings, volumeFees }: RateColumns): VolumeFeeRow[] {
  const isOld = (row: number): boolean => volumeFees.area[row] === EVERY_KIND;
  if (!volumeFees.area.includes(EVERY_KIND)) return [...rows];
  const old = new Map(rows.flatMap((row, at) => (isOld(at) ? [[row.start, row] as const] : [])));
  const kinds = [...new Set([settings.esfArea, settings.asfArea])];
  return [
    ...kinds.flatMap(kind => [...old.values()].map(row => ({ ...row, kind }))),
    ...rows.filter((_, at) => !isOld(at)),
  ];
}

export function extraFeeRow({ extraFees: extra, ranges, words }: RateColumns, row: number): ExtraFeeRow {
  const mask = extra.of[row] as number;
  return {
    type: EXTRA_TYPES[extra.type[row] as number] as ExtraFeeRow['type'],
    code: words[extra.code[row] as number] as string,
    name: words[extra.name[row] as number] as string,
    place: placeName(extra.place[row] as number, ranges),
    shopGroup: extra.shopGroup[row] as number,
    of: BASES.filter((_, bit) => (mask & (1 << bit)) !== 0),
    fixed: orNull(extra.fixed[row]),
    ppm: orNull(extra.ppm[row]),
    min: orNull(extra.min[row]),
    max: orNull(extra.max[row]),
  };
}
