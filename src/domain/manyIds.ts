import { fold } from './fold.ts';

/** A filter that takes a column of ids, as one pastes it from a spreadsheet. */

/** So many ids are one filter at most. */
export const IDS_MOST = 1000;

/** What spreadsheets write around a copied cell of several lines, and in front of digits that are a text. */
const MARKS = /^["'\u2018\u2019\u201c\u201d]+|["\u201d]+$/g;

/**
 * The ids of a pasted or typed text, each once, in their order: by line, tab, comma, semicolon or space. The quotes of a cell of several
 * lines, and the apostrophe of digits that are a text, are none of them.
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
 * The ids of a column that was pasted. Its first line is left out if it is a heading: the filter's own words, or a line without
 * a digit above lines that all have one.
 */
export function readPastedIds(text: string, label: string): string[] {
  const [first = '', ...below] = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '');
  const isHeading =
    below.length > 0 &&
    (fold(first.trim()) === fold(label) ||
      (!/\d/.test(first.normalize('NFKC')) && below.every(line => /\d/.test(line.normalize('NFKC')))));
  return readIds(isHeading ? below.join('\n') : text);
}

/** How ids are written in an input. */
export const writeIds = (ids: readonly (string | number)[]): string => ids.join(', ');

/** "12 IDs"; of codes and postcodes too. */
export const idsText = (count: number): string => `${count.toLocaleString('en-US')} IDs`;

/** Those of some ids that are not among the found ones, in their order. */
export const idsNotFound = (
  wanted: readonly (string | number)[],
  found: ReadonlySet<string>,
  same: (id: string | number) => string,
): (string | number)[] => wanted.filter(id => !found.has(same(id)));
