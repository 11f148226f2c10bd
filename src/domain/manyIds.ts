import { fold } from './fold.ts';

/** A filter into which a column of ids can be pasted from a spreadsheet. */

/** The maximum number of ids in one filter. */
export const IDS_MOST = 1000;

/** Characters that spreadsheets add around a copied multi-line cell, and before digits stored as text. */
const MARKS = /^["'\u2018\u2019\u201c\u201d]+|["\u201d]+$/g;

/**
 * Extracts the distinct ids from pasted or typed input, in order. They are separated by line breaks, tabs, commas,
 * semicolons or spaces. The quotes around a multi-line cell and the apostrophe before digits stored as text are
 * ignored.
 */
export const readIds = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .split(/[\s,;]+/)
      .map(part => part.replace(MARKS, ''))
      .filter(part => part !== ''),
  ),
];

/**
 * Extracts the ids from a pasted column. The first line is skipped if it is a heading: either the filter's own label,
 * or a line without a digit above lines that all contain one.
 */
export function readPastedIds(text: string, label: string): string[] {
  const [first = '', ...below] = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '');
  const isHeading =
    below.length > 0 &&
    (fold(first.trim()) === fold(label) ||
      (!/\d/.test(first.normalize('NFKC')) && below.every(line => /\d/.test(line.normalize('NFKC')))));
  return readIds(isHeading ? below.join('\n') : text);
}

/** Formats ids for an input field. */
export const writeIds = (ids: readonly (string | number)[]): string => ids.join(', ');

/** "12 IDs"; the word is also used for codes and postcodes. */
export const idsText = (count: number): string => `${count.toLocaleString('en-US')} IDs`;

/** The ids that were not found, in the order of the filter. */
export const idsNotFound = (
  wanted: readonly (string | number)[],
  found: ReadonlySet<string>,
  same: (id: string | number) => string,
): (string | number)[] => wanted.filter(id => !found.has(same(id)));
