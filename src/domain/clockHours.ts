/**
 * Hours of the day stored as numbers: 9.5 is half past nine (the cutoff hours in Channel Config). People also enter
 * them as times.
 */

/** Match "11:30", "11h30", "11h", "11:30:00" and "11.30 pm", "11 pm": strings that can only mean a time of day. */
const TIME = /^(\d{1,2})(?:[:h](\d{2})(?::00)?|h)$/i;
const HALF_DAY_TIME = /^(\d{1,2})(?:[:h.](\d{2})(?::00)?)?\s*(am|pm)$/i;
/** Two digits after a decimal point or comma, which may be either minutes or decimals. */
const MINUTES_OR_DECIMALS = /^(\d{1,2})[.,]([0-5]\d)$/;

/** A possible meaning of a string: in plain digits with a decimal point, and written so that only it can be meant. */
export interface Reading {
  readonly plain: string;
  readonly written: string;
}

/** Converts hours and minutes to hours with three decimal places, as stored. */
const hoursText = (hours: number, minutes: number): string => String(Math.round((hours + minutes / 60) * 1000) / 1000);

/**
 * Zeros that prevent two decimals from being read as minutes. After a comma, two zeros are appended, because three
 * digits would be read as thousands.
 */
const zerosAfter = (writesComma: boolean): string => (writesComma ? '00' : '0');

/**
 * Parses a string written as a time into hours: "11:30" is 11.5. "11.30" can mean half past eleven or 11.3 hours
 * (11:18), even within one country.
 *
 * @param writesComma whether the country uses a decimal comma
 * @returns the number of hours; both readings if the string is ambiguous; null if it is not a time (it may still be a
 * number)
 */
export function clockHours(text: string, writesComma: boolean): string | { readings: [Reading, Reading] } | null {
  const [, hour, minutes = '0', half = ''] = TIME.exec(text) ?? HALF_DAY_TIME.exec(text) ?? [];
  if (hour !== undefined) return timeHours(Number(hour), Number(minutes), half.toLowerCase());
  const [, whole, part] = MINUTES_OR_DECIMALS.exec(text) ?? [];
  if (whole === undefined || part === undefined || part === '00') return null;
  const point = writesComma ? ',' : '.';
  const short = part.replace(/0$/, '');
  return {
    readings: [
      { plain: hoursText(Number(whole), Number(part)), written: `${whole.padStart(2, '0')}:${part}` },
      {
        plain: `${Number(whole)}.${short}`,
        written: `${whole}${point}${short}${short.length > 1 ? zerosAfter(writesComma) : ''}`,
      },
    ],
  };
}

function timeHours(hour: number, minutes: number, half: string): string | null {
  if (minutes > 59 || (half !== '' && (hour < 1 || hour > 12))) return null;
  return hoursText(half === '' ? hour : (hour % 12) + (half === 'pm' ? 12 : 0), minutes);
}

/** Formats a number of hours so that it parses back to the same value: "11.250" for 11.25. */
export const safeHours = (text: string, writesComma: boolean): string =>
  MINUTES_OR_DECIMALS.test(text) ? `${text}${zerosAfter(writesComma)}` : text;

/** Minutes by which rounding hours to three decimal places shifts a time at most: just under two seconds. */
const ROUNDING = 0.031;

/** Formats a number of hours as a time: 11.3 is "11:18"; null if it falls between two minutes. */
export function timeOfHours(hours: number): string | null {
  const minutes = Math.round(hours * 60);
  if (Math.abs(hours * 60 - minutes) > ROUNDING) return null;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * Whether a time of day, in hours, is after a stored hour. The stored hour may be rounded: 15:20 is stored as 15.333,
 * and 15:20 is not after it.
 */
export const isAfterHour = (hour: number, stored: number): boolean => hour * 60 > stored * 60 + ROUNDING;
