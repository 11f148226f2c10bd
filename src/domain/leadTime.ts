import { dayNumber, dayText, weekdayOf } from './cdt/dayNumber.ts';
import { CepRanges } from './cdt/cepRange.ts';
import { CDT_LEVEL, type CdtLevel } from './cdt/levels.ts';
import type { CdtValues } from './cdt/rowRules.ts';
import type { Country } from './country.ts';

/**
 * How long a parcel takes: the row of Location CDT that is the most exact about its way, counted on from a day over the days on
 * which nobody works (shell spec 1, 2). A pure function of its arguments: rows, ends, day and non-working days.
 */

/** One end of a parcel's way: ids of the locations that it lies in from State on, and its CEP in Brazil. */
export interface End {
  country: Country;
  /** Shorter where less is known. */
  locations: readonly number[];
  /** Eight digits. */
  cep?: string;
}

/** Days on which nobody works at the destination. */
export interface NonWorking {
  /** Monday 1 to Sunday 7. */
  weekends: readonly number[];
  /** YYYY-MM-DD. */
  holidays: readonly string[];
}

export const NEVER_OFF: NonWorking = { weekends: [], holidays: [] };

/** How an end is named at a level. */
export interface EndName {
  level: CdtLevel;
  name: string;
}

export type SkipReason = 'weekend' | 'holiday';

export interface LeadTime<Row extends CdtValues = CdtValues> {
  /** The row that decided. */
  row: Row;
  /** The names of the ends under which it was found. */
  origin: EndName;
  destination: EndName;
  /** Rows that fit as well and are less exact, the most exact first. */
  passedOver: readonly Row[];
  /** First and last day of delivery, YYYY-MM-DD. */
  earliest: string;
  latest: string;
  /** Days up to the last one that do not count. */
  skipped: readonly { day: string; why: SkipReason }[];
}

/** Rows of one channel, ready to be asked many times. */
export class CdtRows<Row extends CdtValues = CdtValues> {
  /** By destination, then origin: most destinations are those of no row. */
  private readonly rows = new Map<string, Map<string, Row>>();
  private count = 0;
  private readonly ranges = { origin: new CepRanges(), destination: new CepRanges() };

  constructor(rows: Iterable<Row>) {
    for (const row of rows) {
      let origins = this.rows.get(row.destination);
      if (!origins) this.rows.set(row.destination, (origins = new Map()));
      if (!origins.has(row.origin)) this.count += 1;
      origins.set(row.origin, row);
      if (row.originLevel === CDT_LEVEL.cepRange) this.ranges.origin.add(row.origin);
      if (row.destinationLevel === CDT_LEVEL.cepRange) this.ranges.destination.add(row.destination);
    }
  }

  get size(): number {
    return this.count;
  }

  /** The names of an end, the most exact first: CEP range, street, district, city, state, region. */
  namesOf(side: 'origin' | 'destination', { country, locations, cep }: End): EndName[] {
    const names: EndName[] = [];
    const range = cep === undefined ? null : this.ranges[side].find(Number(cep));
    if (range !== null) names.push({ level: CDT_LEVEL.cepRange, name: range });
    for (let level = Math.min(locations.length, 4) - 1; level >= 0; level--)
      names.push({ level: level as CdtLevel, name: String(locations[level]) });
    names.push({ level: CDT_LEVEL.region, name: country });
    return names;
  }

  /**
   * The rows that fit a way, the most exact first: the level of the destination decides, then that of the origin.
   */
  *fitting(origin: End, destination: End): Generator<{ row: Row; origin: EndName; destination: EndName }> {
    const origins = this.namesOf('origin', origin);
    for (const to of this.namesOf('destination', destination)) {
      const rows = this.rows.get(to.name);
      if (!rows) continue;
      for (const from of origins) {
        const row = rows.get(from.name);
        if (row) yield { row, origin: from, destination: to };
      }
    }
  }
}

/** Days are counted this far and no further: no calendar has so many days off in a row. */
const COUNTED_MOST = 20 * 366;

/** The n-th working day after a day, and what was skipped on the way; null where none comes. */
function workingDay(
  start: number,
  count: number,
  offOn: OffOn,
): { day: number; skipped: { day: string; why: SkipReason }[] } | null {
  const skipped: { day: string; why: SkipReason }[] = [];
  let left = count;
  for (let day = start; day <= start + COUNTED_MOST; day++) {
    // The day itself counts for nothing; a parcel that takes no day still waits for one on which somebody works.
    const counts = day > start || count === 0;
    const why = counts ? offOn(day) : null;
    if (why !== null) {
      skipped.push({ day: dayText(day), why });
      continue;
    }
    if (day > start) left -= 1;
    if (left <= 0) return { day, skipped };
  }
  return null;
}

type OffOn = (day: number) => SkipReason | null;

/** Kept as long as their days off: the same ones are asked for many parcels. */
const OFF_ON = new WeakMap<NonWorking, OffOn>();

/** Days off by day number. */
function offOf(off: NonWorking): OffOn {
  const known = OFF_ON.get(off);
  if (known) return known;
  const holidays = new Set(off.holidays.map(dayNumber));
  const weekends = new Set(off.weekends);
  const offOn: OffOn = day => (holidays.has(day) ? 'holiday' : weekends.has(weekdayOf(day)) ? 'weekend' : null);
  OFF_ON.set(off, offOn);
  return offOn;
}

/**
 * The lead time of a parcel.
 *
 * @param day on which it is handed over, YYYY-MM-DD; the first working day after it is day 1
 * @param off days that do not count
 * @param before calendar days on the way before these are counted: first mile and border (cdt/channelCdt)
 * @returns null where no row fits
 * @throws RangeError for a day that the calendar lacks, or days off without end
 */
export function leadTime<Row extends CdtValues>(
  rows: CdtRows<Row>,
  origin: End,
  destination: End,
  day: string,
  off: NonWorking = NEVER_OFF,
  before: { min: number; max: number } = { min: 0, max: 0 },
): LeadTime<Row> | null {
  const start = dayNumber(day);
  if (start === null) throw new RangeError(`${day} is no day of the calendar`);
  const [found, ...others] = rows.fitting(origin, destination);
  if (!found) return null;
  const offOn = offOf(off);
  const earliest = workingDay(start + before.min, found.row.minDays, offOn);
  const latest = workingDay(start + before.max, found.row.maxDays, offOn);
  if (!earliest || !latest) throw new RangeError('no working day comes');
  // Days that the shorter way before waits for, and the longer one has gone by.
  const early = earliest.skipped.filter(({ day: one }) => !latest.skipped.some(other => other.day === one));
  return {
    ...found,
    passedOver: others.map(({ row }) => row),
    earliest: dayText(earliest.day),
    latest: dayText(latest.day),
    skipped: [...early, ...latest.skipped],
  };
}
