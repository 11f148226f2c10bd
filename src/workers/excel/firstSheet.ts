import { CELL, cellText, type SheetData } from '../../domain/sheet/columns.ts';
import { refuseGuessed } from '../../domain/sheet/csv.ts';
import { fileProblem, SheetFileError } from '../../domain/sheet/problem.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import type { OpenWorkbook } from '../../domain/sheet/xlsx.ts';

/** For results that consist of the person's file with columns added: reads the file and copies its cells. */

/** A copied cell of the person's file: numbers as numbers, everything else as strings. */
export function copied(sheet: SheetData, column: number, row: number): Cell {
  const cells = sheet.columns[column];
  const kind = cells?.kinds[row] ?? CELL.empty;
  if (kind === CELL.empty || kind === CELL.formula) return '';
  return kind === CELL.number ? (cells?.values[row] as number) : cellText(sheet, column, row);
}

/** Reads the only visible sheet with rows; if there are several, a message asks the person to choose one. */
export async function readFirst(
  file: File,
  open: (file: File) => Promise<OpenWorkbook>,
  mostRows: number,
): Promise<SheetData | { problem: string }> {
  try {
    const book = await open(file);
    const visible = book.sheets.flatMap(({ hidden }, index) => (hidden ? [] : [index]));
    let only: SheetData | null = null;
    for (const index of visible) {
      const sheet = await book.readSheet(index, { mostRows: only ? 2 : mostRows });
      refuseGuessed(sheet);
      if (sheet.rows === 0) continue;
      if (only) throw new SheetFileError('severalSheets', `"${only.name}" and "${sheet.name}"`);
      only = sheet;
    }
    if (only) return only;
    throw new SheetFileError('noSheets');
  } catch (error) {
    if (!(error instanceof SheetFileError)) throw error;
    return { problem: fileProblem(error.kind, file.name, error.found).message };
  }
}
