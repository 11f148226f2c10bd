import { plainHyphens } from '../import/normalise.ts';
import { readTimeOfDay } from '../timeOfDay.ts';

/** Weekdays and opening hours as people write them (issue 30, section 3; G96). */

/** The days of the week, from 0 for Monday to 6 for Sunday. */
export const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const FULL = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const EVERY_DAY = ['daily', 'every day'];
const DAY_END = '24:00';

/** Parses the name of a weekday, or a prefix of at least three letters, in any case; -1 for any other word. */
function dayOf(word: string): number {
  const plain = word.trim().toLowerCase();
  return plain.length < 3 ? -1 : FULL.findIndex(name => name.startsWith(plain));
}

/** Parses a single day or a range, "Mon" or "Mon-Fri"; a range may wrap around Sunday. Null if it is invalid. */
function daysOfPart(part: string): number[] | null {
  if (EVERY_DAY.includes(part.trim().toLowerCase())) return WEEK.map((_, day) => day);
  const ends = plainHyphens(part).split('-').map(dayOf);
  const [first = -1, last = first] = ends;
  if (ends.length > 2 || first < 0 || last < 0) return null;
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
}

const partsOf = (text: string): string[] => text.split(',').map(part => part.trim());

/**
 * Parses weekdays: "Mon, Wed", "Mon-Fri", "Sat-Mon", "Daily".
 *
 * @returns at least one day number, in ascending order without duplicates; null if any part is invalid
 */
export function readWeekdays(text: string): number[] | null {
  const parts = partsOf(text).map(daysOfPart);
  if (parts.some(part => part === null)) return null;
  return [...new Set(parts.flatMap(part => part ?? []))].toSorted((a, b) => a - b);
}

/** The canonical form of a list of weekdays: every day is listed by name, so that a filter can find it. */
export const weekdaysText = (days: readonly number[]): string => days.map(day => WEEK[day]).join(', ');

/** The parts of a string that are not weekdays. */
export const wrongWeekdays = (text: string): string[] => partsOf(text).filter(part => daysOfPart(part) === null);

/**
 * Opening hours for each day of the week, Monday first, as HH:MM; `to` may be 24:00. Null for a day on which the place
 * is closed.
 */
export type OpeningHours = readonly ({ from: string; to: string } | null)[];

const HOURS_PART = /^(\D+?) (\d{1,2}[:.h]\d{2}(?: ?[ap]m)?) ?- ?(\d{1,2}[:.h]\d{2}(?: ?[ap]m)?)$/i;

interface HoursPart {
  days: readonly number[];
  from: string;
  to: string;
}

/** Parses one part, "Mon-Fri 08:00-17:00"; null if it is invalid. */
function hoursOfPart(part: string): HoursPart | null {
  const [, named = '', begin = '', end = ''] = HOURS_PART.exec(plainHyphens(part).trim().replace(/\s+/g, ' ')) ?? [];
  const days = named === '' ? null : readWeekdays(named);
  const from = readTimeOfDay(begin);
  const to = end === DAY_END ? DAY_END : readTimeOfDay(end);
  return days === null || from === null || to === null || from >= to ? null : { days, from, to };
}

const hoursParts = (text: string): string[] => text.split(';').map(part => part.trim());

/**
 * Parses opening hours: parts that each consist of days and a time span, "Mon-Fri 08:00-17:00; Sat 09:00-12:00". The
 * place is closed on all other days. A span must end on the day on which it begins.
 *
 * @returns null if a part is malformed, if a span ends before it begins, or if two parts include the same day
 */
export function readOpeningHours(text: string): OpeningHours | null {
  const week: ({ from: string; to: string } | null)[] = WEEK.map(() => null);
  for (const part of hoursParts(text)) {
    const read = hoursOfPart(part);
    if (read === null) return null;
    for (const day of read.days) {
      if (week[day]) return null;
      week[day] = { from: read.from, to: read.to };
    }
  }
  return week;
}

/** The canonical form of opening hours: consecutive days with the same hours are combined. */
export function openingHoursText(week: OpeningHours): string {
  const parts: string[] = [];
  for (let day = 0; day < WEEK.length;) {
    const hours = week[day] ?? null;
    let last = day;
    const sameAs = (other: OpeningHours[number] | undefined): boolean =>
      other !== null && other !== undefined && other.from === hours?.from && other.to === hours.to;
    while (sameAs(week[last + 1])) last += 1;
    const days = last === day ? WEEK[day] : `${WEEK[day]}-${WEEK[last]}`;
    if (hours !== null) parts.push(`${days} ${hours.from}-${hours.to}`);
    day = last + 1;
  }
  return parts.join('; ');
}

/** The parts that are malformed or repeat a day. */
export function wrongHours(text: string): string[] {
  const seen = new Set<number>();
  return hoursParts(text).filter(part => {
    const read = hoursOfPart(part);
    const isWrong = read === null || read.days.some(day => seen.has(day));
    for (const day of read?.days ?? []) seen.add(day);
    return isWrong;
  });
}
