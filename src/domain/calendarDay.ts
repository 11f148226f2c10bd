import { LAST_YEAR, otherEra } from './era.ts';
import { plainHyphens } from './import/normalise.ts';
import { civilFromDays, daysFromCivil, isRealDay } from './sheet/serialDate.ts';

/** Calendar days as YYYY-MM-DD strings, without a time or time zone, so that a day is the same everywhere. */

/** Formats a day as a string; null if no such day exists. */
const dayText = (year: number, month: number, day: number): string | null =>
  year >= 1 && isRealDay(year, month, day)
    ? `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    : null;

const WRITTEN = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;

/**
 * Parses a day written year first: "2025-01-31", "2025/1/31". Other orders of day and month differ from country to
 * country.
 * @returns YYYY-MM-DD; null if the string is not a valid calendar day
 */
export function readDay(text: string): string | null {
  const match = WRITTEN.exec(plainHyphens(text.normalize('NFKC')).trim());
  // Later years belong to another calendar era (domain/era).
  return match && Number(match[1]) <= LAST_YEAR ? dayText(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** Why a string is not a valid day; if it belongs to another era, the reason says which one. */
export function dayProblem(label: string, text: string): { problem: string; offer?: string } {
  const era = otherEra(text);
  if (era) return { ...era, problem: `${label} ${era.problem}` };
  return { problem: `${label} must be a valid day, such as 2025-01-31` };
}

/** '{label} must be a valid day, such as 2025-01-31' for an invalid string; null for a valid day or an empty string. */
export const dayError = (label: string, text: string): string | null =>
  text.trim() === '' || readDay(text) !== null ? null : dayProblem(label, text).problem;

const partsOf = (day: string): [year: number, month: number, day: number] =>
  day.split('-').map(Number) as [number, number, number];

/** The number of days since 1970-01-01. */
const numberOf = (day: string): number => daysFromCivil(...partsOf(day));

function dayOfNumber(number: number): string {
  const { year, month, day } = civilFromDays(number);
  return dayText(year, month, day) ?? '0001-01-01';
}

/** The day `n` days later (earlier if `n` is negative). */
export const addDays = (day: string, days: number): string => dayOfNumber(numberOf(day) + days);

/** The number of days from one day to another; negative if the second one is earlier. */
export const daysBetween = (from: string, until: string): number => numberOf(until) - numberOf(from);

/** The same day of the month `n` months later (earlier if `n` is negative), or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const at = year * 12 + month - 1 + months;
  const [newYear, newMonth] = [Math.floor(at / 12), (at % 12) + 1];
  for (let last = date; last > 28; last--) {
    const found = dayText(newYear, newMonth, last);
    if (found !== null) return found;
  }
  return dayText(newYear, newMonth, Math.min(date, 28)) ?? day;
}

/** Day of the week, from 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string): number => (((numberOf(day) + 3) % 7) + 7) % 7;

/** The weeks of a day's month, Monday first, padded with days of the neighboring months. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const begin = addDays(first, -weekdayOf(first));
  const weeks: string[][] = [];
  for (let at = begin; at.slice(0, 7) <= day.slice(0, 7); at = addDays(at, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(at, n)));
  }
  return weeks;
}
