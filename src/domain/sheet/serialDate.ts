/**
 * Spreadsheet dates are days counted from an epoch. They are converted to strings by arithmetic alone, because Date
 * objects in a local zone would be off by a day west or east of Greenwich.
 */

/** The number of days between the two epochs: the number of a day is 1462 lower in the 1904 system. */
const EPOCHS_APART = 1462;
/** The serial number of 9999-12-31. */
export const LAST_SERIAL = 2_958_465;

const two = (value: number): string => String(value).padStart(2, '0');

/** The number of days from 1970-01-01 to a date in the proleptic Gregorian calendar. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

/** The date that is the given number of days after 1970-01-01. */
export function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9);
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/** Serial 25569 is 1970-01-01 in the 1900 system. */
const UNIX_SERIAL = 25_569;

/**
 * Formats a serial number's day as YYYY-MM-DD. The 1900 system counts a day that never existed: serial 60 is
 * "1900-02-29", as shown by spreadsheets, and lower serials stand for one day later than plain arithmetic would yield.
 *
 * @returns null for a day before 1900-01-01 (1904-01-01) or after 9999-12-31
 */
export function serialDay(serial: number, date1904: boolean): string | null {
  const whole = Math.floor(serial) + (date1904 ? EPOCHS_APART : 0);
  if (!(whole >= 1) || whole > LAST_SERIAL || (date1904 && serial < 0)) return null;
  if (whole === 60) return '1900-02-29';
  const { year, month, day } = civilFromDays(whole - UNIX_SERIAL + (whole < 60 ? 1 : 0));
  return `${year}-${two(month)}-${two(day)}`;
}

/**
 * A date cell as a string: YYYY-MM-DD, followed by " HH:MM:SS" if there is a time of day; only the time if the value is
 * less than one day. A value that is not a valid date (negative, or after 9999) is shown as a number.
 */
export function serialText(serial: number, date1904: boolean): string {
  let seconds = Math.round((serial - Math.floor(serial)) * 86_400);
  let whole = Math.floor(serial);
  if (seconds === 86_400) {
    whole += 1;
    seconds = 0;
  }
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (whole === 0 && (seconds > 0 || !date1904)) return time;
  const day = serialDay(whole, date1904);
  if (day === null) return String(serial);
  return seconds === 0 ? day : `${day} ${time}`;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?)?$/;

/**
 * The serial number of an ISO date or time, which strict workbooks contain; null if it is invalid or before the first
 * serial.
 */
export function isoSerial(text: string, date1904: boolean): number | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const days = daysFromCivil(year, month, day) + UNIX_SERIAL;
  const serial = (days < 61 ? days - 1 : days) - (date1904 ? EPOCHS_APART : 0);
  if (serial < (date1904 ? 0 : 1)) return null;
  return serial + (hour * 3600 + minute * 60 + second) / 86_400;
}

/** Whether a day exists in the calendar. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number);
}
