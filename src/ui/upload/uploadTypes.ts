import type { ComponentType, MouseEvent } from 'react';
import type { ChangedRow, WrongRow } from '../../contract/importRows.ts';
import type { ChangeName } from '../../domain/import/diff.ts';
import type { OverwriteSummary } from '../../domain/import/overwrite.ts';
import type { ColumnChoice, SheetMatch } from '../../domain/import/headers.ts';
import type { RuleName } from '../../domain/import/rules.ts';
import type { EncodingSample, TextEncoding } from '../../domain/sheet/encodings.ts';

/** What the upload dialog shows and requests; its opener provides the engine. */

export interface UploadFile {
  name: string;
  file: { size: number };
  state: 'waiting' | 'reading' | 'encoding' | 'mapping' | 'read' | 'problem';
  opened: {
    fileId: number;
    sheets: readonly { name: string; hidden: boolean; head: readonly { cells: readonly string[] }[] }[];
  } | null;
  matched: SheetMatch | null;
  /** Progress of reading. */
  report: { bytes: number; totalBytes: number; rows: number } | null;
  /** Number of rows with a value, including the header row. */
  rows: number;
  /** How many of these are hidden in the file. */
  hiddenRows: number;
  /** Encoding that the person chose for a text file that does not declare it. */
  encoding: TextEncoding | null;
  /** How such a text reads in each offered encoding, until one is chosen. */
  encodings: readonly EncodingSample[] | null;
  problem: string | null;
}

export interface UploadCheck {
  rows: number;
  wrongRows: number;
  errors: number;
  byRule: readonly { rule: RuleName; label: string; errors: number }[];
  /** Whether references could not be checked on this device. */
  noPlaces: boolean;
  /** Ids of the files that have errors. */
  wrongFiles: readonly number[];
  /**
   * For each file, the number of rows with content, and of those that are skipped: blank ones and the template's
   * example.
   */
  byFile: readonly { fileId: number; rows: number; skipped: number }[];
  /** Number of cells that the person corrected. */
  corrected: number;
  /** Number of rows that the person left out. */
  leftOut: number;
}

export interface UploadCompare {
  counts: Readonly<Record<ChangeName, number>>;
  meaning: readonly string[];
  /** What a replacing import overwrites; null for any other import. */
  overwrite: OverwriteSummary | null;
  notCached: readonly number[];
  /** Epoch milliseconds; 0 if the data never caught up. */
  asOf: number;
}

export interface UploadState {
  files: readonly UploadFile[];
  busy: 'checking' | 'comparing' | null;
  /** Which step could not be finished on this device. */
  failed: 'checking' | 'comparing' | null;
  check: UploadCheck | null;
  compare: UploadCompare | null;
  /** Whether records that are needed for the comparison are still being loaded. */
  loading: boolean;
  revision: number;
  fixes: number;
  restored: boolean;
}

/** The engine: reads, checks and compares files, off the page's thread. */
export interface UploadEngine {
  add(files: readonly File[]): Promise<void>;
  remove(name: string): Promise<void>;
  map(name: string, choices: Readonly<Record<string, string | null>>): Promise<void>;
  /** Forgets earlier choices of columns for headers. */
  forgetMapping(name: string): Promise<void>;
  /** Sets the encoding in which a text file is read; null asks again. */
  chooseEncoding(name: string, encoding: TextEncoding | null): Promise<void>;
  /**
   * Sets which columns of a file to use among those with the same heading: numbers from 0, by key of the template's
   * column.
   */
  chooseColumns(name: string, choice: ColumnChoice): Promise<void>;
  /** Asks that question again. */
  forgetColumns(name: string): Promise<void>;
  chooseSheet(name: string, sheet: number): Promise<void>;
  /** Corrects cells of a row, by key of their column. A row that becomes empty is skipped. */
  edit(fileId: number, row: number, texts: Readonly<Record<string, string>>): Promise<void>;
  replace(key: string, value: string, by: string): Promise<void>;
  alike(key: string, value: string): Promise<number | null>;
  wrongRows(from: number, count: number, rule?: RuleName): Promise<{ total: number; rows: readonly WrongRow[] } | null>;
  changes(change: ChangeName, from: number, count: number): Promise<readonly ChangedRow[] | null>;
  /** Saves the file with its errors on the device. */
  saveDetails(fileId: number, name: string): Promise<void>;
  /** Discards all files, choices and corrections. */
  discard(): Promise<void>;
}

/** The consequences of a comparison beyond its rows, rendered by the screen. */
export interface UploadConsequenceProps {
  state: UploadState;
  engine: UploadEngine;
}

/** A declared column, as far as the dialog needs it. */
export interface UploadColumn {
  key: string;
  header: string;
  /** Whether a row needs a value: always, only to add or update, or never. */
  required: 'always' | 'write' | 'no';
  /** Its note in the template. */
  note: string;
}

/** What happened to the files after Apply was pressed; null before that. */
export type Submission =
  /**
   * `share` is the fraction of the bytes sent, then of the rows applied; null while it is unknown. `problem` says why
   * the import does not continue, if so.
   */
  | { state: 'sending' | 'applying'; share: number | null; problem: string }
  /** UPLOAD-16, UPLOAD-17; `url` leads to the detail file. */
  | { state: 'refused'; fails: readonly { name: string; url: string; message: string }[] }
  /** `would`: nothing was compared on this device, so this says what the import would do. */
  | { state: 'review'; total: number; rows: readonly { key: string; text: string }[]; would?: string }
  | { state: 'failed'; message: string };

export interface UploadDialogProps {
  title: string;
  /** Address of the template (UPLOAD-8). */
  templateHref: string;
  /** Called on a click on the link of a file: the template's, or a detail file's. */
  onDownload: (event: MouseEvent<HTMLElement>, url: string) => void;
  columns: readonly UploadColumn[];
  /** Key of the column that says what to do with each row. */
  action: string | undefined;
  /** Columns that names may replace. */
  byNames: readonly string[];
  /** Whether the import is of serviceable areas, for which the documents define the error messages (UPLOAD-17). */
  addresses: boolean;
  /** Name of the batch, which the person may change; null if imports of the kind have none. */
  batch: { name: string; onName: (name: string) => void } | null;
  /** The question and the note of a replacing import before it overwrites; null for any other import. */
  overwrite: { question: string; note: string | null } | null;
  /** The question of any other import before its changes are applied; null if there is none. */
  question: string | null;
  /** The import takes several files (UPLOAD-5). */
  multiple: boolean;
  /** Explains the compared rows, above the buttons. */
  Consequence?: ComponentType<UploadConsequenceProps> | undefined;
  state: UploadState;
  engine: UploadEngine;
  submission: Submission | null;
  /**
   * Starts the import; the owner then shows its progress by `submission`, or closes the dialog. A rejection is shown.
   */
  onApply: () => Promise<void>;
  /** Applies it without the records that colleagues changed; for a review. */
  onLeave: () => Promise<void>;
  /** Checks and compares again what was not applied; choices and corrections are kept. A rejection is shown. */
  onCompareAgain: () => Promise<void>;
  /** Lets the import continue in the background while the dialog is closed. */
  onBackground: () => void;
  onClose: () => void;
}
