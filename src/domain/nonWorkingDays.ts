import { dayNumber, dayText } from './cdt/dayNumber.ts';
import type { Country } from './country.ts';
import { dayEnd, dayStart } from './day.ts';
import { repeatedName } from './jsonNames.ts';
import type { Problem } from './problem.ts';

/**
 * Days on which a channel does not operate (shell spec 2, 3; NWD-5 to NWD-14): weekends by day of the week and holidays
 * by date. They apply to the whole country or, for Malaysia's last mile, to a state. A day is a calendar date,
 * YYYY-MM-DD, not an instant.
 */

/** First mile and last mile (shell spec 3). */
export const SERVICE_TYPES = ['FL', 'LM'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** The region that represents the whole country. */
export const ALL = 'All';

/**
 * In the string form of holidays, the label before weekend days on which the channel operates, such as Taiwan's make-up
 * days: "Work: 2025-02-08" (H1).
 */
export const WORK = 'Work';
const WORK_WORDS: ReadonlySet<string> = new Set([
  'work',
  'working',
  'workday',
  'workdays',
  'working day',
  'working days',
  'make-up day',
  'make-up days',
  '補班',
]);

/** Days that may be part of a weekend; Monday is 1, Sunday is 7 (NWD-7). */
export const WEEKEND_DAYS = [
  { value: 5, label: 'Fri' },
  { value: 6, label: 'Sat' },
  { value: 7, label: 'Sun' },
] as const;

/** Malaysia's thirteen states and three federal territories, as its postal service spells them. */
export const MALAYSIA_STATES = [
  'Johor',
  'Kedah',
  'Kelantan',
  'Melaka',
  'Negeri Sembilan',
  'Pahang',
  'Perak',
  'Perlis',
  'Pulau Pinang',
  'Sabah',
  'Sarawak',
  'Selangor',
  'Terengganu',
  'WP Kuala Lumpur',
  'WP Labuan',
  'WP Putrajaya',
] as const;

/** Alternative names of these states, folded. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  penang: 'Pulau Pinang',
  malacca: 'Melaka',
  'kuala lumpur': 'WP Kuala Lumpur',
  labuan: 'WP Labuan',
  putrajaya: 'WP Putrajaya',
};

/** By region: `All`, or a state of Malaysia. */
export type ByRegion<V> = Readonly<Record<string, readonly V[]>>;
/** Weekday numbers 5 (Friday) to 7 (Sunday). */
export type Weekends = ByRegion<number>;
/** Days, YYYY-MM-DD. */
export type Holidays = ByRegion<string>;

/** Only Malaysia's last mile has weekends by state (NWD-9, NWD-14, G68). */
export const isByState = (country: string, serviceType: unknown): boolean => country === 'MY' && serviceType === 'LM';

/** The regions that a row's weekends may have. */
export const weekendRegions = (country: string, serviceType: unknown): readonly string[] =>
  isByState(country, serviceType) ? MALAYSIA_STATES : [ALL];

/** The regions that a row's holidays may have. Nationwide holidays of Malaysia are not repeated for each state. */
export const holidayRegions = (country: string, serviceType: unknown): readonly string[] =>
  isByState(country, serviceType) ? [ALL, ...MALAYSIA_STATES, WORK] : [ALL, WORK];

/** Parses a region's name in any case, with or without "WP"; null if it is unknown. */
export function readRegion(text: string): string | null {
  const folded = text
    .trim()
    .toLowerCase()
    .replace(/^(w\.?p\.?|wilayah persekutuan)\s*/, '');
  if (folded === 'all') return ALL;
  const other = OTHER_NAMES[folded];
  return other ?? MALAYSIA_STATES.find(state => state.toLowerCase() === folded) ?? null;
}

/** Parses a region's name, or the label of the working days on weekends. */
const readPart = (text: string): string | null => (WORK_WORDS.has(text.trim().toLowerCase()) ? WORK : readRegion(text));

const rank = (region: string): number => (region === ALL ? 0 : region === WORK ? 2 : 1);

/** Sorts the parts of a map: All first, then the states by name, and the working days last. */
const inOrder = <V>(map: ByRegion<V>): [string, readonly V[]][] =>
  Object.entries(map).toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));

/** The distinct values in ascending order. */
export const sorted = <V extends number | string>(values: Iterable<V>): V[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** The word that stands for an empty list. */
const NONE = 'None';

/**
 * Formats a map: "Sat, Sun", or by region, "Johor: Sat, Sun; Kedah: Fri, Sat". Equal maps yield equal strings. Regions
 * without holidays are omitted, but regions without a weekend are not, because each state has its own weekend.
 */
const textOf = <V extends number | string>(map: ByRegion<V>, word: (value: V) => string, keepsEmpty: boolean): string =>
  inOrder(map)
    .filter(([, values]) => keepsEmpty || values.length > 0)
    .map(([region, values]) => {
      const words = values.length === 0 ? NONE : sorted(values).map(word).join(', ');
      return region === ALL ? words : `${region}: ${words}`;
    })
    .join('; ') || NONE;

/** Parses a map from its string form or from the JSON used in calls; null if any part is invalid. */
function readMap<V extends number | string>(
  text: string,
  value: (text: string) => V | null,
  regionOf: (name: string) => string | null = readRegion,
): ByRegion<V> | null {
  const parts = partsOf(text);
  if (parts === null) return null;
  const map: Record<string, readonly V[]> = {};
  for (const [name, words] of parts) {
    const region = regionOf(name);
    const values = words.map(value);
    if (region === null || region in map || values.includes(null)) return null;
    map[region] = sorted(values as V[]);
  }
  return map;
}

/** `written` is what the text contains for the region, to be shown if the region is invalid or repeated. */
type Parts = [region: string, words: string[], written: string][];

const partsOf = (text: string): Parts | null => (text.trim().startsWith('{') ? partsOfJson(text) : partsOfText(text));

/**
 * The invalid regions and values in a string, as written; for an invalid or repeated region, only the region itself.
 */
function wrongParts(
  text: string,
  value: (text: string) => unknown,
  regionOf: (name: string) => string | null = readRegion,
): string[] {
  const parts = partsOf(text) ?? [];
  const regions = parts.map(([name]) => regionOf(name));
  return parts
    .flatMap(([, words, written], at) =>
      regions[at] === null || regions.indexOf(regions[at] ?? null) !== at
        ? [written]
        : words.filter(word => value(word) === null),
    )
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** A semicolon between days of the whole country, before those of any region, is read as a comma: "Sat; Sun". */
function partsOfText(text: string): Parts | null {
  const all = text
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '');
  if (all.length === 0) return null;
  const named = all.findIndex(part => part.includes(':'));
  const plain = all.splice(0, named < 0 ? all.length : named);
  if (plain.length > 0) all.unshift(plain.join(', '));
  return all.map(part => {
    const at = part.indexOf(':');
    const words = part.slice(at + 1).trim();
    const list = words.toLowerCase() === NONE.toLowerCase() ? [] : words.split(',').map(word => word.trim());
    return at < 0 ? [ALL, list, part] : [part.slice(0, at), list, part.slice(0, at)];
  });
}

const wordOf = (value: unknown): string => (['string', 'number'].includes(typeof value) ? String(value) : '');

function partsOfJson(text: string): Parts | null {
  try {
    const map: unknown = JSON.parse(text);
    if (map === null || typeof map !== 'object' || Array.isArray(map)) return null;
    const parts = Object.entries(map as Record<string, unknown>);
    // A region that is there twice is listed twice, so that it is refused as in the other form.
    const twice = repeatedName(text);
    if (twice !== null) parts.push([twice, []]);
    if (parts.length === 0 || parts.some(([, values]) => !Array.isArray(values))) return null;
    return parts.map(([region, values]) => [region, (values as unknown[]).map(wordOf), region]);
  } catch {
    return null;
  }
}

/** Spellings of weekend days, such as "Fri", "Friday" and "5". */
const WEEKEND_WORDS: ReadonlyMap<string, number> = new Map([
  ...WEEKEND_DAYS.flatMap(({ value, label }): [string, number][] => [
    [String(value), value],
    [label.toLowerCase(), value],
  ]),
  ['friday', 5],
  ['saturday', 6],
  ['sunday', 7],
]);

const weekendDay = (text: string): number | null => WEEKEND_WORDS.get(text.toLowerCase()) ?? null;

/** Whether a string is a day in the years 1970 to 2099, which the calendar shows. */
export const isCalendarDay = (text: string): boolean => dayNumber(text) !== null && text >= '1970' && text < '21';

/** The string if it is a day that the calendar shows; otherwise null. */
export const holiday = (text: string): string | null => (isCalendarDay(text) ? text : null);

/** "Sat, Sun"; "Johor: Sat, Sun; Kedah: Fri, Sat". */
export const weekendsText = (map: Weekends): string =>
  textOf(map, value => WEEKEND_DAYS.find(day => day.value === value)?.label ?? String(value), true);

/** Parses weekends from their string form or from `WeekendsSetting` (NWD-14); null if the string is neither. */
export const readWeekends = (text: string): Weekends | null => readMap(text, weekendDay);

/** Formats holidays as a string: "2026-01-01, 2026-02-17; Kedah: 2026-06-21; Work: 2026-02-07". */
export const holidaysText = (map: Holidays): string => textOf(map, day => day, false);

/** Parses holidays from their string form; null if a region or a day is invalid. */
export const readHolidays = (text: string): Holidays | null => readMap(text, holiday, readPart);

/** The invalid weekend days, regions and holidays in a string, listed so that a long string is easy to correct. */
export const wrongWeekends = (text: string): string[] => wrongParts(text, weekendDay);
export const wrongHolidays = (text: string): string[] => wrongParts(text, holiday, readPart);

/** A map of weekends as JSON, as used in calls (NWD-14). */
export const weekendsSetting = (map: Weekends): string => JSON.stringify(Object.fromEntries(inOrder(map)));

/**
 * Holidays in the format used in calls: the epoch seconds at which each day begins in the country's time zone (NWD-5).
 */
export const holidaySeconds = (map: Holidays, timeZone: string): Record<string, number[]> =>
  Object.fromEntries(
    inOrder(map).map(([region, days]) => [region, days.map(day => dayStart(day, timeZone) as number)]),
  );

/** The calendar day of an instant in a country's time zone. */
export function dayOfSeconds(seconds: number, timeZone: string): string {
  for (let day = Math.floor(seconds / 86_400) - 1; ; day++) {
    const end = dayEnd(dayText(day), timeZone);
    if (end === null || seconds < end) return dayText(day);
  }
}

/** Why a row cannot have these regions; null if it can (NWD-14, G68). */
export function regionProblem(
  country: Country,
  serviceType: string,
  field: 'WeekendsSetting' | 'HolidaysSetting',
  text: string,
): string | null {
  const map = field === 'WeekendsSetting' ? readWeekends(text) : readHolidays(text);
  const known =
    field === 'WeekendsSetting' ? weekendRegions(country, serviceType) : holidayRegions(country, serviceType);
  const other = Object.keys(map ?? {}).find(region => !known.includes(region));
  if (other === undefined) return null;
  return isByState(country, serviceType)
    ? 'the last mile in Malaysia has separate weekends for each state'
    : `"${other}" cannot be used here: only the last mile in Malaysia has days for single states`;
}

/**
 * Finds values of a schedule with regions that the schedule cannot have, in writes, imports and bulk changes (NWD-14,
 * G68). If the service type is unknown, the values must be valid for both types.
 */
export function scheduleProblem(values: Readonly<Record<string, unknown>>, country: Country): Problem | null {
  const own = values['serviceType'];
  for (const key of ['WeekendsSetting', 'HolidaysSetting'] as const) {
    const text = values[key];
    if (typeof text !== 'string') continue;
    for (const type of typeof own === 'string' ? [own] : SERVICE_TYPES) {
      const problem = regionProblem(country, type, key, text);
      if (problem !== null) return { field: key, problem };
    }
  }
  const problem = workProblem(values['HolidaysSetting']);
  return problem === null ? null : { field: 'HolidaysSetting', problem };
}

/** Why a schedule cannot have these working days; null if it can. */
function workProblem(text: unknown): string | null {
  const map = typeof text === 'string' ? readHolidays(text) : null;
  const both = map?.[WORK]?.find(day => map[ALL]?.includes(day));
  return both === undefined ? null : `${both} is both a holiday and a working day; remove one of the two`;
}
