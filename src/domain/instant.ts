import { readDay } from './calendarDay.ts';
import { instantOfReading } from './day.ts';
import { daysFromCivil, serialDay } from './sheet/serialDate.ts';

/** Instants as people write them: a date and a time of day in a given time zone. */

const WRITTEN = /^(\S+)(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const DAY = 86_400;

/** The reading of a wall clock in seconds, as if it were UTC. */
function secondsOf(day: string, hour: number, minute: number, second: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return daysFromCivil(year, month, date) * DAY + hour * 3600 + minute * 60 + second;
}

/**
 * Parses a date and time in a zone and returns epoch seconds: "2025-01-31 14:30", "2025/1/31 14:30:05", or only a date,
 * which means 00:00.
 * @returns null if the string is not a valid instant, or if the instant is before 1970
 */
export function readInstant(text: string, timeZone: string): number | null {
  const [, date, hour = '0', minute = '0', second = '0'] = WRITTEN.exec(text.normalize('NFKC').trim()) ?? [];
  const day = date === undefined ? null : readDay(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const wanted = secondsOf(day, Number(hour), Number(minute), Number(second));
  if (wanted <= DAY) return null;
  return instantOfReading(wanted, timeZone);
}

/** Formats a spreadsheet's date cell as date and time; null if it is not a valid date. */
export function serialInstant(serial: number): string | null {
  const seconds = Math.round((serial - Math.floor(serial)) * DAY);
  const day = serialDay(Math.floor(serial) + (seconds === DAY ? 1 : 0), false);
  if (day === null) return null;
  const rest = seconds % DAY;
  const part = (value: number) => String(value).padStart(2, '0');
  return `${day} ${part(Math.floor(rest / 3600))}:${part(Math.floor(rest / 60) % 60)}:${part(rest % 60)}`;
}
