import type { CellEdit } from '../imports/fixes.ts';
import type { ChangedRow, WrongRow } from '../../contract/importRows.ts';
import type { Country } from '../../domain/country.ts';
import type { ImportError } from '../../domain/import/describe.ts';
import type { ChangeName } from '../../domain/import/diff.ts';
import type { ColumnChoice, HeaderMapping, SheetMatch } from '../../domain/import/headers.ts';
import type { OverwriteSummary } from '../../domain/import/overwrite.ts';
import type { RuleName } from '../../domain/import/rules.ts';
import type { RowRuns } from '../../domain/sheet/hiddenRows.ts';
import type { EncodingSample, TextEncoding } from '../../domain/sheet/encodings.ts';
import type { FileProblem } from '../../domain/sheet/problem.ts';

/**
 * The Excel worker's interface for a tab. It contains only types, so that neither side's code gets into the other's
 * program.
 */

export interface ReadReport {
  fileName: string;
  /** Unpacked bytes of the sheet that were read so far, and their total according to the file. */
  bytes: number;
  totalBytes: number;
  /** Number of rows with a value so far. */
  rows: number;
}

/** Called occasionally while a file is read; never awaited. */
export type OnReport = (report: ReadReport) => void;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: FileProblem };

/** A row as text: its number in the spreadsheet, and its cells from column A on. */
export interface TextRow {
  number: number;
  cells: readonly string[];
}

/** The same row, but with the numbers of a workbook as numbers, without their notation. */
export interface ValueRow {
  number: number;
  cells: readonly (string | number)[];
}

export interface OpenedSheet {
  name: string;
  hidden: boolean;
  /** The first rows with a value: enough to find the sheet by its header row, and to show it. */
  head: readonly TextRow[];
  /** Hidden columns, counted from 0; if this is missing, there are none. */
  hiddenColumns?: RowRuns;
}

export interface OpenedFile {
  /** Identifies it in later calls; valid until the worker ends. */
  fileId: number;
  fileName: string;
  /** Size of the file. */
  bytes: number;
  sheets: readonly OpenedSheet[];
  /**
   * For a text that declares no encoding, the text in each possible encoding: the file is then not open, and must be
   * opened again with the encoding that a person chooses. Missing for any other file.
   */
  encodings?: readonly EncodingSample[];
}

export interface ReadFile {
  /** Number of rows with a value, including the header row. */
  rows: number;
  /** How many of these rows are hidden in the file. */
  hiddenRows: number;
  /** Last column with a value, counted from 1. */
  columns: number;
}

/** Which import the files are for, and whose mirror they are checked against. */
export interface ImportTarget {
  /** Id of the declaration in contract/imports. */
  importId: string;
  entity: Country;
  userId: number;
}

/** How a file is mapped to an import; the match's `row` is -1 if no sheet has a header row. */
export type MatchedFile = SheetMatch;

export interface CheckSummary {
  rows: number;
  writes: number;
  removals: number;
  wrongRows: number;
  /** Number of blank rows and rows with the template's example. */
  skipped: number;
  errors: number;
  /** Broken rules, most frequent first. */
  byRule: readonly { rule: RuleName; label: string; errors: number }[];
  /** Whether the country's locations are not on this device yet, so that references were not checked. */
  noPlaces: boolean;
  /** Ids of the files that have errors. */
  wrongFiles: readonly number[];
  /** Number of non-empty rows of each file, and of skipped ones: blank rows and the template's example. */
  byFile: readonly { fileId: number; rows: number; skipped: number }[];
  /** Number of cells corrected since the files were first checked. */
  corrected: number;
  /** Number of rows emptied since then; their cells are not counted separately. */
  leftOut: number;
}

export interface CompareSummary {
  counts: Record<ChangeName, number>;
  /** The import's effects, one sentence each. */
  meaning: readonly string[];
  /** What a replacing import overwrites; null for any other. */
  overwrite: OverwriteSummary | null;
  /** Channels whose records are not on this device: cache them, then compare again. Their rows count as unknown. */
  notCached: readonly number[];
  /** Epoch milliseconds of the data that was compared with; 0 if it had never caught up. */
  asOf: number;
  /** Cursor of the change feed up to which that data is complete; null if it is missing. */
  since: string | null;
}

export interface ExcelApi {
  /**
   * Opens a file, or a text in the encoding that a person chose, and reads the first rows of each of its sheets. @param
   * onLoading called when another reader starts loading, and when it is loaded; never awaited
   */
  open(file: File, encoding?: TextEncoding, onLoading?: (loading: boolean) => void): Promise<Answer<OpenedFile>>;
  /** Reads a whole sheet; its cells stay in the worker. */
  read(fileId: number, sheet: number, onReport: OnReport): Promise<Answer<ReadFile>>;
  /** Rows of a sheet that was read, by position among the rows with a value. */
  rows(fileId: number, from: number, count: number): Promise<readonly TextRow[]>;
  /** The same rows, with numbers as numbers. */
  values(fileId: number, from: number, count: number): Promise<readonly ValueRow[]>;
  /** Forgets a file. */
  close(fileId: number): Promise<void>;

  /**
   * Sets the import that the files are for; call once, before the calls below, preferably when the dialog opens,
   * because reading the country's places from the mirror takes time. Returns null if this build does not know the
   * import.
   */
  begin(target: ImportTarget): Promise<null | { title: string }>;
  /** Finds the sheet with the import's headers, or matches those of `sheet`, with a person's choices for headers and columns. */
  match(fileId: number, mapping: HeaderMapping, sheet?: number, choice?: ColumnChoice): Promise<MatchedFile>;
  /** Checks the files that are read, all together. */
  check(fileIds: readonly number[]): Promise<CheckSummary>;
  /** Checks the current files again, against the current mirror. */
  refresh(): Promise<CheckSummary>;
  /** Errors by file, row and column; if a rule is given, only its errors. */
  errors(from: number, count: number, rule?: RuleName): Promise<readonly ImportError[]>;
  /** Rows with errors, or with those of one rule, in the files' order, and how many there are. */
  wrongRows(from: number, count: number, rule?: RuleName): Promise<{ total: number; rows: readonly WrongRow[] }>;
  /** Number of cells of a column with exactly this text, which `replace` would change. */
  alike(key: string, value: string): Promise<number>;
  /** Corrects cells and checks all again. */
  edit(edits: readonly CellEdit[]): Promise<CheckSummary>;
  /** Replaces a value wherever a column of these files (by default all) has exactly it, and checks all again. */
  replace(
    key: string,
    value: string,
    by: string,
    fileIds?: readonly number[],
  ): Promise<CheckSummary & { replaced: number }>;
  /** Compares the rows without errors with today's records. */
  compare(): Promise<CompareSummary>;
  /** Rows of one kind of change, in the files' order. */
  changes(change: ChangeName, from: number, count: number): Promise<readonly ChangedRow[]>;
  /**
   * A checked file as an .xlsx workbook of one sheet: all its rows with corrections, under the declared headers. @param
   * errors adds a column "Errors" with the problems of each row
   */
  workbook(fileId: number, errors: boolean): Promise<Blob>;
}
