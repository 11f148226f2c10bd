import type { Cell } from './workbookXml.ts';

/** Comma-separated text as spreadsheets read it; the exports of both console and server are written with it. */

/**
 * Text that a spreadsheet would treat as a formula gets a leading apostrophe, and so does text that already looks
 * guarded, so that the reader (csv.ts) can remove exactly one and every text survives the round trip.
 */
const GUARDED = /^'*[=+\-@\t\r]/;
const NUMBER = /^-?\d+([.,]\d+)*$/;

/** The text as a CSV cell that is never treated as a formula. `unguardedStart` reverses it. */
export const guarded = (text: string): string => (GUARDED.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const APOSTROPHE = 0x27;
const FORMULA_STARTS: ReadonlySet<number | undefined> = new Set([...'=+-@\t\r'].map(sign => sign.charCodeAt(0)));

/**
 * Where a cell's own text begins within its bytes: 1 if `guarded` added an apostrophe, otherwise 0. An apostrophe
 * that people type in a spreadsheet has the same meaning: it is never part of the text.
 */
export function unguardedStart(cell: Uint8Array, length: number): 0 | 1 {
  if (cell[0] !== APOSTROPHE) return 0;
  let at = 1;
  while (at < length && cell[at] === APOSTROPHE) at += 1;
  return at < length && FORMULA_STARTS.has(cell[at]) ? 1 : 0;
}

const csvCell = (cell: Cell): string => {
  const plain = guarded(String(cell));
  // Cells with other separators are quoted too, so that the reader detects the comma in a file with one column.
  return /[",;\t\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Precedes the first line, so that spreadsheets recognize UTF-8 and show names in any script correctly. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line including its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A whole file: a byte order mark and the lines; no cell is treated as a formula. */
export const csvText = (lines: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + lines.map(csvLine).join('');
