import { CELL, cellText } from '../sheet/columns.ts';
import type { Cell, Column } from '../sheet/workbookXml.ts';
import type { SheetToWrite } from '../sheet/writeWorkbook.ts';
import type { Checked, CheckedFile, ImportLookup } from './check.ts';
import { describeError } from './describe.ts';
import { ERRORS_HEADER, foldHeader } from './headers.ts';

/** Column widths, in characters. */
const ERRORS_WIDTH = 60;
const PLAIN_WIDTH = 18;

/**
 * Converts a checked file to a sheet that can be written: its current rows, with mapped columns under their declared
 * headers. It omits the rows above the header row, the error column of an earlier download, and any unmapped column
 * whose heading is a declared header, so that each heading occurs only once when the sheet is read again.
 *
 * @param explain the names used in error messages; the errors are written to a last column, "Errors", as in the
 * annotated workbook. Null omits that column
 */
export function fileSheet(checked: Checked, number: number, explain: ImportLookup | null): SheetToWrite {
  const file = checked.files[number] as CheckedFile;
  const { sheet, match } = file;
  const declared = new Map(match.columns.map((at, column) => [at, checked.declaration.columns[column]]));
  const headingOf = (at: number): string =>
    declared.get(at)?.header ?? (match.row < 0 ? '' : cellText(sheet, at, match.row));
  const headings = new Set(checked.declaration.columns.map(({ header }) => foldHeader(header)));
  const shown = sheet.columns
    .map((_, at) => at)
    .filter(at => headingOf(at) !== ERRORS_HEADER && (declared.has(at) || !headings.has(foldHeader(headingOf(at)))));
  const columns: Column[] = shown.map(at => ({
    heading: headingOf(at),
    width: declared.get(at)?.width ?? PLAIN_WIDTH,
  }));
  const said = explain ? errorTexts(checked, number, explain) : null;

  function* rows(): Generator<readonly Cell[]> {
    for (let row = match.row + 1; row < sheet.rows; row++) {
      const cells = shown.map(at => cellOf(file, at, row));
      if (said) cells.push(said.get(row) ?? '');
      yield cells;
    }
  }
  return {
    name: sheet.name,
    columns: said ? [...columns, { heading: ERRORS_HEADER, width: ERRORS_WIDTH }] : columns,
    rows: rows(),
  };
}

/** Dates and long numbers are written as strings, so that spreadsheets do not alter them. */
function cellOf({ sheet }: CheckedFile, column: number, row: number): Cell {
  const cells = sheet.columns[column];
  const kind = cells?.kinds[row] ?? CELL.empty;
  if (kind === CELL.empty || kind === CELL.formula) return '';
  return kind === CELL.number ? (cells?.values[row] as number) : cellText(sheet, column, row);
}

/** The errors of each row of a file, by row index. */
function errorTexts(checked: Checked, number: number, lookup: ImportLookup): Map<number, string> {
  const { errors } = checked;
  const texts = new Map<number, string>();
  for (const at of errors.inOrder()) {
    if (errors.files[at] !== number) continue;
    const row = errors.rows[at] as number;
    const { header, message, suggestion } = describeError(checked, lookup, at);
    const said = `${header}: ${message}${suggestion ? ` (did you mean ${suggestion}?)` : ''}`;
    const before = texts.get(row);
    texts.set(row, before === undefined ? said : `${before}; ${said}`);
  }
  return texts;
}
