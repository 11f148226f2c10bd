import type { ChangedRow, WrongRow } from '../../contract/importRows.ts';
import type { ChangeName } from '../../domain/import/diff.ts';
import type { OverwriteSummary } from '../../domain/import/overwrite.ts';
import type { ColumnChoice, SheetMatch } from '../../domain/import/headers.ts';
import type { RuleName } from '../../domain/import/rules.ts';
import type { EncodingSample, TextEncoding } from '../../domain/sheet/encodings.ts';

/** What the upload dialog shows and asks for; whoever opens it brings the engine after it. */

export interface UploadFile {
  name: string;
  file: { size: number };
  state: 'waiting' | 'reading' | 'encoding' | 'mapping' | 'read' | 'problem';
  opened: {
    fileId: number;
    sheets: readonly { name: string; hidden: boolean; head: readonly { cells: readonly string[] }[] }[];
  } | null;
  matched: SheetMatch | null;
  /** How far it is read. */
  report: { bytes: number; totalBytes: number; rows: number } | null;
  /** Rows with a value, the header row included. */
  rows: number;
  /** Of these, rows that are hidden in the file. */
  hiddenRows: number;
  /** Encoding that the person chose for a text that does not say it. */
  encoding: TextEncoding | null;
  /** How such a text reads in each encoding that is offered, before one is chosen. */
  encodings: readonly EncodingSample[] | null;
  problem: string | null;
}

export interface UploadCheck {
  rows: number;
  wrongRows: number;
  errors: number;
  byRule: readonly { rule: RuleName; label: string; errors: number }[];
  /** References could not be checked here. */
  noPlaces: boolean;
  /** Ids of the files that have errors. */
  wrongFiles: readonly number[];
  /** Rows of each file that say something, and those that are passed over: blank ones and the template's example. */
  byFile: readonly { fileId: number; rows: number; skipped: number }[];
  /** Cells that the person corrected. */
  corrected: number;
  /** Rows that they left out. */
  leftOut: number;
}

export interface UploadCompare {
  counts: Readonly<Record<ChangeName, number>>;
  meaning: readonly string[];
  /** What a replacing import overwrites; null for any other. */
  overwrite: OverwriteSummary | null;
  notCached: readonly number[];
  /** Epoch milliseconds; 0 when the data was never caught up. */
  asOf: number;
}

export interface UploadState {
  files: readonly UploadFile[];
  busy: 'checking' | 'comparing' | null;
  /** What could not be finished on this device. */
  failed: 'checking' | 'comparing' | null;
  check: UploadCheck | null;
  compare: UploadCompare | null;
  /** Records that rows could not be compared with are being loaded. */
  loading: boolean;
  revision: number;
  fixes: number;
  restored: boolean;
}

/** The engine: reading, checking and comparing, away from the page's thread. */
export interface UploadEngine {
  add(files: readonly File[]): Promise<void>;
  remove(name: string): Promise<void>;
  map(name: string, choices: Readonly<Record<string, string | null>>): Promise<void>;
  /** Forgets what was chosen for headers before. */
  forgetMapping(name: string): Promise<void>;
  /** Says in which encoding a text is to be read; null to be asked again. */
  chooseEncoding(name: string, encoding: TextEncoding | null): Promise<void>;
  /** Says which columns of a file count, of those with one heading: numbers from 0, by key of the template's column. */
  chooseColumns(name: string, choice: ColumnChoice): Promise<void>;
  /** Asks for that again. */
  forgetColumns(name: string): Promise<void>;
  chooseSheet(name: string, sheet: number): Promise<void>;
  /** Corrects cells of a row, by key of their column. A row that is left with nothing in it is passed over. */
  edit(fileId: number, row: number, texts: Readonly<Record<string, string>>): Promise<void>;
  replace(key: string, value: string, by: string): Promise<void>;
  alike(key: string, value: string): Promise<number | null>;
  wrongRows(from: number, count: number, rule?: RuleName): Promise<{ total: number; rows: readonly WrongRow[] } | null>;
  changes(change: ChangeName, from: number, count: number): Promise<readonly ChangedRow[] | null>;
  /** Saves the file with its errors on the device. */
  saveDetails(fileId: number, name: string): Promise<void>;
  /** Forgets all that was chosen and done. */
  discard(): Promise<void>;
}

/** What a comparison means beyond its rows, said by the screen. */
export interface UploadConsequenceProps {
  state: UploadState;
  engine: UploadEngine;
}

/** A declared column, as far as the dialog needs it. */
export interface UploadColumn {
  key: string;
  header: string;
  /** Whether a row needs it: always, only to add or update, or never. */
  required: 'always' | 'write' | 'no';
  /** Its note in the template. */
  note: string;
}

/** What became of the files once Apply was pressed; null before. */
export type Submission =
  /** `share` of the bytes, then of the rows; null while that is unknown. `problem` says why it does not go on, if so. */
  | { state: 'sending' | 'applying'; share: number | null; problem: string }
  /** UPLOAD-16, UPLOAD-17; `url` leads to the detail file. */
  | { state: 'refused'; fails: readonly { name: string; url: string; message: string }[] }
  /** `would`: nothing was compared here, and this is what it would do. */
  | { state: 'review'; total: number; rows: readonly { key: string; text: string }[]; would?: string }
  | { state: 'failed'; message: string };
