import { fold } from '../fold.ts';
import { CELL, cellText, type SheetData } from '../sheet/columns.ts';
import { SheetFileError } from '../sheet/problem.ts';
import { closest } from './closest.ts';
import type { ImportColumn, ImportDeclaration } from './declaration.ts';

/** Headers match without case, spaces, accents, and what people add to them: "Channel_ID*" is "Channel ID". */
export const foldHeader = (header: string): string => fold(header).replace(/[\s_*:.()\u200b\ufeff-]/g, '');

/** Column of an annotated workbook with what was wrong; passed over when the file comes back. */
export const ERRORS_HEADER = 'Errors';

/** How the columns of a sheet serve an import. */
export interface HeaderMatch {
  /** Place of the header row among the stored rows; -1 when none was found. */
  row: number;
  /** By declared column: number of the sheet's column from 0, or -1. */
  columns: readonly number[];
  /** Columns of the file that serve nothing, with the declared header they may be meant as. */
  unknown: readonly { column: number; header: string; suggestion: string | null }[];
  /** Declared columns that the file must have and has not. */
  missing: readonly string[];
  /** Headers that are there more than once; the first serves. */
  twice: readonly string[];
}

/** Which sheet of a file serves an import. */
export interface SheetMatch {
  /** Its number. */
  sheet: number;
  match: HeaderMatch;
  /** Numbers of the other sheets that have all the columns as well: one of them may be meant. */
  alike: readonly number[];
}

/** A person's choice for a file's header: the declared column's key, or null to leave it out. By folded header. */
export type HeaderMapping = Readonly<Record<string, string | null>>;

const mustBeThere = ({ type, required, mayBeMissing }: ImportColumn): boolean =>
  !mayBeMissing && type.kind !== 'info' && required !== 'no';

/** Matches one row as headers. */
export function matchHeaders(
  declaration: ImportDeclaration,
  headers: readonly string[],
  mapping: HeaderMapping = {},
  row = 0,
): HeaderMatch {
  const { found, left, twice, missing } = placeHeaders(declaration, headers, mapping);
  const free = declaration.columns.filter((_, at) => found[at] === -1).map(headerOf);
  const unknown = left.map(({ column, header }) => ({ column, header, suggestion: closest(header, free) }));
  return { row, columns: found, unknown, missing, twice };
}

/** Which columns of a row serve which declared ones, without what the others may be meant as: that takes much longer. */
function placeHeaders(declaration: ImportDeclaration, headers: readonly string[], mapping: HeaderMapping) {
  const { columns } = declaration;
  const byHeader = new Map(columns.map(({ header }, at) => [foldHeader(header), at]));
  const byKey = new Map(columns.map(({ key }, at) => [key, at]));
  const found = columns.map(() => -1);
  const twice: string[] = [];
  const left: { column: number; header: string }[] = [];
  // What a header says itself goes before what was chosen for another one, in this file or in one before.
  const byChoice: { column: number; header: string; at: number }[] = [];
  headers.forEach((header, column) => {
    const folded = foldHeader(header);
    if (folded === '' || folded === foldHeader(ERRORS_HEADER)) return;
    const chosen = mapping[folded];
    if (chosen === null) return;
    const at = chosen === undefined ? byHeader.get(folded) : byKey.get(chosen);
    if (at === undefined) left.push({ column, header });
    else if (byHeader.get(folded) !== at) byChoice.push({ column, header, at });
    else if ((found[at] as number) >= 0) twice.push(header);
    else found[at] = column;
  });
  for (const { column, header, at } of byChoice) {
    const before = headers[found[at] as number];
    if (before === undefined) found[at] = column;
    else if (foldHeader(before) === foldHeader(header)) twice.push(header);
    else left.push({ column, header });
  }
  left.sort((a, b) => a.column - b.column);
  const without = columns.filter((column, at) => found[at] === -1 && mustBeThere(column));
  const missing = placesServe(declaration, found)
    ? without.filter(({ key }) => !isPlaceId(declaration, key)).map(headerOf)
    : without.map(headerOf);
  return { found, left, twice, missing };
}

const headerOf = ({ header }: ImportColumn): string => header;

const isPlaceId = ({ places = [] }: ImportDeclaration, key: string): boolean => places.some(({ id }) => id === key);

/** Whether the names of places are there, so that the id's column is not needed. */
function placesServe({ columns, places = [] }: ImportDeclaration, found: readonly number[]): boolean {
  const has = (key: string): boolean => (found[columns.findIndex(column => column.key === key)] ?? -1) >= 0;
  return places.some(({ id, names }) => id !== null && has(names[0] ?? ''));
}

/** Rows with anything in them that are looked at for the headers: titles and remarks may be above them. */
export const HEAD_ROWS = 200;
/** Cells of these rows: a sheet may have thousands of columns. The first row counts whole. */
const HEAD_CELLS = 100_000;

/** A row as text: its number in the spreadsheet, and its cells from column A to the last one with anything in it. */
export interface HeadRow {
  number: number;
  cells: readonly string[];
}

/** The first rows of a sheet, in which its headers are looked for. */
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
 * Finds the header row: the one, among the first of each sheet, that most declared headers are in. Visible sheets go before
 * hidden ones.
 *
 * @param sheets first rows of each sheet as text
 * @returns the sheet's number and its match; the first sheet with row -1 when no row has a single known header
 */
export function findHeaders(
  declaration: ImportDeclaration,
  sheets: readonly { hidden: boolean; head: readonly { cells: readonly string[] }[] }[],
  mapping: HeaderMapping = {},
): SheetMatch {
  let best = { sheet: 0, row: -1, cells: [] as readonly string[] };
  let bestScore = 0;
  const whole = new Set<number>();
  for (const hidden of [false, true]) {
    sheets.forEach((candidate, sheet) => {
      if (candidate.hidden !== hidden) return;
      candidate.head.forEach(({ cells }, row) => {
        const { found, missing } = placeHeaders(declaration, cells, mapping);
        if (missing.length === 0) whole.add(sheet);
        const score = found.filter(column => column >= 0).length;
        if (score > bestScore) {
          best = { sheet, row, cells };
          bestScore = score;
        }
      });
    });
  }
  const { sheet, row, cells } = best;
  const alike = [...whole].filter(other => other !== sheet).sort((a, b) => a - b);
  return { sheet, match: matchHeaders(declaration, cells, mapping, row), alike };
}

/** Whether a row may be one of headers: several words, and no number among them. */
const mayBeHeaders = (cells: readonly string[]): boolean => {
  const words = cells.filter(cell => cell.trim() !== '');
  return words.length > 1 && words.every(word => !Number.isFinite(Number(word)));
};

/**
 * The row that is offered for the mapping where no row has a single known header, as in a file with headers of another
 * language: the first that may be one of headers.
 *
 * @returns null when there is none
 */
export function offerHeaders(
  declaration: ImportDeclaration,
  head: readonly { cells: readonly string[] }[],
  mapping: HeaderMapping = {},
): HeaderMatch | null {
  const row = head.findIndex(({ cells }) => mayBeHeaders(cells));
  return row < 0 ? null : matchHeaders(declaration, (head[row] as { cells: readonly string[] }).cells, mapping, row);
}

/**
 * A match of the first rows among those of the whole sheet. Where another reader took the file over in its middle, it may keep
 * fewer rows or more: the header row is identified by its number in the spreadsheet, or the row behind it would be taken for it.
 *
 * @param number row number of the header row
 * @throws SheetFileError 'damaged' when it is not there
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
