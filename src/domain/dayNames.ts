import { readDay, weekdayOf } from './calendarDay.ts';

/** Names of days and months, kept apart from the arithmetic, which the first list needs. */

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

/** "Mon 2026-11-23"; a text that is not a day is returned unchanged. */
export const dayLabel = (day: string): string =>
  readDay(day) === day ? `${(WEEKDAYS[weekdayOf(day)] as string).slice(0, 3)} ${day}` : day;
