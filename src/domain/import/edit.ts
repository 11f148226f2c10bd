import { CELL, cellText, type SheetColumn, type SheetData } from '../sheet/columns.ts';
import { rewritten, type NumberStyle } from '../rates/pastedNumbers.ts';
import { plainNumber, type NumberRule } from '../wholeNumber.ts';
import { ROW, type ImportFile } from './check.ts';

/**
 * Corrections that a person makes before sending an import. They change cells in memory; afterward, the whole import is
 * checked again.
 */

/**
 * Sets the content of a cell; a blank string clears it. If the file lacks the declared column, it is appended after the
 * others.
 * @param row index among the sheet's stored rows
 * @param column declared column
 * @returns the changed file
 */
export function setCell(file: ImportFile, row: number, column: number, text: string): ImportFile {
  const at = file.match.columns[column] ?? -1;
  if (at < 0 && text === '') return file;
  const changed = at < 0 ? withColumn(file, column) : file;
  const cells = columnOf(changed.sheet, changed.match.columns[column] as number);
  cells.kinds[row] = text === '' ? CELL.empty : CELL.text;
  cells.values[row] = text === '' ? 0 : changed.sheet.texts.internText(text);
  return changed;
}

/**
 * Rows below the header whose cell in the given column has exactly this content.
 * @param kinds the row kinds from the last check, used to exclude skipped rows such as the template's example
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
 * The cells of a numeric column whose text is a different number, or a clear one, if the file writes its numbers in the
 * given notation. Cells that contain numbers instead of text are clear already.
 * @param rule how the country writes the column's numbers
 * @param kinds the row kinds from the last check, used to exclude skipped rows
 */
export function cellsInStyle(
  file: ImportFile,
  column: number,
  style: NumberStyle,
  rule: NumberRule,
  kinds?: Uint8Array,
): { row: number; text: string }[] {
  const at = file.match.columns[column] ?? -1;
  const cells = at < 0 ? undefined : file.sheet.columns[at];
  const found: { row: number; text: string }[] = [];
  if (!cells) return found;
  for (let row = file.match.row + 1; row < file.sheet.rows; row++) {
    if (kinds?.[row] === ROW.skipped || cells.kinds[row] !== CELL.text) continue;
    const before = cellText(file.sheet, at, row);
    const text = rewritten(before, style, rule);
    if (text !== before && plainNumber(text, rule) !== plainNumber(before, rule)) found.push({ row, text });
  }
  return found;
}

/** Whether all declared columns of a row are empty. */
export const isEmptyRow = ({ match, sheet }: ImportFile, row: number): boolean =>
  match.columns.every(at => at < 0 || (sheet.columns[at]?.kinds[row] ?? CELL.empty) === CELL.empty);

/**
 * Keeps track of which cells were corrected (a cell corrected twice counts once) and which rows were excluded, using
 * one byte per row and column.
 */
export class CorrectedCells {
  private readonly marks = new Map<string, Uint8Array>();
  private readonly out = new Map<number, Set<number>>();
  count = 0;

  /** @param file any number that is different for each file */
  add(file: number, { sheet }: ImportFile, row: number, column: number): void {
    const key = `${file}/${column}`;
    let marks = this.marks.get(key);
    if (!marks) this.marks.set(key, (marks = new Uint8Array(sheet.rows)));
    if (marks[row] === 1) return;
    marks[row] = 1;
    this.count += 1;
  }

  /** An excluded row counts as one correction, no matter how many of its cells were corrected. */
  leaveOut(file: number, { match }: ImportFile, row: number): void {
    const rows = this.out.get(file) ?? new Set<number>();
    this.out.set(file, rows.add(row));
    for (const column of match.columns.keys()) {
      const marks = this.marks.get(`${file}/${column}`);
      if (marks?.[row] !== 1) continue;
      marks[row] = 0;
      this.count -= 1;
    }
  }

  get rowsLeftOut(): number {
    return [...this.out.keys()].reduce((total, file) => total + this.rowsLeftOutOf(file), 0);
  }

  rowsLeftOutOf(file: number): number {
    return this.out.get(file)?.size ?? 0;
  }
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
