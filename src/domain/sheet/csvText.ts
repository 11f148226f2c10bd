import type { Cell } from './workbookXml.ts';

/** Comma-separated text as spreadsheets read it; used for the exports of both the console and the server. */

/**
 * Text that a spreadsheet would treat as a formula gets a leading apostrophe, and so does text that already looks
 * guarded, so that the reader (csv.ts) can remove exactly one and any text survives the round trip.
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
  // Cells with other separators are quoted as well, so that the reader detects the comma in a file with a single
  // column.
  return /[",;\t\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Precedes the first line, so that spreadsheets detect UTF-8 and display any script correctly. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line including its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A whole file: a byte order mark and the lines; no cell is treated as a formula. */
export const csvText = (lines: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + lines.map(csvLine).join('');
