/**
 * Whether a built-in format displays a date or a time (ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are East Asian
 * dates).
 */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a built-in format displays a percentage. */
const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10;

/**
 * The ways in which a style displays a number, other than as a plain number. `zeros` plus a number of digits: with
 * zeros before it up to that many digits, as the format 00000 does.
 */
export const SHOWS = { date: 1, percent: 2, zeros: 100 } as const;

/** A format that fills up integers with zeros; it may begin with a language in brackets, and only its first part counts. */
const ZEROS = /^(?:\[[^\]]*\])?(0{2,99})(?:;.*)?$/s;

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

/** How a number format displays a number (`SHOWS`): as a date, as a percentage, with leading zeros, or unchanged (0). */
export function shownAs(id: number, code: string | undefined): number {
  if (isDateFormat(id, code)) return SHOWS.date;
  const isPercent = code === undefined ? isBuiltInPercent(id) : unquoted(code).includes('%');
  if (isPercent) return SHOWS.percent;
  const zeros = ZEROS.exec(code ?? '')?.[1];
  return zeros === undefined ? 0 : SHOWS.zeros + zeros.length;
}
