import type { Cell } from './workbookXml.ts';

/** Comma-separated text as read by spreadsheets; used for the exports of both the console and the server. */

/**
 * Text that a spreadsheet would treat as a formula is guarded with a leading apostrophe. So is text that already looks
 * guarded: the reader (csv.ts) removes exactly one apostrophe, so any text survives the round trip.
 */
const GUARDED = /^'*[=+\-@\t\r]/;
const NUMBER = /^-?\d+([.,]\d+)*$/;

/** A string as a CSV cell that is never treated as a formula. `unguardedStart` undoes this. */
export const guarded = (text: string): string => (GUARDED.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const APOSTROPHE = 0x27;
const FORMULA_STARTS: ReadonlySet<number | undefined> = new Set([...'=+-@\t\r'].map(sign => sign.charCodeAt(0)));

/**
 * The offset of a cell's own text within its bytes: 1 if `guarded` added an apostrophe, otherwise 0. An apostrophe
 * typed in a spreadsheet has the same meaning and is never part of the text.
 */
export function unguardedStart(cell: Uint8Array, length: number): 0 | 1 {
  if (cell[0] !== APOSTROPHE) return 0;
  let at = 1;
  while (at < length && cell[at] === APOSTROPHE) at += 1;
  return at < length && FORMULA_STARTS.has(cell[at]) ? 1 : 0;
}

const csvCell = (cell: Cell): string => {
  const plain = guarded(String(cell));
  // Cells that contain other separators are quoted as well, so that the reader detects the comma as separator even in a
  // file with a single column.
  return /[",;\t\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Written before the first line, so that spreadsheets detect UTF-8 and display all scripts correctly. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line, including its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A complete file: a byte order mark and the lines. No cell is treated as a formula. */
export const csvText = (lines: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + lines.map(csvLine).join('');
