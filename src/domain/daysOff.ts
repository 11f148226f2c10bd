import { dayNumber, dayText, weekdayOf } from './cdt/dayNumber.ts';
import {
  ALL,
  holiday,
  readHolidays,
  readRegion,
  readWeekends,
  sorted,
  weekendRegions,
  WORK,
  type Holidays,
} from './nonWorkingDays.ts';

/**
 * Days off in a schedule, and the days that shift when a schedule changes (shell spec 2, 3). Separate from the text
 * forms of a schedule, which every list needs.
 */

/** A schedule, reduced to what determines its days off. */
export interface NonWorkingRow {
  country: string;
  serviceType: string;
  WeekendsSetting: string;
  HolidaysSetting: string;
  /** The status: 0 Normal, or 1 Disabled, in which case the row has no effect (G27). */
  status: number;
}

/** The days off in one region. */
export interface DaysOff {
  /** The days of the weekend, from 1 for Monday to 7 for Sunday. */
  weekends: number[];
  holidays: string[];
  /** Weekend days on which the channel operates. */
  working: string[];
}

/**
 * Weekends, holidays and working days that apply in a state, or in `All` if the state is unknown. A deleted schedule
 * has none.
 */
export function daysOffOf(row: NonWorkingRow, region: string = ALL): DaysOff {
  if (row.status !== 0) return { weekends: [], holidays: [], working: [] };
  const state = readRegion(region) ?? ALL;
  const weekends = readWeekends(row.WeekendsSetting) ?? {};
  const holidays = readHolidays(row.HolidaysSetting) ?? {};
  return {
    weekends: [...(weekends[state] ?? weekends[ALL] ?? [])],
    holidays: sorted([...(holidays[ALL] ?? []), ...(state === ALL ? [] : (holidays[state] ?? []))]),
    working: [...(holidays[WORK] ?? [])],
  };
}

export type DayOff = 'weekend' | 'holiday';

/** The days off in one region within a span of days, each with its kind. */
export function daysOffBetween(row: NonWorkingRow, region: string, first: string, days: number): Map<string, DayOff> {
  const { weekends, holidays, working } = daysOffOf(row, region);
  const begin = dayNumber(first) ?? 0;
  const own = new Set(holidays);
  const worked = new Set(working);
  const off = new Map<string, DayOff>();
  for (let number = begin; number < begin + days; number++) {
    const day = dayText(number);
    if (own.has(day)) off.set(day, 'holiday');
    else if (weekends.includes(weekdayOf(number)) && !worked.has(day)) off.set(day, 'weekend');
  }
  return off;
}

/** Adds days to a region's holidays or removes them. Everything else stays unchanged. */
export function withDays(map: Holidays, region: string, days: readonly string[], isHoliday: boolean): Holidays {
  const changed = new Set(days);
  const rest = (map[region] ?? []).filter(day => !changed.has(day));
  return { ...map, [region]: sorted(isHoliday ? [...rest, ...changed] : rest) };
}

/**
 * Copies every region's holidays from one year to another, by month and day; February 29 is copied only to a leap year.
 * Existing holidays of the target year are kept. Working days are not copied, because they fall on a different weekday
 * in another year.
 */
export function withYearCopied(map: Holidays, from: number, to: number): Holidays {
  const into = (day: string): string | null => holiday(`${String(to).padStart(4, '0')}${day.slice(4)}`);
  return Object.fromEntries(
    Object.entries(map).map(([region, days]) => [
      region,
      sorted([
        ...days,
        ...days
          .filter(day => region !== WORK && Number(day.slice(0, 4)) === from)
          .map(into)
          .filter(day => day !== null),
      ]),
    ]),
  );
}

/** A day that becomes a working day or a day off because a schedule changes. */
export interface ShiftedDay {
  day: string;
  region: string;
  before: DayOff | 'working';
  after: DayOff | 'working';
}

/** The number of days that "What does this shift?" looks ahead. */
export const SHIFT_DAYS = 90;

/**
 * The days from `today` onward that become working days or days off because a schedule changes. A holiday on a weekend
 * shifts nothing, because that day is off anyway.
 * @param days the number of days to check, including today
 */
export function shiftedDays(
  before: NonWorkingRow,
  after: NonWorkingRow,
  today: string,
  days = SHIFT_DAYS,
): ShiftedDay[] {
  const shifted: ShiftedDay[] = [];
  for (const region of weekendRegions(after.country, after.serviceType)) {
    const was = daysOffBetween(before, region, today, days);
    const becomes = daysOffBetween(after, region, today, days);
    for (const day of sorted([...was.keys(), ...becomes.keys()])) {
      if (was.has(day) === becomes.has(day)) continue;
      shifted.push({ day, region, before: was.get(day) ?? 'working', after: becomes.get(day) ?? 'working' });
    }
  }
  return shifted.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
