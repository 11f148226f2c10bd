import { CELL, ColumnStore, tooLong } from './columns.ts';
import { LIMITS } from './limits.ts';
import { NUMBER_ERROR, shownText } from './numberCell.ts';
import type { RowRuns } from './hiddenRows.ts';
import type { MergedRange } from './merges.ts';
import { SHOWS, shownAs } from './numberFormat.ts';
import { SheetFileError } from './problem.ts';
import { TextPool } from './textPool.ts';
import type { OpenWorkbook } from './xlsx.ts';

/** The parts of SheetJS's cells and workbooks that are used here. */
interface CellObject {
  t: string;
  v?: unknown;
  z?: unknown;
  w?: string;
  f?: unknown;
}

interface WorkBook {
  /** The strings to which the cells of an .xls workbook refer. */
  Strings?: readonly { t?: unknown }[];
  SheetNames: string[];
  Sheets: Record<string, unknown>;
  Workbook?: { WBProps?: { date1904?: boolean }; Sheets?: { name?: string; Hidden?: number }[] };
}

/**
 * The parts of the general reader (SheetJS) that are used here. It is passed in, so that its 120 kB are loaded only
 * when a file requires it.
 */
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
  CFB: {
    read: (bytes: Uint8Array, options: { type: 'array' }) => unknown;
    find: (file: never, name: string) => { content?: unknown } | null;
  };
}

/**
 * SheetJS's code page tables (half a megabyte), loaded only for an .xls file from Excel 95 or earlier that uses one of
 * them. The module exports `utils` along with the tables, although its types do not say so.
 */
export interface CodePages {
  cptable: object;
  utils?: unknown;
}

export interface CodePageUtils {
  decode: (codePage: number, bytes: Uint8Array) => string;
  hascp: (codePage: number) => boolean;
}

/** A cell's place, counted from 0. */
interface CellAt {
  r: number;
  c: number;
}

/** What the general reader must be told about a file. */
export interface GeneralOptions {
  /**
   * Whether to create objects for cells without a value, too, which is the only way to detect a formula without a
   * result in .xlsx.
   */
  blanks?: boolean;
  /** For each sheet, whether it is a worksheet; if omitted, all sheets are worksheets. */
  worksheets?: readonly boolean[];
  /** The hidden columns of each sheet, zero-based. */
  hiddenColumns?: readonly RowRuns[];
  /** Converts the strings that the reader returns from the file's code page. */
  decode?: (text: string) => string;
}

/**
 * The workbook stream of an .xls file.
 *
 * @throws SheetFileError 'damaged' if it has none
 */
export function xlsStream({ CFB }: GeneralLibrary, bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xd0) return bytes;
  let content: unknown;
  try {
    const file = CFB.read(bytes, { type: 'array' }) as never;
    content = (CFB.find(file, '/Workbook') ?? CFB.find(file, '/Book'))?.content;
  } catch {
    throw new SheetFileError('damaged');
  }
  if (content instanceof Uint8Array) return content;
  if (Array.isArray(content)) return Uint8Array.from(content as number[]);
  throw new SheetFileError('damaged', 'its sheets are missing');
}

/**
 * Reads files that our own reader does not support: .xls, .xlsb, .ods, and .xlsx with unusual content. The whole
 * workbook is held in memory, so callers must check sizes first.
 * @throws SheetFileError that describes the problem
 */
export function openGeneral(
  library: GeneralLibrary,
  bytes: Uint8Array,
  { blanks = false, worksheets, hiddenColumns = [], decode: decoded = same }: GeneralOptions = {},
): OpenWorkbook {
  // `worksheets` is set only for .xls, a format without checksums.
  const decode = (text: string): string => decoded(withoutZeros(text, worksheets === undefined));
  const readBook = (cellText: boolean): WorkBook => {
    try {
      // Dates are kept as serial numbers: as Date objects, they would be off by a day in time zones west or east of
      // Greenwich.
      const options = { dense: true, cellDates: false, cellNF: true, cellHTML: false, cellText, sheetStubs: blanks };
      return library.read(bytes, { type: 'array', ...options });
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      throw new SheetFileError(/password/i.test(text) ? 'password' : 'damaged');
    }
  };
  const book = readBook(false);
  let shown: WorkBook | undefined;
  /** For errors that the library does not know, only the cell's displayed text reveals the error. */
  const errorText = (name: string, row: string, column: string): string => {
    shown ??= readBook(true);
    return cellsOf(shown.Sheets[name])[row as unknown as number]?.[column as unknown as number]?.w || UNKNOWN_ERROR;
  };
  checkStrings(book.Strings);
  const tables = book.SheetNames.filter(name => isTable(book.Sheets[name]));
  // For many damaged files, SheetJS returns a workbook without sheets.
  if (tables.length === 0) throw new SheetFileError('damaged');
  const names = book.SheetNames.filter((name, at) => tables.includes(name) && worksheets?.[at] !== false);
  if (names.length === 0) throw new SheetFileError('noSheets');
  const texts = new TextPool();
  // Cells with the same shared string have the same string object, so looking it up is many times faster than encoding
  // it again.
  const interned = new Map<string, number>();
  const internOnce = (text: string): number => {
    let number = interned.get(text);
    if (number === undefined) interned.set(text, (number = texts.internText(decode(text))));
    return number;
  };
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return {
    sheets: names.map(name => ({
      name: decode(name),
      hidden: (book.Workbook?.Sheets?.find(sheet => sheet.name === name)?.Hidden ?? 0) > 0,
    })),
    readSheet: async (index, { mostRows = LIMITS.rows + 1 } = {}) => {
      const name = names[index] ?? '';
      const data = cellsOf(book.Sheets[name]);
      const store = new ColumnStore();
      store.hiddenColumns = [...(hiddenColumns[book.SheetNames.indexOf(name)] ?? [])].map(([from, to]) => [from, to]);
      // `for in` is used rather than an index, because rows are sparse and may extend to 1,048,576.
      for (const key in data) {
        const cells = data[key];
        if (!cells) continue;
        let row = -1;
        for (const at in cells) {
          const cell = cells[at];
          if (typeof cell?.v === 'string' && cell.v.length > LIMITS.cellText)
            throw tooLong(decode(name), Number(at), Number(key) + 1);
          const value = cell && takeCell(cell, internOnce, () => errorText(name, key, at));
          if (!value) continue;
          if (row < 0) {
            if (store.rows >= mostRows) return store.data(decode(name), texts, date1904);
            row = store.row(Number(key) + 1);
            if (isHidden(book.Sheets[name], Number(key))) store.hiddenRows += 1;
          }
          store.set(Number(at), row, value.kind, value.value);
        }
      }
      return { ...store.data(decode(name), texts, date1904), merged: mergedIn(book.Sheets[name]) };
    },
  };
}

const mergedIn = (sheet: unknown): MergedRange[] =>
  ((sheet as { '!merges'?: { s: CellAt; e: CellAt }[] })['!merges'] ?? []).map(({ s, e }) => ({
    fromRow: s.r + 1,
    toRow: e.r + 1,
    fromColumn: s.c,
    toColumn: e.c,
  }));

/** Whether a row is hidden, as far as the library reports this; it does not for .xlsx and OpenDocument. */
const isHidden = (sheet: unknown, row: number): boolean =>
  (sheet as { '!rows'?: ({ hidden?: boolean } | undefined)[] })['!rows']?.[row]?.hidden === true;

const same = (text: string): string => text;

/**
 * Returns a cell's text after checking that it contains no zeros.
 * @throws SheetFileError 'damaged' if a file without checksums has zeros, which indicate a gap
 */
function withoutZeros(text: string, checked: boolean): string {
  if (!text.includes('\0')) return text;
  if (!checked) throw new SheetFileError('damaged', 'zeros in a text');
  return text.replaceAll('\0', '_x0000_');
}

/** This many consecutive empty strings indicate damage: no program writes them, because shared strings are unique. */
const EMPTY_TEXTS = 16;

/**
 * @throws SheetFileError 'damaged' if the shared strings have a gap, after which all strings would belong to the wrong
 * cells
 */
function checkStrings(strings: WorkBook['Strings'] = []): void {
  let empty = 0;
  for (const { t } of strings) {
    empty = t === '' ? empty + 1 : 0;
    if (empty === EMPTY_TEXTS) throw new SheetFileError('damaged', 'zeros among its texts');
  }
}

/** Whether a sheet has cells: among a workbook's sheets are also charts, macros and dialogs. */
const isTable = (sheet: unknown): boolean =>
  typeof sheet === 'object' &&
  sheet !== null &&
  (sheet as { '!type'?: unknown })['!type'] === undefined &&
  Array.isArray((sheet as { '!data'?: unknown })['!data']);

/** Cells by row and column; both arrays are sparse. */
const cellsOf = (sheet: unknown): (CellObject[] | undefined)[] =>
  (sheet as { '!data'?: (CellObject[] | undefined)[] } | undefined)?.['!data'] ?? [];

function takeCell(
  cell: CellObject,
  intern: (text: string) => number,
  errorText: () => string,
): { kind: number; value: number } | null {
  const { t, v } = cell;
  if (t === 'n' && typeof v === 'number') {
    if (!Number.isFinite(v)) return { kind: CELL.error, value: intern(NUMBER_ERROR) };
    const shown = typeof cell.z === 'string' ? shownAs(0, cell.z) : 0;
    const written = shownText(v, shown);
    if (written !== null) return { kind: CELL.text, value: intern(written) };
    return { kind: shown === SHOWS.date ? CELL.date : CELL.number, value: v };
  }
  if (t === 'b') return { kind: CELL.boolean, value: v === true ? 1 : 0 };
  if (t === 'e') return { kind: CELL.error, value: intern(ERRORS[v as number] ?? errorText()) };
  if (t === 's' && typeof v === 'string' && v !== '') return { kind: CELL.text, value: intern(v) };
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
