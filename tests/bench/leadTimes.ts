import { dayNumber, dayText } from '../../src/domain/cdt/dayNumber.ts';
import { CDT_LEVEL } from '../../src/domain/cdt/levels.ts';
import type { CdtValues } from '../../src/domain/cdt/rowRules.ts';
import { CdtRows, leadTime, type End, type NonWorking } from '../../src/domain/leadTime.ts';
import { DECLARED, textsOf } from '../../src/contract/cached.ts';
import { packColumns } from '../../src/sync/mirror/loadSet.ts';
import { CachedColumns } from '../../src/sync/mirror/cachedColumns.ts';
import { rowsForWay } from '../../src/sync/query/leadTimeRows.ts';
import { scaled } from './figure.ts';

export interface LeadTimes {
  rows: number;
  /** Time in milliseconds for each single query. */
  one: number[];
  /** Time in milliseconds to build the index of all rows, and to run 100 thousand queries on it. */
  index: number;
  many: number;
  /** Number of queries that have an answer. */
  answered: number;
}

const ORIGINS = 40;
const DESTINATIONS = scaled(5000, 600);
const WAYS = scaled(100_000);
const ROUNDS = 200;

/** Destinations are districts in 500 cities of 40 states; one row in ten specifies only the city. */
const stateOf = (district: number): number => 1000 + (district % 40);
const cityOf = (district: number): number => 2000 + (district % 500);
const districtOf = (district: number): number => 10_000 + district;

const ROWS: readonly CdtValues[] = Array.from({ length: ORIGINS * DESTINATIONS }, (_, at) => {
  const [from, to] = [at % ORIGINS, Math.floor(at / ORIGINS)];
  const ofCity = to < 500;
  return {
    originLevel: CDT_LEVEL.state,
    origin: String(1000 + from),
    destinationLevel: ofCity ? CDT_LEVEL.city : CDT_LEVEL.district,
    destination: String(ofCity ? cityOf(to) : districtOf(to)),
    minDays: 1 + (at % 4),
    maxDays: 5 + (at % 7),
  };
}).toSorted((a, b) => (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : a.destination < b.destination ? -1 : 1));

/** Weekends, and 40 holidays over two years. */
const FIRST = dayNumber('2026-01-01') ?? 0;
const OFF: NonWorking = {
  weekends: [6, 7],
  holidays: Array.from({ length: 40 }, (_, at) => dayText(FIRST + at * 18)),
};

const LEVELS_AND_DAYS = ['originLevel', 'destinationLevel', 'minDays', 'maxDays'] as const;

const wayOf = (n: number): { origin: End; destination: End; day: string } => {
  const district = (n * 7919) % DESTINATIONS;
  return {
    origin: { country: 'ID', locations: [1000 + (n % ORIGINS), 2000 + (n % 500)] },
    destination: { country: 'ID', locations: [stateOf(district), cityOf(district), districtOf(district)] },
    day: dayText(FIRST + (n % 700)),
  };
};

/** The rows in the format in which devices cache them. */
function cached(): CachedColumns {
  const numbers = (name: keyof CdtValues): number[] => ROWS.map(row => Number(row[name]));
  const texts = (name: 'origin' | 'destination') => {
    const all = [...new Set(ROWS.map(row => row[name]))];
    const at = new Map(all.map((text, place) => [text, place]));
    return { [name]: ROWS.map(row => at.get(row[name]) ?? 0), [textsOf(name)]: all };
  };
  const columns = {
    version: ROWS.map(() => 1),
    ...Object.fromEntries(LEVELS_AND_DAYS.map(name => [name, numbers(name)])),
    ...texts('origin'),
    ...texts('destination'),
  };
  return CachedColumns.from(DECLARED.locationCdts, [packColumns(DECLARED.locationCdts, columns)]);
}

/** Measures lead times for a channel with 200 thousand rows, including weekends and holidays. */
export function measureLeadTimes(): LeadTimes {
  const columns = cached();
  const before = { min: 1, max: 3 };
  const one: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { origin, destination, day } = wayOf(round * 997);
    const started = performance.now();
    leadTime(new CdtRows(rowsForWay(columns, origin, destination)), origin, destination, day, OFF, before);
    one.push(performance.now() - started);
  }
  let started = performance.now();
  const rows = new CdtRows(ROWS);
  const index = performance.now() - started;
  let answered = 0;
  started = performance.now();
  for (let n = 0; n < WAYS; n++) {
    const { origin, destination, day } = wayOf(n);
    if (leadTime(rows, origin, destination, day, OFF, before)) answered += 1;
  }
  return { rows: rows.size, one, index, many: performance.now() - started, answered };
}
