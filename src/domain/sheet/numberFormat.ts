/**
 * Whether a built-in format displays a date or a time (ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are East Asian
 * dates).
 */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a built-in format displays a percentage. */
const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10;

/** The ways in which a style displays a number, other than as a plain number. */
export const SHOWS = { date: 1, percent: 2 } as const;

/** The maximum format length that Excel permits; the rest of a longer format is ignored. */
const LONGEST = 255;

/**
 * Whether a number format displays a date or a time: it contains a date or time letter outside quotes, escapes and
 * brackets. Elapsed times such as [h]:mm count as well.
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  const plain = unquoted(code)
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
    .replace(/e[+-]/gi, '');
  return /[ymdhsb]|e(?![+-])/i.test(plain);
}

/** Removes literal text and escaped characters from a format. */
const unquoted = (code: string): string =>
  code
    .slice(0, LONGEST)
    .replace(/"[^"]*"/g, '')
    .replace(/[\\_*]./g, '');

/** How a number format displays a number: as a date or time, as a percentage, or unchanged (0). */
export function shownAs(id: number, code: string | undefined): 0 | 1 | 2 {
  if (isDateFormat(id, code)) return SHOWS.date;
  const isPercent = code === undefined ? isBuiltInPercent(id) : unquoted(code).includes('%');
  return isPercent ? SHOWS.percent : 0;
}
