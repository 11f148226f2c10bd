import { formatTime } from './format.ts';

const DAY = 86_400;

/** Seconds that a zone's wall clock is ahead of UTC at an instant. */
function offsetAt(epochSeconds: number, timeZone: string): number {
  // An instant before the first day has no text.
  const at = Math.max(epochSeconds, DAY);
  return Date.parse(`${formatTime(at, timeZone).replace(' ', 'T')}Z`) / 1000 - at;
}

/**
 * Epoch seconds at which a zone's wall clock shows a reading. One that the clock skips, as midnight in Brazil on the first day of a
 * summer time, is as long after the change as it is after the last reading before: never the day before.
 * @param reading seconds of what the clock shows, as if it were UTC
 */
export function instantOfReading(reading: number, timeZone: string): number {
  // The zone's offset differs before and after a change of clocks: the second look is with the offset of the instant itself.
  const first = reading - offsetAt(reading, timeZone);
  const second = reading - offsetAt(first, timeZone);
  return second + offsetAt(second, timeZone) === reading ? second : Math.max(first, second);
}

/**
 * Epoch seconds at which a zone's wall clock shows a full hour of a day (YYYY-MM-DD), also on days that are longer or shorter than
 * others; null for a day that does not exist.
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
