import { plainHyphens } from './import/normalise.ts';
import { isRealDay } from './sheet/serialDate.ts';

/**
 * Days written in another calendar era: Thai Buddhist years are 543 higher (2570 is 2027), and Taiwan counts years from
 * the founding of the Republic in 1912 (114 is 2025). Such days are rejected with a suggestion and never converted
 * automatically, because a file may mix eras (PB6).
 */

interface Era {
  name: string;
  /** The number to add to a year of the era to get the Gregorian year. */
  years: number;
}

const BUDDHIST: Era = { name: 'Buddhist era', years: -543 };
const REPUBLIC: Era = { name: 'Republic of China era', years: 1911 };

/** A year of another era is recognized only if it falls within these Gregorian years. */
const FIRST = 1900;
const LAST = 2199;

/** The last accepted Gregorian year: later ones are treated as Buddhist years. */
export const LAST_YEAR = 2399;

const two = (value: number): string => String(value).padStart(2, '0');

/** The era of a year, judged by its number of digits; null for a Gregorian year. */
function eraOf(year: string): Era | null {
  const found = year.length === 4 ? BUDDHIST : year.length === 3 ? REPUBLIC : null;
  const ours = found === null ? 0 : Number(year) + found.years;
  if (found === BUDDHIST && Number(year) <= LAST_YEAR) return null;
  return ours >= FIRST && ours <= LAST ? found : null;
}

/** Matches the parts of a written day: year first or last, with separators, or in Chinese or Thai. */
function partsOf(text: string): { year: string; one: number; two: number; yearFirst: boolean; named: boolean } | null {
  const plain = plainHyphens(text.normalize('NFKC'))
    .trim()
    .replace(/^(?:พ\.?ศ\.?|中華民國|民國|ROC|BE|B\.E\.)\s*/i, '#');
  const named = plain.startsWith('#');
  const bare = named ? plain.slice(1) : plain;
  const first = /^(\d{2,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\s|$)/.exec(bare);
  if (first) return { year: first[1] ?? '', one: Number(first[2]), two: Number(first[3]), yearFirst: true, named };
  const last = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{3,4})(?:\s|$)/.exec(bare);
  return last && { year: last[3] ?? '', one: Number(last[1]), two: Number(last[2]), yearFirst: false, named };
}

/**
 * The end of an error message about a day written in another era, with the day that was probably meant.
 * @param order the order of day and month in a day whose year is last; both are suggested if it is unknown
 * @returns null if the string is not such a day
 */
export function otherEra(text: string, order?: 'dmy' | 'mdy'): { problem: string; offer?: string } | null {
  const parts = partsOf(text);
  if (parts === null) return null;
  const era = eraOf(parts.year) ?? (parts.named && parts.year.length === 2 ? REPUBLIC : null);
  if (era === null) return null;
  const year = Number(parts.year) + era.years;
  const days = parts.yearFirst
    ? [[parts.one, parts.two]]
    : [...(order === 'mdy' ? [] : [[parts.two, parts.one]]), ...(order === 'dmy' ? [] : [[parts.one, parts.two]])];
  const real = days
    .filter(([month = 0, day = 0]) => isRealDay(year, month, day))
    .map(([month = 0, day = 0]) => `${year}-${two(month)}-${two(day)}`);
  const choices = [...new Set(real)];
  const said = `has a year of the ${era.name}: ${parts.year} is ${year}`;
  if (choices.length === 0) return { problem: said };
  return {
    problem: `${said}; write ${choices.join(' or ')}`,
    ...(choices.length === 1 ? { offer: choices[0] as string } : {}),
  };
}
