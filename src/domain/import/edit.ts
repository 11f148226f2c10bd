import { CELL, cellText, type SheetColumn, type SheetData } from '../sheet/columns.ts';
import { ROW, type ImportFile } from './check.ts';

/** Corrections that a person makes before sending. They change the cells in memory; the whole import is checked again after. */

/**
 * Sets one cell to a text; a blank one empties it. A declared column that the file has not is added behind the others.
 *
 * @param row place among the sheet's stored rows
 * @param column declared column
 * @returns the file as it is now
 */
export function setCell(file: ImportFile, row: number, column: number, text: string): ImportFile {
  const at = file.match.columns[column] ?? -1;
  const changed = at < 0 ? withColumn(file, column) : file;
  const cells = columnOf(changed.sheet, changed.match.columns[column] as number);
  cells.kinds[row] = text === '' ? CELL.empty : CELL.text;
  cells.values[row] = text === '' ? 0 : changed.sheet.texts.internText(text);
  return changed;
}

/**
 * Rows behind the header in which a column says exactly this.
 *
 * @param kinds of the rows when they were checked: what is passed over, as the template's example, is left as it is
 */
export function rowsAlike(file: ImportFile, column: number, value: string, kinds?: Uint8Array): number[] {
  const at = file.match.columns[column] ?? -1;
  const cells = at < 0 ? undefined : file.sheet.columns[at];
  const rows: number[] = [];
  if (!cells) return rows;
  for (let row = file.match.row + 1; row < file.sheet.rows; row++) {
    if (kinds?.[row] === ROW.skipped) continue;
    if (cells.kinds[row] !== CELL.empty && cellText(file.sheet, at, row) === value) rows.push(row);
  }
  return rows;
}

/**
 * Replaces a value wherever a column has exactly it ("replace in 214 rows").
 *
 * @returns how many cells changed
 */
export function replaceValue(file: ImportFile, column: number, value: string, by: string, kinds?: Uint8Array): number {
  const rows = rowsAlike(file, column, value, kinds);
  for (const row of rows) setCell(file, row, column, by);
  return rows.length;
}

function columnOf(sheet: SheetData, at: number): SheetColumn {
  const columns = sheet.columns as (SheetColumn | undefined)[];
  return (columns[at] ??= { kinds: new Uint8Array(sheet.rows), values: new Float64Array(sheet.rows) });
}

function withColumn(file: ImportFile, column: number): ImportFile {
  const columns = [...file.match.columns];
  columns[column] = file.sheet.columns.length;
  return { ...file, match: { ...file.match, columns } };
}
