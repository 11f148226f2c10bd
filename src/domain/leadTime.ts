import { dayNumber, dayText, weekdayOf } from './cdt/dayNumber.ts';
import { CepRanges } from './cdt/cepRange.ts';
import { CDT_LEVEL, type CdtLevel } from './cdt/levels.ts';
import type { CdtValues } from './cdt/rowRules.ts';
import { isAfterHour } from './clockHours.ts';
import type { Country } from './country.ts';
import { bookableSlot, type Slot } from './lcs/slots.ts';

/**
 * Computes how long a parcel takes: the days of the most specific Location CDT row for its origin and destination,
 * counted from a given day while skipping non-working days (shell spec 1, 2). The result depends only on the rows, the
 * two ends, the day and the non-working days.
 */

/** Origin or destination of a parcel: the ids of its locations from the state down and, in Brazil, its CEP. */
export interface End {
  country: Country;
  /** Incomplete if the lower levels are unknown. */
  locations: readonly number[];
  /** The CEP, which has eight digits. */
  cep?: string;
}

/** Days that do not count, such as the non-working days at the destination. */
export interface NonWorking {
  /** The days of the weekend, from 1 for Monday to 7 for Sunday. */
  weekends: readonly number[];
  /** Holidays, as YYYY-MM-DD. */
  holidays: readonly string[];
  /** Weekend days that count as working days, YYYY-MM-DD. */
  working?: readonly string[];
}

export const NEVER_OFF: NonWorking = { weekends: [], holidays: [] };

/**
 * What determines when a parcel's journey starts: the days on which the channel picks up parcels, and the cutoff hour.
 */
export interface Pickup {
  /**
   * The hour of the day at which the parcel is handed over, in the country's time zone: 15.5 is half past three. Null
   * means before any cutoff.
   */
  hour: number | null;
  /**
   * The hour by which a parcel must be handed over so that its journey starts on the same day; null if the channel has
   * no cutoff.
   */
  cutoff: number | null;
  /** Days on which the first mile does not operate; null if the channel defines none for the first mile. */
  off: NonWorking | null;
  /**
   * Days off of the last mile in the state of the origin, where parcels are picked up; used if the channel defines none
   * for the first mile. By default those at the destination, because only Malaysia's differ by state.
   */
  originOff?: NonWorking;
  /** Duration of the first mile: in working days if the channel defines days off for it, otherwise in calendar days. */
  firstMile: { min: number; max: number };
  /** Timeslots in which the channel picks up parcels, sorted by time; if missing or empty, it picks up at any time. */
  slots?: readonly Slot[];
}

const NO_PICKUP: Pickup = { hour: null, cutoff: null, off: null, firstMile: { min: 0, max: 0 } };

/** The name of an origin or destination at a given level. */
export interface EndName {
  level: CdtLevel;
  name: string;
}

export type SkipReason = 'weekend' | 'holiday';

export interface LeadTime<Row extends CdtValues = CdtValues> {
  /** The row that determines the lead time. */
  row: Row;
  /** The names by which the row's origin and destination matched. */
  origin: EndName;
  destination: EndName;
  /** Less specific rows that match as well, most specific first. */
  passedOver: readonly Row[];
  /** First and last possible delivery day, YYYY-MM-DD. */
  earliest: string;
  latest: string;
  /** The day on which the parcel's journey starts, YYYY-MM-DD: the handover day or a later day. */
  start: string;
  /** Whether the parcel is handed over after the cutoff hour. */
  late: boolean;
  /** Days on which the parcel waits for the first mile. */
  waited: readonly SkippedDay[];
  /** The timeslot in which the parcel is picked up on the start day; null if the channel has no timeslots. */
  slot: Slot | null;
  /**
   * Working days of the first mile, YYYY-MM-DD, on which the parcel is not picked up because the cutoffs of all
   * timeslots have passed.
   */
  withoutSlot: readonly string[];
  /** Days until the last possible delivery day that do not count at the destination. */
  skipped: readonly SkippedDay[];
  /** Weekend days, YYYY-MM-DD, that count at the destination or in the first mile because they are working days. */
  madeUp: readonly string[];
}

export interface SkippedDay {
  day: string;
  why: SkipReason;
}

/** A channel's rows, indexed so that many queries are fast. */
export class CdtRows<Row extends CdtValues = CdtValues> {
  /** Rows by destination, then by origin, because most destinations have no row. */
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

  /**
   * The names under which rows may list an origin or destination, most specific first: CEP range, street, district,
   * city, state, region.
   */
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
   * The rows that match an origin and destination, most specific first: the destination's level takes precedence over
   * the origin's.
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

/** The maximum number of days to search; no calendar has that many consecutive days off. */
const COUNTED_MOST = 20 * 366;

/** The n-th working day after a given day, and the days skipped; null if there is none. */
function workingDay(start: number, count: number, offOn: OffOn): { day: number; skipped: SkippedDay[] } | null {
  const skipped: SkippedDay[] = [];
  let left = count;
  for (let day = start; day <= start + COUNTED_MOST; day++) {
    // The start day itself does not count, except that a parcel with a lead time of zero days waits for a working day.
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

interface PickupDay {
  day: number;
  slot: Slot | null;
  skipped: SkippedDay[];
  withoutSlot: string[];
}

/**
 * The first day on which a parcel can be picked up: a working day of the first mile on which, if the channel has
 * timeslots, the parcel can still be booked into one.
 * @param handedOver the day of the handover, which is the only day on which the hour matters; on later days, the parcel
 * can be booked into any slot
 */
function pickupDay(first: number, handedOver: number, offOn: OffOn, { hour, slots = [] }: Pickup): PickupDay | null {
  const skipped: SkippedDay[] = [];
  const withoutSlot: string[] = [];
  for (let day = first; day <= first + COUNTED_MOST; day++) {
    const why = offOn(day);
    if (why !== null) {
      skipped.push({ day: dayText(day), why });
      continue;
    }
    const slot = slots.length === 0 ? null : bookableSlot(slots, day, day === handedOver ? hour : null);
    if (slots.length === 0 || slot !== null) return { day, slot, skipped, withoutSlot };
    withoutSlot.push(dayText(day));
  }
  return null;
}

type OffOn = (day: number) => SkipReason | null;

/** Functions returned by `offOf`, cached by days off, which many parcels share. */
const OFF_ON = new WeakMap<NonWorking, OffOn>();

/** Returns a function that maps a day number to the reason why that day is off, or to null for a working day. */
function offOf(off: NonWorking): OffOn {
  const known = OFF_ON.get(off);
  if (known) return known;
  const holidays = new Set(off.holidays.map(dayNumber));
  const weekends = new Set(off.weekends);
  const working = new Set((off.working ?? []).map(dayNumber));
  const offOn: OffOn = day =>
    holidays.has(day) ? 'holiday' : weekends.has(weekdayOf(day)) && !working.has(day) ? 'weekend' : null;
  OFF_ON.set(off, offOn);
  return offOn;
}

const NEVER: OffOn = () => null;

/** Merges two lists of days. */
const together = (some: readonly SkippedDay[], others: readonly SkippedDay[]): SkippedDay[] => [
  ...some.filter(({ day }) => !others.some(other => other.day === day)),
  ...others,
];

/**
 * The lead time of a parcel. A parcel handed over after the cutoff hour starts on the next working day of the first
 * mile. If the channel has a cutoff hour or timeslots, but no days off for the first mile, those of the last mile are
 * used: in the origin's state, because the parcel is picked up there. If the channel has timeslots, a parcel starts on a day with a timeslot whose cutoff has not passed.
 *
 * @param day the day of the handover, YYYY-MM-DD; the first working day after the start day is day 1
 * @param off days that do not count at the destination
 * @param before calendar days spent in transit after the first mile, before the row's days are counted (cdt/channelCdt)
 * @returns null if no row matches
 * @throws RangeError for an invalid day, or if the days off never end
 */
export function leadTime<Row extends CdtValues>(
  rows: CdtRows<Row>,
  origin: End,
  destination: End,
  day: string,
  off: NonWorking = NEVER_OFF,
  before: { min: number; max: number } = { min: 0, max: 0 },
  pickup: Pickup = NO_PICKUP,
): LeadTime<Row> | null {
  const handedOver = dayNumber(day);
  if (handedOver === null) throw new RangeError(`${day} is not a day of the calendar`);
  const [found, ...others] = rows.fitting(origin, destination);
  if (!found) return null;
  const offOn = offOf(off);
  const { hour, cutoff, firstMile } = pickup;
  const late = hour !== null && cutoff !== null && isAfterHour(hour, cutoff);
  const isTimed = cutoff !== null || (pickup.slots ?? []).length > 0;
  const startsOff = pickup.off ? offOf(pickup.off) : isTimed ? offOf(pickup.originOff ?? off) : NEVER;
  const start = pickupDay(handedOver + (late ? 1 : 0), handedOver, startsOff, pickup);
  const mile = (days: number) => (start ? workingDay(start.day, days, pickup.off ? startsOff : NEVER) : null);
  const [soonest, longest] = [mile(firstMile.min), mile(firstMile.max)];
  if (!start || !soonest || !longest) throw new RangeError('no working day comes');
  const earliest = workingDay(soonest.day + before.min, found.row.minDays, offOn);
  const latest = workingDay(longest.day + before.max, found.row.maxDays, offOn);
  if (!earliest || !latest) throw new RangeError('no working day comes');
  return {
    ...found,
    passedOver: others.map(({ row }) => row),
    earliest: dayText(earliest.day),
    latest: dayText(latest.day),
    start: dayText(start.day),
    late,
    slot: start.slot,
    withoutSlot: start.withoutSlot,
    waited: together(start.skipped, together(soonest.skipped, longest.skipped)),
    // Includes days on which a parcel waits only if its transit up to then took the shorter time.
    skipped: together(earliest.skipped, latest.skipped),
    madeUp: [...new Set([...madeUpDays(off), ...(pickup.off ? madeUpDays(pickup.off) : [])])]
      .filter(own => own >= day && own <= dayText(latest.day))
      .sort(),
  };
}

/** Weekend days that count as working days. */
function madeUpDays({ weekends, holidays, working = [] }: NonWorking): string[] {
  return working.filter(day => weekends.includes(weekdayOf(dayNumber(day) ?? 0)) && !holidays.includes(day));
}
