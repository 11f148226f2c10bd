import { daysFromCivil, isRealDay, serialDay } from '../sheet/serialDate.ts';

/**
 * Arithmetic on calendar days (YYYY-MM-DD) that uses neither the clock nor a time zone, so that the results are the
 * same everywhere.
 */

/** The spreadsheet serial number of 1970-01-01. */
const UNIX_SERIAL = 25_569;

/** Days since 1970-01-01; null for a string that is not a valid day. */
export function dayNumber(day: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return null;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  return isRealDay(year, month, date) ? daysFromCivil(year, month, date) : null;
}

/** Formats a number of days since 1970-01-01 as YYYY-MM-DD, for the years 1901 to 9999. */
export const dayText = (days: number): string => serialDay(days + UNIX_SERIAL, false) ?? '';

/** Day of the week from Monday (1) to Sunday (7): Fri is 5, Sat 6, Sun 7 (shell spec 9). */
export const weekdayOf = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;
