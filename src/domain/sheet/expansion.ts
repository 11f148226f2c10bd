import { LIMITS } from './limits.ts';
import { SheetFileError } from './problem.ts';

/**
 * What a few bytes of a part become in the general reader, which makes an object of each cell: a repeated row of OpenDocument,
 * a repeated cell in it, repeated spaces in its text, a link over a range. By the elements' local names.
 */
const ELEMENT =
  /<(?:[^\s<>/:]*:)?(?:(table-row|行)|(table-cell|covered-table-cell|数据)|(hyperlink)|(s))(?=[\s/>])([^<>]*)>/g;

const ROWS = /number-rows-repeated\s*=\s*["']\s*(\d+)/;
const COLUMNS = /number-columns-repeated\s*=\s*["']\s*(\d+)/;
const SPACES = /(?:^|[\s:])c\s*=\s*["']\s*(\d+)/;
const RANGE = /(?:^|[\s:])ref\s*=\s*["']\s*\$?([A-Za-z]+)\$?(\d+):\$?([A-Za-z]+)\$?(\d+)/;

const countOf = (pattern: RegExp, attributes: string): number =>
  Math.max(1, Number(pattern.exec(attributes)?.[1] ?? 1));

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function areaOf(attributes: string): number {
  const [, left = 'A', top = '1', right = 'A', bottom = '1'] = RANGE.exec(attributes) ?? [];
  return (Math.abs(columnOf(right) - columnOf(left)) + 1) * (Math.abs(Number(bottom) - Number(top)) + 1);
}

/**
 * Watches what the general reader would make of a part; fed its bytes in their order.
 *
 * @throws SheetFileError 'bomb' as soon as it would be more than a spreadsheet holds
 */
export function expansionGuard(most: number = LIMITS.expanded): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let left = '';
  let rows = 1;
  let made = 0;
  return bytes => {
    const text = left + decoder.decode(bytes, { stream: true });
    for (const [, row, cell, link, spaces, attributes = ''] of text.matchAll(ELEMENT)) {
      if (row) rows = countOf(ROWS, attributes);
      // An empty cell makes nothing, however often it stands there: so the rest of a sheet is written.
      else if (cell) made += attributes.endsWith('/') ? 0 : rows * countOf(COLUMNS, attributes);
      else if (link) made += areaOf(attributes);
      else if (spaces) made += countOf(SPACES, attributes);
      if (made > most) throw new SheetFileError('bomb');
    }
    const begun = text.lastIndexOf('<');
    // A tag that goes on in the next bytes; one of such a length is none.
    left = begun < 0 || text.includes('>', begun) || text.length - begun > LIMITS.token ? '' : text.slice(begun);
  };
}
