import { formatTime } from './format.ts';

const DAY = 86_400;

/** A zone's offset from UTC at an instant, in seconds. */
function offsetAt(epochSeconds: number, timeZone: string): number {
  // formatTime does not accept epoch seconds of 0 or less, so the offset one day after the epoch is used instead.
  const at = Math.max(epochSeconds, DAY);
  return Date.parse(`${formatTime(at, timeZone).replace(' ', 'T')}Z`) / 1000 - at;
}

/**
 * Epoch seconds at which a zone's wall clock shows the given reading. A reading that the clock skips, such as midnight
 * on the first day of daylight saving time in Brazil, is moved forward by the length of the gap (00:30 becomes 01:30),
 * so that it never falls on the previous day.
 * @param reading what the clock shows, in seconds, as if it were UTC
 */
export function instantOfReading(reading: number, timeZone: string): number {
  // The zone's offset differs before and after a clock change, so the second pass uses the offset at the instant found
  // by the first.
  const first = reading - offsetAt(reading, timeZone);
  const second = reading - offsetAt(first, timeZone);
  return second + offsetAt(second, timeZone) === reading ? second : Math.max(first, second);
}

/**
 * Epoch seconds at which a zone's wall clock shows the given full hour on a day (YYYY-MM-DD), even if the day is longer
 * or shorter than 24 hours; null for a day that does not exist.
 */
export function hourOfDay(day: string, hour: number, timeZone: string): number | null {
  const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
  if (!Number.isFinite(midnight) || new Date(midnight * 1000).toISOString().slice(0, 10) !== day) return null;
  return instantOfReading(midnight + hour * 3600, timeZone);
}

/** Epoch seconds at which a day (YYYY-MM-DD) begins in a zone; null for a day that does not exist. */
export const dayStart = (day: string, timeZone: string): number | null => hourOfDay(day, 0, timeZone);

/** Epoch seconds at which the next day begins. */
export function dayEnd(day: string, timeZone: string): number | null {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000;
  if (dayStart(day, timeZone) === null) return null;
  return dayStart(new Date((utc + DAY) * 1000).toISOString().slice(0, 10), timeZone);
}
