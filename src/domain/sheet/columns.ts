import type { RowRuns } from './hiddenRows.ts';
import type { MergedRange } from './merges.ts';
import { LIMITS } from './limits.ts';
import { SheetFileError } from './problem.ts';
import { serialText } from './serialDate.ts';
import type { TextPool } from './textPool.ts';

/**
 * The kinds of cell values.
 * - number: the value is the number. date: the value is a serial number whose style displays a date (see serialText).
 * - text, error ("#N/A"), longNumber (an integer with more digits than a number can store, kept as digits): an index
 *   into the string pool. boolean: 0 or 1. formula: a formula without a cached result.
 */
export const CELL = {
  empty: 0,
  number: 1,
  text: 2,
  boolean: 3,
  error: 4,
  date: 5,
  longNumber: 6,
  formula: 7,
} as const;

/** One column: the kind and the value of each stored row. Both arrays may be longer than the number of rows. */
export interface SheetColumn {
  kinds: Uint8Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
}

/** A worksheet's cells, column by column; rows without values are skipped. */
export interface SheetData {
  name: string;
  /** The number of stored rows. */
  rows: number;
  /** The row number in the spreadsheet (from 1) of each stored row, ascending. */
  rowNumbers: Int32Array<ArrayBuffer>;
  /** Columns by zero-based number (0 is A); columns without values are missing. */
  columns: readonly (SheetColumn | undefined)[];
  texts: TextPool;
  date1904: boolean;
  /**
   * The number of stored rows that are hidden in the file, whether by a person, a filter or a collapsed outline;
   * defaults to 0.
   */
  hiddenRows?: number;
  /** Columns that are hidden in the file, zero-based, as far as the reader can determine. */
  hiddenColumns?: RowRuns;
  /** Merged ranges of cells, if the whole sheet was read. */
  merged?: readonly MergedRange[];
  /**
   * For a text file that does not declare its encoding: the encoding used, and a sample by which a person can verify
   * it.
   */
  guessed?: GuessedEncoding;
}

/**
 * An encoding that was guessed because the file does not declare one. Data read with it is never stored unless a person
 * confirms the encoding.
 */
export interface GuessedEncoding {
  encoding: 'Windows-1252';
  example: string;
}

/** Collects cells row by row. */
export class ColumnStore {
  readonly columns: (SheetColumn | undefined)[] = [];
  rowNumbers: Int32Array<ArrayBuffer>;
  rows = 0;
  /** The number of stored rows that are hidden. */
  hiddenRows = 0;
  /** The hidden columns as runs of zero-based numbers. */
  hiddenColumns: [number, number][] = [];
  capacity: number;
  private held = 0;
  /** The expected number of rows; 0 if unknown. */
  expected = 0;

  constructor(capacity = 256) {
    this.capacity = capacity;
    this.rowNumbers = new Int32Array(capacity);
  }

  /** Starts a stored row and returns its index. */
  row(number: number): number {
    if (this.rows === this.capacity) this.grow();
    this.rowNumbers[this.rows] = number;
    return this.rows++;
  }

  /**
   * Creates a column that has had no values so far.
   * @throws SheetFileError 'tooManyCells'
   */
  add(column: number): SheetColumn {
    if (column >= LIMITS.columns) throw new SheetFileError('damaged', 'a cell beyond column XFD');
    this.held += 1;
    if (this.capacity * this.held > LIMITS.cells) throw new SheetFileError('tooManyCells');
    const made = { kinds: new Uint8Array(this.capacity), values: new Float64Array(this.capacity) };
    this.columns[column] = made;
    return made;
  }

  /** Sets a cell of a stored row. */
  set(column: number, row: number, kind: number, value: number): void {
    const into = this.columns[column] ?? this.add(column);
    into.kinds[row] = kind;
    into.values[row] = value;
  }

  data(name: string, texts: TextPool, date1904: boolean): SheetData {
    const { rows, rowNumbers, columns, hiddenRows, hiddenColumns } = this;
    return { name, rows, rowNumbers, columns, texts, date1904, hiddenRows, hiddenColumns };
  }

  private grow(): void {
    const twice = this.capacity * 2;
    // Grows to the expected size in one step, because every reallocation copies all columns.
    const aimed = Math.min(Math.max(twice, this.expected), LIMITS.rows);
    if (aimed <= this.capacity) throw new SheetFileError('tooManyRows');
    const fits = this.held === 0 ? aimed : Math.min(aimed, Math.floor(LIMITS.cells / this.held));
    if (fits <= this.capacity) throw new SheetFileError('tooManyCells');
    this.capacity = fits;
    const rowNumbers = new Int32Array(fits);
    rowNumbers.set(this.rowNumbers);
    this.rowNumbers = rowNumbers;
    for (const column of this.columns) {
      if (!column) continue;
      const kinds = new Uint8Array(fits);
      kinds.set(column.kinds);
      column.kinds = kinds;
      const values = new Float64Array(fits);
      values.set(column.values);
      column.values = values;
    }
  }
}

/**
 * @throws SheetFileError 'textTooLong' with the position of the first cell whose text is too long for a spreadsheet
 * cell
 */
export function checkTexts({ name, rows, rowNumbers, columns, texts }: SheetData): void {
  // A string never has more characters than bytes.
  if (texts.longest <= LIMITS.cellText) return;
  const known = new Uint8Array(texts.count);
  const isLong = (text: number): boolean => {
    known[text] ||= texts.size(text) > LIMITS.cellText && texts.text(text).length > LIMITS.cellText ? 2 : 1;
    return known[text] === 2;
  };
  for (let row = 0; row < rows; row++) {
    for (const [at, column] of columns.entries()) {
      const kind = column?.kinds[row];
      if (kind !== CELL.text && kind !== CELL.error && kind !== CELL.longNumber) continue;
      if (isLong(column?.values[row] as number)) throw tooLong(name, at, rowNumbers[row] as number);
    }
  }
}

/**
 * The error for a cell whose text is too long.
 * @param row row number in the spreadsheet
 */
export const tooLong = (sheet: string, column: number, row: number): SheetFileError =>
  new SheetFileError('textTooLong', `cell ${columnLetter(column)}${row}${sheet === '' ? '' : ` of "${sheet}"`}`);

/**
 * A cell as a string, as a person would type it: numbers without exponents, dates as YYYY-MM-DD, booleans as TRUE and
 * FALSE.
 */
export function cellText(sheet: SheetData, column: number, row: number): string {
  const cells = sheet.columns[column];
  const kind = cells?.kinds[row] ?? CELL.empty;
  const value = cells?.values[row] ?? 0;
  switch (kind) {
    case CELL.number:
      return numberText(value);
    case CELL.text:
    case CELL.error:
    case CELL.longNumber:
      return sheet.texts.text(value);
    case CELL.boolean:
      return value === 1 ? 'TRUE' : 'FALSE';
    case CELL.date:
      return serialText(value, sheet.date1904);
    default:
      return '';
  }
}

/**
 * Returns a number cell as a number and any other cell like `cellText`: a parser of amounts must know that a number
 * cell has no notation.
 */
export function cellValue(sheet: SheetData, column: number, row: number): string | number {
  const cells = sheet.columns[column];
  return cells?.kinds[row] === CELL.number ? (cells.values[row] ?? 0) : cellText(sheet, column, row);
}

/** Formats a number without an exponent, as far as its digits are known: 1.2E+21 is "1200000000000000000000". */
export function numberText(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`;
}

/** The name of a column: 0 is A, 26 is AA. */
export function columnLetter(column: number): string {
  let name = '';
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1)
    name = String.fromCharCode(65 + (left % 26)) + name;
  return name;
}
