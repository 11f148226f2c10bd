import { addDays } from './calendarDay.ts';
import { dayNumber, dayText, weekdayOf } from './cdt/dayNumber.ts';
import { daysOffOf, withDays, type NonWorkingRow } from './daysOff.ts';
import { ALL, type Holidays } from './nonWorkingDays.ts';

/** A year of a schedule at a glance. Only day arithmetic is used, so the result is the same in every time zone. */

/** The range of years that can be shown. */
export const YEAR_LEAST = 1970;
export const YEAR_MOST = 2099;

/** The kinds of day, encoded as one number per day. */
export const DAY_KIND = { working: 0, weekend: 1, holiday: 2, weekendHoliday: 3, madeUp: 5 } as const;
export type DayKind = (typeof DAY_KIND)[keyof typeof DAY_KIND];

const KIND_WORDS: Readonly<Record<number, string>> = {
  [DAY_KIND.working]: 'working day',
  [DAY_KIND.weekend]: 'weekend',
  [DAY_KIND.holiday]: 'holiday',
  [DAY_KIND.weekendHoliday]: 'holiday on a weekend',
  [DAY_KIND.madeUp]: 'working day on a weekend',
};
/** The name of a kind of day, such as "working day", "holiday on a weekend" or "working day on a weekend". */
export const kindWord = (kind: number): string => KIND_WORDS[kind] ?? '';

/** Whether a day is a holiday, whether or not it is on a weekend. */
export const isHolidayKind = (kind: number): boolean => (kind & DAY_KIND.holiday) > 0;

/** Whether a day is a weekend day on which the channel does not operate. */
export const isWeekendKind = (kind: number): boolean => kind === DAY_KIND.weekend || kind === DAY_KIND.weekendHoliday;

const beginOf = (year: number): number => dayNumber(`${String(year).padStart(4, '0')}-01-01`) as number;

/** The number of days in a year: 365 or 366. */
export const daysInYear = (year: number): number => beginOf(year + 1) - beginOf(year);

/** The days of a year as YYYY-MM-DD. */
export const daysOfYear = (year: number): string[] =>
  Array.from({ length: daysInYear(year) }, (_, n) => dayText(beginOf(year) + n));

/**
 * The kind of each day of a year in one region (DAY_KIND), starting with January 1. A deleted schedule has working days
 * only.
 */
export function yearOf(row: NonWorkingRow, region: string, year: number): Uint8Array {
  const { weekends, holidays, working } = daysOffOf(row, region);
  const begin = beginOf(year);
  const kinds = new Uint8Array(daysInYear(year));
  for (let at = 0; at < kinds.length; at++) if (weekends.includes(weekdayOf(begin + at))) kinds[at] = DAY_KIND.weekend;
  for (const day of holidays) {
    const at = (dayNumber(day) ?? -1) - begin;
    if (at >= 0 && at < kinds.length) kinds[at] = (kinds[at] as number) | DAY_KIND.holiday;
  }
  for (const day of working) {
    const at = (dayNumber(day) ?? -1) - begin;
    if (kinds[at] === DAY_KIND.weekend) kinds[at] = DAY_KIND.madeUp;
  }
  return kinds;
}

/** The number of days of each kind in a year. Make-up days also count as working days. */
export function countKinds(
  kinds: Uint8Array,
): [working: number, weekend: number, holiday: number, both: number, madeUp: number] {
  const of = (wanted: DayKind): number => kinds.reduce((count, kind) => count + Number(kind === wanted), 0);
  const madeUp = of(DAY_KIND.madeUp);
  const { working, weekend, holiday, weekendHoliday } = DAY_KIND;
  return [of(working) + madeUp, of(weekend), of(holiday), of(weekendHoliday), madeUp];
}

/** Runs of consecutive days that satisfy a condition: the index of the first day and the length. */
export function runsOf(kinds: Uint8Array, wanted: (kind: number) => boolean): [from: number, days: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < kinds.length; at++) {
    if (!wanted(kinds[at] as number)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += 1;
    else runs.push([at, 1]);
  }
  return runs;
}

/** A day that differs between two schedules. */
export interface DifferingDay {
  day: string;
  mine: number;
  theirs: number;
}

/**
 * The days of a year whose kind differs between two schedules. A holiday on a weekend and a plain weekend day count as
 * equal, because both are days off; so do a make-up day and a weekday.
 */
export function differingDays(mine: Uint8Array, theirs: Uint8Array, year: number): DifferingDay[] {
  const sort = (kind: number): number =>
    kind === DAY_KIND.weekendHoliday ? DAY_KIND.weekend : kind === DAY_KIND.madeUp ? DAY_KIND.working : kind;
  const differing: DifferingDay[] = [];
  for (let at = 0; at < mine.length; at++) {
    const [a, b] = [mine[at] as number, theirs[at] as number];
    if (sort(a) !== sort(b)) differing.push({ day: dayText(beginOf(year) + at), mine: a, theirs: b });
  }
  return differing;
}

/** The days from one day to another, inclusive, in either order. */
export function daysBetween(one: string, other: string): string[] {
  const [first, last] = one < other ? [one, other] : [other, one];
  const days = [first];
  for (let day = first; day < last;) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
}

/**
 * Unsaved marks on days, by "region|day". They are kept apart from the schedule, so that they do not overwrite a
 * colleague's concurrent change.
 */
export type Marks = Readonly<Record<string, boolean>>;

const parts = (key: string): [region: string, day: string] => key.split('|') as [string, string];

/** Whether a day is a holiday of the region itself rather than of the whole country. */
export const isOwnHoliday = (map: Holidays, region: string, day: string): boolean =>
  map[region]?.includes(day) === true;

/** Whether a day is a nationwide holiday, which a state cannot remove. */
export const isInherited = (map: Holidays, region: string, day: string): boolean =>
  region !== ALL && isOwnHoliday(map, ALL, day);

/**
 * Marks or unmarks days of a region as holidays. A day that is already in the desired state gets no mark; nationwide
 * holidays are left unchanged.
 */
export function withMarks(saved: Holidays, marks: Marks, region: string, days: readonly string[], to: boolean): Marks {
  const next: Record<string, boolean> = { ...marks };
  const now = marked(saved, marks);
  for (const day of days) {
    const key = `${region}|${day}`;
    if (isInherited(now, region, day)) continue;
    if (isOwnHoliday(saved, region, day) === to) delete next[key];
    else next[key] = to;
  }
  return next;
}

/** The holidays with the marks applied. */
export function marked(saved: Holidays, marks: Marks): Holidays {
  let map = saved;
  for (const [key, to] of Object.entries(marks)) {
    const [region, day] = parts(key);
    map = withDays(map, region, [day], to);
  }
  return map;
}

/** Marks that would still change the schedule: a colleague may have saved the same change in the meantime. */
export const openMarks = (saved: Holidays, marks: Marks): Marks =>
  Object.fromEntries(
    Object.entries(marks).filter(([key, to]) => {
      const [region, day] = parts(key);
      return isOwnHoliday(saved, region, day) !== to;
    }),
  );

/** Marks that were set after some marks had been applied. */
export const marksSince = (marks: Marks, applied: Marks): Marks =>
  Object.fromEntries(Object.entries(marks).filter(([key, to]) => applied[key] !== to));

/** The marks that turn one map of holidays into another. */
export function marksBetween(saved: Holidays, wanted: Holidays): Marks {
  const marks: Record<string, boolean> = {};
  for (const region of new Set([...Object.keys(saved), ...Object.keys(wanted)])) {
    for (const day of wanted[region] ?? []) if (!isOwnHoliday(saved, region, day)) marks[`${region}|${day}`] = true;
    for (const day of saved[region] ?? []) if (!isOwnHoliday(wanted, region, day)) marks[`${region}|${day}`] = false;
  }
  return marks;
}

/** Lists the marks, sorted by day. */
export const listMarks = (marks: Marks): { region: string; day: string; to: boolean }[] =>
  Object.entries(marks)
    .map(([key, to]) => {
      const [region, day] = parts(key);
      return { region, day, to };
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.region < b.region ? -1 : 1));
