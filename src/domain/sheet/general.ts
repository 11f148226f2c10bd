import { CELL, ColumnStore } from './columns.ts';
import { LIMITS } from './limits.ts';
import { NUMBER_ERROR } from './numberCell.ts';
import { isDateFormat } from './numberFormat.ts';
import { SheetFileError } from './problem.ts';
import { TextPool } from './textPool.ts';
import type { OpenWorkbook } from './xlsx.ts';

/** A cell and a workbook as SheetJS makes them, as far as they are read here. */
interface CellObject {
  t: string;
  v?: unknown;
  z?: unknown;
  w?: string;
  f?: unknown;
}

interface WorkBook {
  SheetNames: string[];
  Sheets: Record<string, unknown>;
  Workbook?: { WBProps?: { date1904?: boolean }; Sheets?: { name?: string; Hidden?: number }[] };
}

/** What of the general reader (SheetJS) is used; handed in, so that its 120 kB are loaded only when a file needs them. */
export interface GeneralLibrary {
  read: (
    bytes: Uint8Array,
    options: {
      type: 'array';
      dense: boolean;
      cellDates: boolean;
      cellNF: boolean;
      cellHTML: boolean;
      cellText: boolean;
      sheetStubs: boolean;
    },
  ) => WorkBook;
}

/**
 * Reads what our own reader does not know: .xls, .xlsb, .ods, and .xlsx with something unusual in it. The whole workbook
 * is in memory at once, so callers check sizes before.
 *
 * @param blanks makes an object of each cell without a value as well: only so a formula without a result is seen in .xlsx
 * @throws SheetFileError with what was wrong
 */
export function openGeneral(library: GeneralLibrary, bytes: Uint8Array, blanks = false): OpenWorkbook {
  const readBook = (cellText: boolean): WorkBook => {
    try {
      // Dates stay serial numbers: as Date objects they would shift by a day west or east of Greenwich.
      const options = { dense: true, cellDates: false, cellNF: true, cellHTML: false, cellText, sheetStubs: blanks };
      return library.read(bytes, { type: 'array', ...options });
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      throw new SheetFileError(/password/i.test(text) ? 'password' : 'damaged');
    }
  };
  const book = readBook(false);
  let shown: WorkBook | undefined;
  /** An error that the library has no number for is only in what it shows of the cell. */
  const errorText = (name: string, row: string, column: string): string => {
    shown ??= readBook(true);
    return cellsOf(shown.Sheets[name])[row as unknown as number]?.[column as unknown as number]?.w || UNKNOWN_ERROR;
  };
  const names = book.SheetNames.filter(name => isTable(book.Sheets[name]));
  // SheetJS answers many damaged files with a workbook without sheets.
  if (names.length === 0) throw new SheetFileError('damaged');
  const texts = new TextPool();
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return {
    sheets: names.map(name => ({
      name,
      hidden: (book.Workbook?.Sheets?.find(sheet => sheet.name === name)?.Hidden ?? 0) > 0,
    })),
    readSheet: async (index, { mostRows = LIMITS.rows + 1 } = {}) => {
      const name = names[index] ?? '';
      const data = cellsOf(book.Sheets[name]);
      const store = new ColumnStore();
      // `for in`, not an index: rows are sparse and may end at 1,048,576.
      for (const key in data) {
        const cells = data[key];
        if (!cells) continue;
        let row = -1;
        for (const at in cells) {
          const cell = cells[at];
          const value = cell && takeCell(cell, texts, () => errorText(name, key, at));
          if (!value) continue;
          if (row < 0) {
            if (store.rows >= mostRows) return store.data(name, texts, date1904);
            row = store.row(Number(key) + 1);
          }
          store.set(Number(at), row, value.kind, value.value);
        }
      }
      return store.data(name, texts, date1904);
    },
  };
}

const isTable = (sheet: unknown): boolean =>
  typeof sheet === 'object' && sheet !== null && Array.isArray((sheet as { '!data'?: unknown })['!data']);

/** Cells by row and column; both are sparse. */
const cellsOf = (sheet: unknown): (CellObject[] | undefined)[] =>
  (sheet as { '!data'?: (CellObject[] | undefined)[] } | undefined)?.['!data'] ?? [];

function takeCell(cell: CellObject, texts: TextPool, errorText: () => string): { kind: number; value: number } | null {
  const { t, v } = cell;
  if (t === 'n' && typeof v === 'number') {
    if (!Number.isFinite(v)) return { kind: CELL.error, value: texts.internText(NUMBER_ERROR) };
    const isDate = typeof cell.z === 'string' && isDateFormat(0, cell.z);
    return { kind: isDate ? CELL.date : CELL.number, value: v };
  }
  if (t === 'b') return { kind: CELL.boolean, value: v === true ? 1 : 0 };
  if (t === 'e') return { kind: CELL.error, value: texts.internText(ERRORS[v as number] ?? errorText()) };
  if (t === 's' && typeof v === 'string' && v !== '') return { kind: CELL.text, value: texts.internText(v) };
  return cell.f === undefined || t === 's' ? null : { kind: CELL.formula, value: 0 };
}

const UNKNOWN_ERROR = '#ERROR!';

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};
