import { readDay, weekdayOf } from './calendarDay.ts';

/** Names of days and months, separate from the date arithmetic because the first list only needs the arithmetic. */

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Formats a day as "Mon 2026-11-23"; a string that is not a day is returned unchanged. */
export const dayLabel = (day: string): string =>
  readDay(day) === day ? `${(WEEKDAYS[weekdayOf(day)] as string).slice(0, 3)} ${day}` : day;
