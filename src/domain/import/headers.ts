import { fold } from '../fold.ts';
import { CELL, cellText, columnLetter, type SheetData } from '../sheet/columns.ts';
import type { RowRuns } from '../sheet/hiddenRows.ts';
import { SheetFileError } from '../sheet/problem.ts';
import { closest } from './closest.ts';
import type { ImportColumn, ImportDeclaration } from './declaration.ts';

/**
 * Normalizes a header for matching: case, spaces, accents and any characters that people add are ignored, so that
 * "Channel_ID*" matches "Channel ID".
 */
export const foldHeader = (header: string): string => fold(header).replace(/[\s_*:.()\u200b\ufeff-]/g, '');

/** The error column of an annotated workbook; ignored when the file is imported again. */
export const ERRORS_HEADER = 'Errors';

/** How a sheet's columns are mapped to an import. */
export interface HeaderMatch {
  /** The index of the header row among the stored rows; -1 if none was found. */
  row: number;
  /** The zero-based column in the sheet, by declared column; -1 if there is none. */
  columns: readonly number[];
  /** The file's unmapped columns, each with the declared header that was probably meant. */
  unknown: readonly { column: number; header: string; suggestion: string | null }[];
  /** Required declared columns that the file does not have. */
  missing: readonly string[];
  /**
   * Declared columns whose heading occurs in several columns of the file. None of them is mapped until a person chooses
   * one.
   */
  twice: readonly TwiceColumn[];
}

/** A declared column that matches several of the file's columns. */
export interface TwiceColumn {
  /** The key of the declared column. */
  key: string;
  /** The header of the declared column. */
  header: string;
  /** The file's columns, from left to right. */
  columns: readonly { column: number; header: string; hidden: boolean }[];
  /** The zero-based number of the chosen column; null until one is chosen. */
  chosen: number | null;
}

/**
 * The person's choice among several columns with the same heading: the column's number, by key of the declared column.
 */
export type ColumnChoice = Readonly<Record<string, number>>;

/** Options for matching a row. */
interface MatchOptions {
  /** The index of the row; defaults to 0. */
  row?: number;
  /** A person's choice among columns with the same heading. */
  choice?: ColumnChoice;
  /** The file's hidden columns, zero-based. */
  hiddenColumns?: RowRuns;
}

/** The sheet of a file to import. */
export interface SheetMatch {
  /** The index of the sheet in the file. */
  sheet: number;
  match: HeaderMatch;
  /** Indexes of other sheets that have all the columns, too, and may be the intended one. */
  alike: readonly number[];
  /** Indexes of the visible sheets among which a person must choose; empty if there is nothing to choose. */
  undecided: readonly number[];
}

/**
 * A person's choice for a file's header: the key of a declared column, or null to ignore the column. Keyed by folded
 * header.
 */
export type HeaderMapping = Readonly<Record<string, string | null>>;

const mustBeThere = ({ type, required, mayBeMissing }: ImportColumn): boolean =>
  !mayBeMissing && type.kind !== 'info' && required !== 'no';

/** Matches the cells of one row against the declared headers. */
export function matchHeaders(
  declaration: ImportDeclaration,
  headers: readonly string[],
  mapping: HeaderMapping = {},
  { row = 0, choice = {}, hiddenColumns = [] }: MatchOptions = {},
): HeaderMatch {
  const { found, left, several, missing } = placeHeaders(declaration, headers, mapping, choice);
  const free = declaration.columns.filter((_, at) => found[at] === -1 && !several.has(at)).map(headerOf);
  const unknown = left.map(({ column, header }) => ({ column, header, suggestion: closest(header, free) }));
  const isHidden = (column: number): boolean => hiddenColumns.some(([from, to]) => column >= from && column <= to);
  const twice = [...several].map(([at, columns]) => ({
    key: declaration.columns[at]?.key ?? '',
    header: declaration.columns[at]?.header ?? '',
    columns: columns.map(column => ({ column, header: headers[column] ?? '', hidden: isHidden(column) })),
    chosen: (found[at] ?? -1) >= 0 ? (found[at] as number) : null,
  }));
  return { row, columns: found, unknown, missing, twice };
}

/** Maps a row's columns to declared ones, without the suggestions for unmatched columns, which take much longer. */
function placeHeaders(
  declaration: ImportDeclaration,
  headers: readonly string[],
  mapping: HeaderMapping,
  choice: ColumnChoice = {},
) {
  const { columns } = declaration;
  const byHeader = new Map(columns.map(({ header }, at) => [foldHeader(header), at]));
  const byKey = new Map(columns.map(({ key }, at) => [key, at]));
  const left: { column: number; header: string }[] = [];
  // An exact header match takes precedence over a choice made for a different header, whether in this file or an
  // earlier one.
  const own = columns.map((): number[] => []);
  const mapped = columns.map((): number[] => []);
  headers.forEach((header, column) => {
    const folded = foldHeader(header);
    if (folded === '' || folded === foldHeader(ERRORS_HEADER)) return;
    const chosen = mapping[folded];
    if (chosen === null) return;
    const at = chosen === undefined ? byHeader.get(folded) : byKey.get(chosen);
    if (at === undefined) left.push({ column, header });
    else (byHeader.get(folded) === at ? own : mapped)[at]?.push(column);
  });
  /** The columns of the file among which a person must choose, by index of the declared column. */
  const several = new Map<number, readonly number[]>();
  const found = columns.map(({ key }, at) => {
    const byItself = own[at] as number[];
    const serving = byItself.length > 0 ? byItself : (mapped[at] as number[]);
    if (byItself.length > 0)
      for (const column of mapped[at] as number[]) left.push({ column, header: headers[column] ?? '' });
    if (serving.length < 2 || !isRead(declaration, at)) return serving[0] ?? -1;
    several.set(at, serving);
    const chosen = choice[key];
    return chosen !== undefined && serving.includes(chosen) ? chosen : -1;
  });
  left.sort((a, b) => a.column - b.column);
  const isThere = (at: number): boolean => (found[at] ?? -1) >= 0 || several.has(at);
  const without = columns.filter((column, at) => !isThere(at) && mustBeThere(column));
  const missing = placesServe(declaration, isThere)
    ? without.filter(({ key }) => !isPlaceId(declaration, key)).map(headerOf)
    : without.map(headerOf);
  return { found, left, several, missing, score: columns.filter((_, at) => isThere(at)).length };
}

/**
 * Whether a declared column is read from the file. Columns of kind info are ignored, unless they contain names of
 * places.
 */
function isRead({ columns, places = [] }: ImportDeclaration, at: number): boolean {
  const { key, type } = columns[at] as ImportColumn;
  return type.kind !== 'info' || places.some(({ names }) => names.includes(key));
}

const headerOf = ({ header }: ImportColumn): string => header;

const isPlaceId = ({ places = [] }: ImportDeclaration, key: string): boolean => places.some(({ id }) => id === key);

/** Whether the columns with a place's names are present, so that its id column may be missing. */
function placesServe({ columns, places = [] }: ImportDeclaration, isThere: (at: number) => boolean): boolean {
  const has = (key: string): boolean => isThere(columns.findIndex(column => column.key === key));
  return places.some(({ id, names }) => id !== null && has(names[0] ?? ''));
}

/**
 * The maximum number of non-empty rows in which headers are searched for, since titles and remarks may precede them.
 */
export const HEAD_ROWS = 200;
/**
 * The maximum number of cells examined in these rows, since a sheet may have thousands of columns. The first row is
 * always examined in full.
 */
const HEAD_CELLS = 100_000;

/** A row as strings: its row number in the spreadsheet, and its cells from column A to the last non-empty one. */
export interface HeadRow {
  number: number;
  cells: readonly string[];
}

/** The first rows of a sheet, in which headers are searched for. */
export function headOf(sheet: SheetData): HeadRow[] {
  const head: HeadRow[] = [];
  let room = HEAD_CELLS;
  for (let row = 0; row < Math.min(HEAD_ROWS, sheet.rows); row++) {
    let end = sheet.columns.length;
    while (end > 0 && (sheet.columns[end - 1]?.kinds[row] ?? CELL.empty) === CELL.empty) end -= 1;
    room -= end;
    if (room < 0 && row > 0) break;
    const cells = Array.from({ length: end }, (_, column) => cellText(sheet, column, row));
    head.push({ number: sheet.rowNumbers[row] ?? 0, cells });
  }
  return head;
}

/**
 * Finds the header row: among the first rows of all sheets, the one that matches the most declared headers. Visible
 * sheets take precedence over hidden ones.
 *
 * @param sheets the first rows of each sheet as strings
 * @returns the sheet's index and its match; the first sheet with row -1 if no row has a known header
 */
export function findHeaders(
  declaration: ImportDeclaration,
  sheets: readonly { hidden: boolean; head: readonly { cells: readonly string[] }[]; hiddenColumns?: RowRuns }[],
  mapping: HeaderMapping = {},
  choice: ColumnChoice = {},
): SheetMatch {
  let best = { sheet: 0, row: -1, cells: [] as readonly string[] };
  let bestScore = 0;
  /** Sheets that have all the columns, each with the first such row. */
  const whole = new Map<number, number>();
  for (const hidden of [false, true]) {
    sheets.forEach((candidate, sheet) => {
      if (candidate.hidden !== hidden) return;
      candidate.head.forEach(({ cells }, row) => {
        const { score, missing } = placeHeaders(declaration, cells, mapping);
        if (missing.length === 0 && !whole.has(sheet)) whole.set(sheet, row);
        if (score > bestScore) {
          best = { sheet, row, cells };
          bestScore = score;
        }
      });
    });
  }
  const { sheet, row, cells } = best;
  const alike = [...whole.keys()].filter(other => other !== sheet).sort((a, b) => a - b);
  const { hiddenColumns = [] } = sheets[sheet] ?? {};
  const match = matchHeaders(declaration, cells, mapping, { row, choice, hiddenColumns });
  const others = alike.filter(other => {
    const { hidden = true, head = [] } = sheets[other] ?? {};
    return !hidden && hasRows(head, whole.get(other) ?? 0);
  });
  const undecided = others.length === 0 || !whole.has(sheet) ? [] : [sheet, ...others].sort((a, b) => a - b);
  return { sheet, match, alike, undecided };
}

/** Whether a sheet has data below its header row. */
const hasRows = (head: readonly { cells: readonly string[] }[], row: number): boolean =>
  head.slice(row + 1).some(({ cells }) => cells.some(cell => cell.trim() !== ''));

/**
 * Formats the names of sheets that all have the template's columns: `the columns of the template in the sheets "March"
 * and "April"`.
 */
export const sheetsText = (names: readonly string[]): string =>
  `the columns of the template in the sheets ${names
    .map(name => `"${name}"`)
    .join(', ')
    .replace(/, ("[^"]*")$/, ' and $1')}`;

/** Whether a row could be a header row: several words and no number. */
const mayBeHeaders = (cells: readonly string[]): boolean => {
  const words = cells.filter(cell => cell.trim() !== '');
  return words.length > 1 && words.every(word => !Number.isFinite(Number(word)));
};

/**
 * The row to offer for mapping if no header is recognized, as in a file whose headers are in another language: the
 * first row that could be a header row.
 * @returns null if there is none
 */
export function offerHeaders(
  declaration: ImportDeclaration,
  head: readonly { cells: readonly string[] }[],
  mapping: HeaderMapping = {},
): HeaderMatch | null {
  const row = head.findIndex(({ cells }) => mayBeHeaders(cells));
  return row < 0
    ? null
    : matchHeaders(declaration, (head[row] as { cells: readonly string[] }).cells, mapping, { row });
}

/**
 * Applies a match found in the first rows to the whole sheet. The sheet may have been read by a different reader, which
 * stores more or fewer rows, so the header row is identified by its row number in the spreadsheet rather than by its
 * index.
 * @param number the header row's number
 * @throws SheetFileError 'damaged' if that row is missing
 */
export function matchWithin(
  match: HeaderMatch,
  number: number,
  { rows, rowNumbers }: Pick<SheetData, 'rows' | 'rowNumbers'>,
): HeaderMatch {
  if (rowNumbers[match.row] === number) return match;
  const row = rowNumbers.subarray(0, rows).indexOf(number);
  if (row < 0) throw new SheetFileError('damaged', `row ${number}`);
  return { ...match, row };
}

/** Formats column letters: `columns D and H (H is hidden)`. */
function lettersText({ columns }: Pick<TwiceColumn, 'columns'>): string {
  const list = (letters: readonly string[]): string => letters.join(', ').replace(/, ([^,]*)$/, ' and $1');
  const hidden = columns.filter(column => column.hidden).map(({ column }) => columnLetter(column));
  const aside = hidden.length === 0 ? '' : ` (${list(hidden)} ${hidden.length === 1 ? 'is' : 'are'} hidden)`;
  return `columns ${list(columns.map(({ column }) => columnLetter(column)))}${aside}`;
}

/**
 * Formats the headings that several columns of a file share, and the columns: `the heading "Priority" in columns D and
 * H (H is hidden)`.
 */
export const twiceText = (twice: readonly TwiceColumn[]): string =>
  twice.map(column => `the heading "${column.header}" in ${lettersText(column)}`).join(', and ');
