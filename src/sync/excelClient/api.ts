import type { NumberStyle, OpenNumber } from '../../domain/rates/pastedNumbers.ts';
import type { TextForm } from '../../domain/sheet/textForm.ts';
import type { CellEdit } from '../imports/fixes.ts';
import type { ChangedRow, WrongRow } from '../../contract/importRows.ts';
import type { Country } from '../../domain/country.ts';
import type { Referred } from '../../domain/import/declaration.ts';
import type { ImportError } from '../../domain/import/describe.ts';
import type { ChangeName } from '../../domain/import/diff.ts';
import type { ColumnChoice, HeaderMapping, SheetMatch } from '../../domain/import/headers.ts';
import type { OtherNames } from '../../domain/import/otherNames.ts';
import type { OverwriteSummary } from '../../domain/import/overwrite.ts';
import type { RuleName } from '../../domain/import/rules.ts';
import type { RowRuns } from '../../domain/sheet/hiddenRows.ts';
import type { EncodingSample } from '../../domain/sheet/encodings.ts';
import type { FileProblem } from '../../domain/sheet/problem.ts';

/** The Excel worker's interface for a tab. Types only, so that neither side's code ends up in the other's bundle. */

export interface ReadReport {
  fileName: string;
  /** Uncompressed bytes of the sheet read so far, and their total according to the file. */
  bytes: number;
  totalBytes: number;
  /** Number of non-empty rows so far. */
  rows: number;
}

/** Called from time to time while a file is read; never awaited. */
export type OnReport = (report: ReadReport) => void;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: FileProblem };

/** A row as strings: its number in the spreadsheet, and its cells starting at column A. */
export interface TextRow {
  number: number;
  cells: readonly string[];
}

/** The same row, but with a workbook's numbers as plain numbers, without their formatting. */
export interface ValueRow {
  number: number;
  cells: readonly (string | number)[];
}

export interface OpenedSheet {
  name: string;
  hidden: boolean;
  /** The first non-empty rows: enough to find the sheet by its header row, and to preview it. */
  head: readonly TextRow[];
  /** Hidden columns, counted from 0; if omitted, there are none. */
  hiddenColumns?: RowRuns;
}

export interface OpenedFile {
  /** Identifies the file in later calls; valid until the worker ends. */
  fileId: number;
  fileName: string;
  /** Size of the file in bytes. */
  bytes: number;
  sheets: readonly OpenedSheet[];
  /**
   * For a text file that declares no encoding, its text decoded in each possible encoding: the file is then not open,
   * and must be opened again with the encoding that a person selects. Omitted for any other file.
   */
  encodings?: readonly EncodingSample[];
}

export interface ReadFile {
  /** Number of non-empty rows, including the header row. */
  rows: number;
  /** Number of these rows that are hidden in the file. */
  hiddenRows: number;
  /** Names of the merged ranges that cover cells of mapped columns below the header row: "A5:A8". */
  merged: readonly string[];
  /** Last non-empty column, counted from 1. */
  columns: number;
}

/** The import that the files are for, and the person and entity whose mirror they are checked against. */
export interface ImportTarget {
  /** Id of the declaration in contract/imports. */
  importId: string;
  entity: Country;
  userId: number;
}

/** How a file maps to an import; the match's `row` is -1 if no sheet has a header row. */
export type MatchedFile = SheetMatch;

export interface CheckSummary {
  rows: number;
  writes: number;
  removals: number;
  wrongRows: number;
  /** Number of blank rows and rows with the template's example. */
  skipped: number;
  errors: number;
  /** Violated rules, most frequent first. */
  byRule: readonly { rule: RuleName; label: string; errors: number }[];
  /** The kinds of records to which the file refers and that are not on this device yet, so they were not checked. */
  unchecked: readonly Referred[];
  /** Ids of the files with errors. */
  wrongFiles: readonly number[];
  /**
   * For each file, the number of non-empty rows and of skipped rows (blank, or the template's example), and names that
   * differ from those of the ids next to them.
   */
  byFile: readonly { fileId: number; rows: number; skipped: number; otherNames: readonly OtherNames[] }[];
  /** Number of cells corrected since the first check. */
  corrected: number;
  /** Number of rows emptied since then; their cells are not counted separately. */
  leftOut: number;
}

/** A number whose notation only a person knows, as an example for its file. */
export interface UnclearNumber extends OpenNumber {
  fileId: number;
  fileName: string;
}

export interface CompareSummary {
  /**
   * The check with the errors of rows that break a rule together with the current records or the values of blank cells;
   * null if there are none.
   */
  check: CheckSummary | null;
  counts: Record<ChangeName, number>;
  /** The import's effects, one sentence each. */
  meaning: readonly string[];
  /** What a replacing import overwrites; null for any other import. */
  overwrite: OverwriteSummary | null;
  /** Channels whose records are not on this device: cache them, then compare again. Their rows count as unknown. */
  notCached: readonly number[];
  /** Age of the data compared with, in epoch milliseconds; 0 if it has never caught up. */
  asOf: number;
  /** Change feed cursor up to which that data is complete; null if there is none. */
  since: string | null;
}

export interface ExcelApi {
  /**
   * Opens a file (a text file in the encoding, and with the separator, that a person selected) and reads the first rows
   * of each sheet.
   * @param onLoading called when another reader starts loading, and again when it has loaded; never awaited
   */
  open(file: File, form?: TextForm, onLoading?: (loading: boolean) => void): Promise<Answer<OpenedFile>>;
  /** Reads a whole sheet; its cells stay in the worker. */
  read(fileId: number, sheet: number, onReport: OnReport): Promise<Answer<ReadFile>>;
  /** Rows of a sheet that was read, by position among the non-empty rows. */
  rows(fileId: number, from: number, count: number): Promise<readonly TextRow[]>;
  /** The same rows, with numbers as numbers. */
  values(fileId: number, from: number, count: number): Promise<readonly ValueRow[]>;
  /** Forgets a file. */
  close(fileId: number): Promise<void>;

  /**
   * Sets the import that the files are for. Call once before the calls below, preferably when the dialog opens, because
   * reading the country's places from the mirror takes time. Returns null if this build does not know the import.
   */
  begin(target: ImportTarget): Promise<null | { title: string }>;
  /**
   * Finds the sheet with the import's headers, or matches `sheet`, applying a person's choices for headers and columns.
   */
  match(fileId: number, mapping: HeaderMapping, sheet?: number, choice?: ColumnChoice): Promise<MatchedFile>;
  /** Checks all files that have been read, together. */
  check(fileIds: readonly number[]): Promise<CheckSummary>;
  /** Rechecks the current files against the current mirror. */
  refresh(): Promise<CheckSummary>;
  /** Errors by file, row and column, optionally only those of one rule. */
  errors(from: number, count: number, rule?: RuleName): Promise<readonly ImportError[]>;
  /** Rows with errors, optionally only those of one rule, in file order, and their number. */
  wrongRows(from: number, count: number, rule?: RuleName): Promise<{ total: number; rows: readonly WrongRow[] }>;
  /** Number of cells in a column with exactly this text, which `replace` would change. */
  alike(key: string, value: string): Promise<number>;
  /** Corrects cells and checks everything again. */
  edit(edits: readonly CellEdit[]): Promise<CheckSummary>;
  /** In a column of these files (by default all), replaces every cell that equals a value, and rechecks everything. */
  replace(
    key: string,
    value: string,
    by: string,
    fileIds?: readonly number[],
  ): Promise<CheckSummary & { replaced: number }>;
  /** The first number that can be read in two ways, or is in another country's notation; null if there is none. */
  unclearNumber(): Promise<UnclearNumber | null>;
  /** Rewrites all numbers of a file as what they mean in a notation, and rechecks everything. */
  writeNumbers(fileId: number, style: NumberStyle): Promise<CheckSummary>;
  /** Compares the rows without errors with the current records. */
  compare(): Promise<CompareSummary>;
  /** Rows with one kind of change, in file order. */
  changes(change: ChangeName, from: number, count: number): Promise<readonly ChangedRow[]>;
  /**
   * The distinct values of a declared column in the rows without errors that add or change records; null if there are
   * more than `most`.
   */
  valuesOf(key: string, most: number): Promise<readonly (number | string)[] | null>;
  /**
   * A checked file as an .xlsx workbook with a single sheet: all its rows with corrections, under the declared headers.
   * @param errors adds a column "Errors" with each row's problems
   */
  workbook(fileId: number, errors: boolean): Promise<Blob>;
}

/** Calls that concern all files of an import. */
export type ImportCalls = Pick<
  ExcelApi,
  | 'check'
  | 'refresh'
  | 'errors'
  | 'wrongRows'
  | 'alike'
  | 'edit'
  | 'replace'
  | 'unclearNumber'
  | 'writeNumbers'
  | 'compare'
  | 'changes'
  | 'valuesOf'
  | 'workbook'
>;
