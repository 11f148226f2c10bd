/** Cells copied from a spreadsheet, row by row; rows may have different lengths. */
export type Block = readonly (readonly string[])[];

/**
 * Parses a block: one line per row, with cells separated by tabs. A cell that contains a line break, tab or quote is
 * quoted, and its own quotes are doubled, as in Excel. The trailing line break that every spreadsheet adds does not
 * start a new row.
 */
export function readBlock(text: string): Block {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let at = 0;
  const end = text.length;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  while (at < end) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else cell += sign;
    at += 1;
  }
  // An unclosed quote is part of its cell's text, as in 5"; otherwise the cell would swallow everything after it.
  if (quoted) return plainBlock(text);
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** Parses a block without quoted cells. */
const plainBlock = (text: string): Block =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'));
