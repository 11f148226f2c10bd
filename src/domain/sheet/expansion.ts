import { LIMITS } from './limits.ts';
import { SheetFileError } from './problem.ts';

/**
 * Limits how much a few bytes of a part can expand in the general reader, which creates an object for each cell: a
 * repeated OpenDocument row or cell, repeated spaces in a cell's text, or a link that covers a range. Elements are
 * matched by name as in that reader: without the text before a colon or after an underscore.
 */
const ELEMENT =
  /<(?:[^\s<>/:"]*:)?(?:(table-row|行)|(table-cell|covered-table-cell|数据)|(hyperlink)|(s))(?:_[^\s<>/:"]*)?(?=[\s/>])/g;

/**
 * Matches attributes by the end of their names, in any case, and captures their values. If an attribute occurs twice,
 * the larger value counts.
 */
const ROWS = /number-rows-repeated\s*=\s*["']([^"']*)/gi;
const COLUMNS = /number-columns-repeated\s*=\s*["']([^"']*)/gi;
const SPACES = /(?:^|[\s:])c\s*=\s*["']([^"']*)/gi;
const FORMULA = /[\s:]formula\s*=/;
const RESULT = /[\s:]value-type\s*=/;
/** Matches a value that the general reader recognizes only by its displayed text. */
const VALUE = /[\s:]value-type\s*=\s*["'](?!string)|[\s:]string-value\s*=\s*["'](?!["'])/;
const REF = /(?:^|[\s:])ref\s*=\s*["']([^"']*)/gi;
const RANGE = /^\s*\$?([A-Z]+)\$?(\d+):\$?([A-Z]+)\$?(\d+)\s*$/i;

function greatest(pattern: RegExp, attributes: string, sizeOf: (value: string) => number): number {
  let size = 1;
  // A global regular expression starts over after it finds no further match.
  for (let found = pattern.exec(attributes); found; found = pattern.exec(attributes))
    size = Math.max(size, sizeOf(found[1] ?? ''));
  return size;
}

/** Programs write these numbers in plain digits, but the general reader also accepts 1e6 and 0xfffff. */
const countOf = (value: string): number => (/^\s*\d*\s*$/.test(value) ? Number(value) : Infinity);

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function areaOf(value: string): number {
  if (!value.includes(':')) return 1;
  const range = RANGE.exec(value);
  if (!range) return Infinity;
  const [, left = 'A', top = '1', right = 'A', bottom = '1'] = range;
  return (Math.abs(columnOf(right) - columnOf(left)) + 1) * (Math.abs(Number(bottom) - Number(top)) + 1);
}

/**
 * The end of the tag whose name ends at `from`; a ">" within quotation marks is part of a value. -1 if the tag is not
 * complete yet.
 */
function endOf(text: string, from: number): number {
  let at = from;
  for (;;) {
    const end = text.indexOf('>', at);
    const quote = text.indexOf('"', at);
    if (end < 0 || quote < 0 || end < quote) return end;
    const close = text.indexOf('"', quote + 1);
    if (close < 0) return -1;
    at = close + 1;
  }
}

/** The maximum length of a name that is split between two chunks. */
const NAME_MOST = 1000;

/**
 * Tracks what the general reader would create from a part, whose bytes are passed in order.
 *
 * @throws SheetFileError 'bomb' as soon as it would exceed the size of a spreadsheet, 'notWritten' at an OpenDocument
 * cell whose formula has no result, or whose value is not displayed
 */
export function expansionGuard(limit: number = LIMITS.expanded): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let left = '';
  let rows = 1;
  let made = 0;
  return bytes => {
    const text = left + decoder.decode(bytes, { stream: true });
    const started = text.lastIndexOf('<');
    // The rest of the tag's name and attributes may be in the next chunk.
    left = started < 0 || text.length - started > NAME_MOST ? '' : text.slice(started);
    for (const found of text.matchAll(ELEMENT)) {
      const [name, row, cell, link] = found;
      const from = found.index + name.length;
      const end = endOf(text, from);
      if (end < 0) {
        left = text.slice(found.index);
        if (left.length > LIMITS.token) throw new SheetFileError('bomb');
        return;
      }
      if (found.index === started) left = '';
      const attributes = text.slice(from, end);
      if (row) rows = greatest(ROWS, attributes, countOf);
      // An empty cell creates nothing, however often it is repeated. Programs use such cells for the unused remainder
      // of a sheet.
      else if (cell) {
        const empty = attributes.endsWith('/');
        // The general reader would treat such cells as blank.
        if ((FORMULA.test(attributes) && !RESULT.test(attributes)) || (empty && VALUE.test(attributes)))
          throw new SheetFileError('notWritten');
        made += empty ? 0 : rows * greatest(COLUMNS, attributes, countOf);
      } else if (link) made += greatest(REF, attributes, areaOf);
      else made += greatest(SPACES, attributes, countOf);
      if (made > limit) throw new SheetFileError('bomb');
    }
  };
}
