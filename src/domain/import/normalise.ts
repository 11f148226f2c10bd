/**
 * How strings are normalized before validation, whether they come from a cell, a form or a call, so that exported
 * records can be imported unchanged. File readers do not modify strings; only these rules do.
 * - line: composes characters (NFC), collapses runs of spaces and line breaks to one space, removes control, invisible
 *   and text-direction characters, and trims both ends. For names and other words.
 * - code: also converts full-width letters, digits and symbols, Thai digits, hyphens and dashes to plain ones, and
 *   removes inner spaces. For ids, codes and numbers.
 */
export type FoldKind = 'line' | 'code';

/** Zero-width characters, soft hyphen, directional marks and isolates, interlinear marks, byte order mark. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Control characters, except tabs and line breaks, which become spaces. */
const CONTROL = /(?![\s\u0085])\p{Cc}/gu;
const SPACES = /[\s\u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const THAI_DIGITS = /[\u0e50-\u0e59]/g;
const THAI_ZERO = 0x0e50;

const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Replaces the hyphens, dashes and minus signs that word processors write with the plain hyphen. */
export const plainHyphens = (text: string): string => text.replace(HYPHENS, '-');

/** Replaces Thai digits with plain ones. */
export const plainDigits = (text: string): string =>
  text.replace(THAI_DIGITS, digit => String(digit.charCodeAt(0) - THAI_ZERO));

/** Matches strings that need no normalization, except perhaps for an apostrophe. */
const PLAIN = /^(?!')[!-~]*$/;

/**
 * Normalizes a string from a cell, a form or a call. Normalizing the result again does not change it: characters are
 * composed and spaces collapsed only after the characters between them have been removed.
 */
export function normalise(text: string, kind: FoldKind): string {
  if (PLAIN.test(text)) return text;
  const line = text.replace(INVISIBLE, '').replace(CONTROL, '').normalize('NFC').replace(SPACES, ' ').trim();
  if (kind === 'line') return line;
  return (
    plainHyphens(plainDigits(line))
      .replace(FULL_WIDTH, letter => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
      .replace(/ /g, '')
      .normalize('NFC')
      // Spreadsheets put this apostrophe before digits that are stored as text.
      .replace(/^['\u2019](?=\d)/, '')
  );
}
