import { normalizeTyped } from './wholeNumber.ts';

/** Matches a time of day in its stored form. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Says what a time of day is, after the name of its field. */
export const TIME_PROBLEM = 'must be a time of day from 00:00 to 23:59, such as 14:30';

const WRITTEN = /^(\d{1,2})[:.h](\d{2})(?::00)?\s*(am|pm)?$/i;
const MINUTES = 24 * 60;

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * Parses a time of day as people write it: "14:30", "9:05", "14.30" (Indonesia), "14h30" (Brazil, Viet Nam), "2:30 pm".
 *
 * @returns HH:MM; null if the string is not a time, or includes seconds
 */
export function readTimeOfDay(text: string): string | null {
  const [, hour, minute, half] = WRITTEN.exec(normalizeTyped(text)) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const isPm = half?.toLowerCase() === 'pm';
  const given = Number(hour);
  if (half !== undefined && (given < 1 || given > 12)) return null;
  const hours = half === undefined ? given : (given % 12) + (isPm ? 12 : 0);
  const time = `${two(hours)}:${minute}`;
  return TIME_OF_DAY.test(time) ? time : null;
}

/**
 * The time of day in a spreadsheet's time cell, whose value is a fraction of a day; null if the cell includes a date or
 * seconds.
 */
export function timeOfSerial(serial: number): string | null {
  if (!(serial >= 0 && serial < 1)) return null;
  const minutes = serial * MINUTES;
  const whole = Math.round(minutes);
  // A fraction of a day such as a third is not exact in floating point, so a small rounding error is allowed.
  if (Math.abs(minutes - whole) > 1e-4 || whole >= MINUTES) return null;
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}
