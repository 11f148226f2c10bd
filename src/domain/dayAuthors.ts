import { ALL, readHolidays, readWeekends, WORK } from './nonWorkingDays.ts';

/** Determines from a schedule's history who marked each day as a holiday and each weekday as a weekend. */

/** One write to a schedule: its values before and after; null if the schedule did not exist. */
export interface ScheduleWrite {
  before: Values | null;
  after: Values | null;
}
type Values = Readonly<Record<string, unknown>>;

/**
 * `first`: the day was set before the first known write. `waiting`: it was set by a write that has not reached the
 * server yet.
 */
export type DayAuthor<W> = { is: 'set'; write: W } | { is: 'first' } | { is: 'waiting' };

/** Authors by region and day, such as "Kedah|2026-06-21", or by region and weekday, such as "All|7". */
export type DayAuthors<W> = ReadonlyMap<string, DayAuthor<W>>;

const textOf = (values: Values | null, field: string): string | null => {
  const text = values?.[field];
  return typeof text === 'string' ? text : null;
};

/** The "region|day" keys of a schedule's holidays and weekends. */
function setDays(values: Values | null): Set<string> {
  const maps = [
    readHolidays(textOf(values, 'HolidaysSetting') ?? 'None'),
    readWeekends(textOf(values, 'WeekendsSetting') ?? 'None'),
  ];
  return new Set(
    maps.flatMap(map =>
      Object.entries<readonly (string | number)[]>(map ?? {}).flatMap(([region, days]) =>
        days.map(day => `${region}|${day}`),
      ),
    ),
  );
}

/**
 * Who set each day that is currently in a schedule; if a day was removed and set again, the person who set it last.
 *
 * @param writes all known writes, newest first
 * @param now the displayed schedule, including changes waiting on this device
 */
export function dayAuthors<W extends ScheduleWrite>(writes: readonly W[], now: Values): DayAuthors<W> {
  const authors = new Map<string, DayAuthor<W>>();
  let known = setDays(writes.length === 0 ? now : (writes.at(-1)?.before ?? null));
  for (const day of known) authors.set(day, { is: 'first' });
  const become = (days: Set<string>, author: DayAuthor<W>): void => {
    for (const day of known) if (!days.has(day)) authors.delete(day);
    for (const day of days) if (!known.has(day)) authors.set(day, author);
    known = days;
  };
  for (const write of writes.toReversed()) become(setDays(write.after), { is: 'set', write });
  become(setDays(now), { is: 'waiting' });
  return authors;
}

/**
 * Who marked a day as a holiday or working day in a region, and who marked its weekday as a weekend. Days of all states
 * also apply in each state.
 */
export function authorsOfDay<W>(
  authors: DayAuthors<W>,
  region: string,
  day: string,
  weekday: number,
): { holiday: DayAuthor<W> | null; weekend: DayAuthor<W> | null; working: DayAuthor<W> | null } {
  const of = (what: string | number) => authors.get(`${region}|${what}`) ?? authors.get(`${ALL}|${what}`) ?? null;
  return { holiday: of(day), weekend: of(weekday), working: authors.get(`${WORK}|${day}`) ?? null };
}
