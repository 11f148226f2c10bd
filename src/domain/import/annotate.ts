import { CELL, cellText, type SheetData } from '../sheet/columns.ts';
import type { Cell, Column } from '../sheet/workbookXml.ts';
import type { SheetToWrite } from '../sheet/writeWorkbook.ts';
import type { Checked, CheckedFile, ImportLookup } from './check.ts';
import { describeError } from './describe.ts';
import { ERRORS_HEADER } from './headers.ts';

/** Widths of the original columns and of the errors', in characters. */
const WIDTH = 18;
const ERRORS_WIDTH = 80;

/** A cell as it goes back into a spreadsheet; dates and long numbers as texts, which stay what they are. */
function cellOf(sheet: SheetData, column: number, row: number): Cell {
  const cells = sheet.columns[column];
  return cells?.kinds[row] === CELL.number ? (cells.values[row] as number) : cellText(sheet, column, row);
}

/**
 * A file's rows as they were, corrections included, with one more column that says what is wrong with each: the annotated
 * workbook. What stands above the header row is left out.
 */
export function annotatedSheet(checked: Checked, lookup: ImportLookup, number: number): SheetToWrite {
  const { sheet, match } = checked.files[number] as CheckedFile;
  const width = sheet.columns.length;
  const shown = Array.from({ length: width }, (_, column) => column).filter(
    column => cellText(sheet, column, match.row) !== ERRORS_HEADER,
  );
  const columns: Column[] = shown.map(column => ({ heading: cellText(sheet, column, match.row), width: WIDTH }));
  return {
    name: sheet.name,
    columns: [...columns, { heading: ERRORS_HEADER, width: ERRORS_WIDTH }],
    rows: rowsOf(checked, lookup, number, shown),
  };
}

function* rowsOf(checked: Checked, lookup: ImportLookup, number: number, shown: readonly number[]): Generator<Cell[]> {
  const { sheet, match } = checked.files[number] as CheckedFile;
  const { errors } = checked;
  const ordered = errors.inOrder().filter(at => errors.files[at] === number);
  let next = 0;
  for (let row = match.row + 1; row < sheet.rows; row++) {
    const told: string[] = [];
    for (; next < ordered.length && errors.rows[ordered[next] as number] === row; next++) {
      const { message, suggestion } = describeError(checked, lookup, ordered[next] as number);
      told.push(suggestion ? `${message} (${suggestion}?)` : message);
    }
    yield [...shown.map(column => cellOf(sheet, column, row)), told.join('; ')];
  }
}
