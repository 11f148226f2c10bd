import type { Cell } from './workbookXml.ts';

/** Comma-separated text as spreadsheets read it; the writers of exports on both sides use it. */

/** A text that a spreadsheet would take for a formula is written as the text that it is. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+([.,]\d+)*$/;

/** The text with an apostrophe before it, where a spreadsheet would take it for a formula. */
export const plainText = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const csvCell = (cell: Cell): string => {
  const plain = plainText(String(cell));
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Comes before the first line, so that spreadsheets read names in any script. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A whole file: lines with a byte order mark before them; no cell is a formula. */
export const csvText = (lines: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + lines.map(csvLine).join('');
