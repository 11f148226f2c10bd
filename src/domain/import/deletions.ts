import { CELL, cellText, columnLetter, type SheetData } from '../sheet/columns.ts';
import { SheetFileError } from '../sheet/problem.ts';
import { ACTION_COLUMN, REMOVE, WRITE, type ImportDeclaration } from './declaration.ts';
import { foldHeader, type HeaderMatch } from './headers.ts';

const ACTION = foldHeader(ACTION_COLUMN.header);

/**
 * Refuses a file whose action codes ask for deletions if the import has no action codes (UPLOAD-19, G64). Such a column
 * would be ignored, and the rows to delete would be imported like all others.
 * @throws SheetFileError 'deletions' that names the first such cell
 */
export function refuseDeletions(declaration: ImportDeclaration, sheet: SheetData, match: HeaderMatch): void {
  if (declaration.action !== undefined) return;
  for (const { column, header } of match.unknown) {
    if (foldHeader(header) !== ACTION) continue;
    const kinds = sheet.columns[column]?.kinds;
    for (let row = match.row + 1; row < sheet.rows; row++) {
      if ((kinds?.[row] ?? CELL.empty) === CELL.empty) continue;
      const text = cellText(sheet, column, row).trim();
      if (text === '' || text === String(WRITE)) continue;
      const place = `row ${sheet.rowNumbers[row] ?? 0}, ${header} (column ${columnLetter(column)})`;
      throw new SheetFileError('deletions', text === String(REMOVE) ? place : `${place}: "${text.slice(0, 20)}"`);
    }
  }
}
