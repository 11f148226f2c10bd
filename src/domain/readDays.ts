import { addDays, readDay } from './calendarDay.ts';
import { MONTHS } from './dayNames.ts';
import { otherEra } from './era.ts';
import { plainHyphens } from './import/normalise.ts';

/** Parses dates as people type and paste them, either a single one or several at once. */

const NAMED_MONTHS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((name, at): [string, number][] => [
    [name.toLowerCase(), at + 1],
    [name.slice(0, 3).toLowerCase(), at + 1],
  ]),
);

/** A parsed day, or the reason it could not be parsed; `unclear` if it may be two different days. */
export type ReadDay = { day: string } | { problem: string; unclear?: true };

const NO_DAY = 'is not a valid day; write it as 2026-12-25';

const dayOf = (year: string, month: number | string, day: string): ReadDay => {
  const found = readDay(`${year}-${month}-${day}`);
  return found === null ? { problem: NO_DAY } : { day: found };
};

/**
 * Parses a date in any common format: "2026-12-25", "2026/12/25", "20261225", "25 Dec 2026", "December 25, 2026", and
 * "25/12/2026" if day and month can be told apart.
 */
export function parseDateFromString(text: string): ReadDay {
  const tidy = plainHyphens(text.normalize('NFKC'))
    .trim()
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
    .replace(/\s+00:00(:00)?$/, '');
  const era = otherEra(tidy);
  if (era) return { problem: era.problem };
  const yearFirst = readDay(tidy);
  if (yearFirst !== null) return { day: yearFirst };
  const solid = /^(\d{4})(\d{2})(\d{2})$/.exec(tidy);
  if (solid) return dayOf(solid[1] as string, solid[2] as string, solid[3] as string);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]+)\.?[\s,.-]+(\d{4})$/i.exec(tidy);
  const monthFirst = /^([a-z]+)\.?[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[\s,.-]+(\d{4})$/i.exec(tidy);
  const [name, day, year] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[3]]
    : monthFirst
      ? [monthFirst[1], monthFirst[2], monthFirst[3]]
      : [];
  const month = NAMED_MONTHS.get((name ?? '').toLowerCase());
  if (month !== undefined) return dayOf(year as string, month, day as string);
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(tidy);
  if (yearLast) {
    const [, one, two, last] = yearLast as unknown as [string, string, string, string];
    const [a, b] = [Number(one), Number(two)];
    if (a > 12) return dayOf(last, two, one);
    if (b > 12 || a === b) return dayOf(last, one, two);
    return {
      problem: `may be two different days; write ${last}-${two.padStart(2, '0')}-${one.padStart(2, '0')} or ${last}-${one.padStart(2, '0')}-${two.padStart(2, '0')}`,
      unclear: true,
    };
  }
  return { problem: NO_DAY };
}

/** The end of an error message about a day such as "10/11/2027", with both days that it may be; null for any other. */
export function unclearDay(text: string): string | null {
  const read = parseDateFromString(text);
  return 'unclear' in read ? read.problem : null;
}

/** The maximum length in days of a span such as "2026-12-24 to 2026-12-26". */
const SPAN_MOST = 62;

function readPart(text: string): { days: string[] } | { problem: string } {
  const dashed = plainHyphens(text.replace(/\s*[–—]\s*/g, ' - '));
  const [from, to, ...more] = dashed.split(/\s*(?:\.{2,}|…|\s(?:to|until)\s|\s-\s)\s*/);
  if (to === undefined || more.length > 0 || from === undefined) {
    const one = parseDateFromString(text);
    return 'day' in one ? { days: [one.day] } : one;
  }
  const [first, last] = [parseDateFromString(from), parseDateFromString(to)];
  if ('problem' in first) return first;
  if ('problem' in last) return last;
  const days = [first.day];
  for (let day = addDays(first.day, 1); day <= last.day; day = addDays(day, 1)) {
    days.push(day);
    if (days.length > SPAN_MOST) return { problem: `is a span of more than ${SPAN_MOST} days` };
  }
  return first.day > last.day ? { problem: 'ends before it begins' } : { days };
}

/**
 * Parses several dates, typed or pasted from a spreadsheet. They are separated by line breaks, tabs, commas (also "、")
 * or semicolons and, if they are year-first, also by spaces; "2026-12-24 to 2026-12-26" stands for all days of the span.
 * @returns the distinct days in order, and each invalid part with the reason
 */
export function readDays(text: string): { days: string[]; wrong: { text: string; problem: string }[] } {
  const parts = text
    .normalize('NFKC')
    .replace(/([a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?)\s*,\s*(\d{4})/gi, '$1 $2')
    .replace(/\b((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\.?,\s*/gi, '$1 ')
    .split(/[\r\n\t;,、]+/)
    .flatMap(part => {
      const plain = plainHyphens(part);
      return /^\s*[\d/.-]+(\s+[\d/.-]+)+\s*$/.test(plain) && !/\s-\s/.test(plain) ? part.trim().split(/\s+/) : [part];
    })
    .map(part => part.trim())
    .filter(part => part !== '');
  const days = new Set<string>();
  const wrong: { text: string; problem: string }[] = [];
  for (const part of parts) {
    const read = readPart(part);
    if ('problem' in read) wrong.push({ text: part, problem: read.problem });
    else for (const day of read.days) days.add(day);
  }
  return { days: [...days].sort(), wrong };
}
