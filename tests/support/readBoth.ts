import * as sheetJs from 'xlsx';
import { CELL, columnLetter, type SheetData } from '../../src/domain/sheet/columns.ts';
import { openXlsx, type OpenWorkbook } from '../../src/domain/sheet/xlsx.ts';
import { readZipDirectory } from '../../src/domain/sheet/zip.ts';
import { openWorkbook } from '../../src/domain/sheet/openWorkbook.ts';
import { blobPlatform } from '../../src/workers/excel/platform.ts';

/**
 * Reads files with our reader and with the reference implementation (SheetJS), and returns the results in a comparable
 * form.
 */

export type Cells = Record<string, string | number | boolean>;

/**
 * A sheet's values by address. Long integers are numbers here, as in the reference implementation; dates are serial
 * numbers.
 */
export function cellsOf(sheet: SheetData): Cells {
  const cells: Cells = {};
  sheet.columns.forEach((column, at) => {
    if (!column) return;
    for (let row = 0; row < sheet.rows; row++) {
      const kind = column.kinds[row];
      const value = column.values[row] as number;
      if (kind === CELL.empty || kind === CELL.formula) continue;
      cells[`${columnLetter(at)}${sheet.rowNumbers[row]}`] =
        kind === CELL.number || kind === CELL.date
          ? value
          : kind === CELL.boolean
            ? value === 1
            : kind === CELL.longNumber
              ? Number(sheet.texts.text(value))
              : sheet.texts.text(value);
    }
  });
  return cells;
}

/** The sheets as read by our streaming reader, without ever falling back to the general one. */
export async function readOurs(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, Cells>> {
  const platform = blobPlatform(new Blob([bytes]));
  return allCells(await openXlsx(platform, await readZipDirectory(platform.source)));
}

export async function allCells(book: OpenWorkbook): Promise<Record<string, Cells>> {
  const found: Record<string, Cells> = {};
  for (const [index, { name }] of book.sheets.entries()) found[name] = cellsOf(await book.readSheet(index));
  return found;
}

/** Opens a file by its content and name, as the console does. */
export const openFile = (bytes: Uint8Array<ArrayBuffer>, fileName = 'file.xlsx'): Promise<OpenWorkbook> =>
  openWorkbook({
    platform: blobPlatform(new Blob([bytes])),
    fileName,
    loadGeneral: async () => sheetJs,
    loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
  });

/** A row that our reader does not support, so that the general one takes over. */
export const ODD_ROW = '<row r="99"><c r = "A99"><v>99</v></c></row>';

/** The sheets as read by the general reader after falling back to it for a file with ODD_ROW, without that row. */
export async function readHandedOver(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, Cells>> {
  const sheets = await allCells(await openFile(bytes));
  for (const cells of Object.values(sheets)) delete cells['A99'];
  return sheets;
}

/** The sheets as read by SheetJS. */
export function readOracle(bytes: Uint8Array): Record<string, Cells> {
  const book = sheetJs.read(bytes, { type: 'array', cellDates: false, cellText: false, cellHTML: false });
  const found: Record<string, Cells> = {};
  for (const name of book.SheetNames) {
    const cells: Cells = (found[name] = {});
    for (const [address, cell] of Object.entries(book.Sheets[name] ?? {})) {
      if (address.startsWith('!')) continue;
      const { t, v, w } = cell as sheetJs.CellObject;
      if (v === undefined || v === '' || t === 'z') continue;
      cells[address] = t === 'e' ? (ERRORS[v as number] ?? String(w)) : (v as string | number | boolean);
    }
  }
  return found;
}

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};
