import type { TextEncoding } from '../../domain/sheet/textForm.ts';
import type { ComponentType, MouseEvent } from 'react';
import type { ChangedRow, WrongRow } from '../../contract/importRows.ts';
import type { ChangeName } from '../../domain/import/diff.ts';
import type { Referred } from '../../domain/import/declaration.ts';
import type { OtherNames } from '../../domain/import/otherNames.ts';
import type { OverwriteSummary } from '../../domain/import/overwrite.ts';
import type { NumberStyle, OpenNumber } from '../../domain/rates/pastedNumbers.ts';
import type { ColumnChoice, SheetMatch } from '../../domain/import/headers.ts';
import type { RuleName } from '../../domain/import/rules.ts';
import type { EncodingSample } from '../../domain/sheet/encodings.ts';

/** The data and functions of the upload dialog; the caller that opens it provides the engine. */

export interface UploadFile {
  name: string;
  file: { size: number };
  state: 'waiting' | 'reading' | 'encoding' | 'mapping' | 'read' | 'problem';
  opened: {
    fileId: number;
    sheets: readonly { name: string; hidden: boolean; head: readonly { cells: readonly string[] }[] }[];
  } | null;
  matched: SheetMatch | null;
  /** The progress of parsing the file. */
  report: { bytes: number; totalBytes: number; rows: number } | null;
  /** Number of nonblank rows, including the header row. */
  rows: number;
  /** Number of these rows that are hidden in the file. */
  hiddenRows: number;
  /** Names of the merged ranges that cover cells of mapped columns below the header row. */
  merged: readonly string[];
  /** The encoding selected by the person for a text file that declares none. */
  encoding: TextEncoding | null;
  /** Samples of the text in each offered encoding, until one is selected. */
  encodings: readonly EncodingSample[] | null;
  problem: string | null;
}

export interface UploadCheck {
  rows: number;
  wrongRows: number;
  errors: number;
  byRule: readonly { rule: RuleName; label: string; errors: number }[];
  /** The kinds of records that this device does not have yet, so that the file's references to them are unchecked. */
  unchecked: readonly Referred[];
  /** Ids of the files with errors. */
  wrongFiles: readonly number[];
  /**
   * For each file, the number of rows with content and of skipped rows (blank ones and the template's example), and
   * names of channels and 3PLs that differ from those of the ids next to them.
   */
  byFile: readonly { fileId: number; rows: number; skipped: number; otherNames: readonly OtherNames[] }[];
  /** Number of cells corrected by the person. */
  corrected: number;
  /** Number of rows skipped by the person. */
  leftOut: number;
}

export interface UploadCompare {
  counts: Readonly<Record<ChangeName, number>>;
  meaning: readonly string[];
  /** The records that a replacing import will overwrite; null for other imports. */
  overwrite: OverwriteSummary | null;
  notCached: readonly number[];
  /** Epoch milliseconds; 0 if the data has never been up to date. */
  asOf: number;
}

export interface UploadState {
  files: readonly UploadFile[];
  busy: 'checking' | 'comparing' | null;
  /** The step that this device was unable to finish. */
  failed: 'checking' | 'comparing' | null;
  check: UploadCheck | null;
  compare: UploadCompare | null;
  /** Whether records required for the comparison are still loading. */
  loading: boolean;
  revision: number;
  fixes: number;
  restored: boolean;
}

/** The engine: parses, validates and compares files off the page's thread. */
export interface UploadEngine {
  add(files: readonly File[]): Promise<void>;
  remove(name: string): Promise<void>;
  map(name: string, choices: Readonly<Record<string, string | null>>): Promise<void>;
  /** Discards the remembered column mapping. */
  forgetMapping(name: string): Promise<void>;
  /** Sets the encoding with which a text file is decoded; null asks again. */
  chooseEncoding(name: string, encoding: TextEncoding | null): Promise<void>;
  /**
   * Selects which of a file's columns with the same header to use: column indexes from 0, by key of the template's
   * column.
   */
  chooseColumns(name: string, choice: ColumnChoice): Promise<void>;
  /** Asks again which of these columns to use. */
  forgetColumns(name: string): Promise<void>;
  chooseSheet(name: string, sheet: number): Promise<void>;
  /** Corrects cells of a row, by column key. A row that becomes empty is skipped. */
  edit(fileId: number, row: number, texts: Readonly<Record<string, string>>): Promise<void>;
  replace(key: string, value: string, by: string): Promise<void>;
  /** The first number of a file whose notation only the person knows; null if there is none. */
  unclearNumber(): Promise<(OpenNumber & { fileId: number; fileName: string }) | null>;
  /** Reads all numbers of a file in a notation. */
  writeNumbers(fileId: number, style: NumberStyle): Promise<void>;
  alike(key: string, value: string): Promise<number | null>;
  wrongRows(from: number, count: number, rule?: RuleName): Promise<{ total: number; rows: readonly WrongRow[] } | null>;
  changes(change: ChangeName, from: number, count: number): Promise<readonly ChangedRow[] | null>;
  /** Saves the file, with its errors, to the device. */
  saveDetails(fileId: number, name: string): Promise<void>;
  /** Discards all files, choices and corrections. */
  discard(): Promise<void>;
}

/** The effects of a comparison that are not visible in its rows; rendered by the screen. */
export interface UploadConsequenceProps {
  state: UploadState;
  engine: UploadEngine;
}

/** The properties of a declared column that the dialog uses. */
export interface UploadColumn {
  key: string;
  header: string;
  /** When a row requires a value: always, only when adding or updating, or never. */
  required: 'always' | 'write' | 'no';
  /** The column's note in the template. */
  note: string;
}

/** The state of the files after Apply was pressed; null before that. */
export type Submission =
  /**
   * `share` is the fraction of bytes sent, and then of rows applied; null while unknown. `problem` says why the import
   * is stalled, if it is.
   */
  | { state: 'sending' | 'applying'; share: number | null; problem: string }
  /** UPLOAD-16, UPLOAD-17; `url` is the URL of the detail file. */
  | { state: 'refused'; fails: readonly { name: string; url: string; message: string }[] }
  /**
   * `would`: the effects of the import, if nothing was compared on this device. `paged`: no device has the records, so
   * comparing again would show nothing else.
   */
  | {
      state: 'review';
      total: number;
      rows: readonly { key: string; text: string }[];
      would?: string;
      paged?: boolean;
    }
  | { state: 'failed'; message: string };

export interface UploadDialogProps {
  title: string;
  /** URL of the template (UPLOAD-8). */
  templateHref: string;
  /** Called when a file's link is clicked, for the template or a detail file. */
  onDownload: (event: MouseEvent<HTMLElement>, url: string) => void;
  columns: readonly UploadColumn[];
  /** Key of the column that contains each row's action code. */
  action: string | undefined;
  /** Columns in place of which names can be used. */
  byNames: readonly string[];
  /** Whether this is an import of serviceable areas, for which the documents define the error messages (UPLOAD-17). */
  addresses: boolean;
  /** Name of the batch, which the person may change; null if imports of this kind have no name. */
  batch: { name: string; onName: (name: string) => void } | null;
  /** The question and the note shown before a replacing import overwrites data; null for other imports. */
  overwrite: { question: string; note: string | null } | null;
  /** The question shown before other imports are applied; null if there is none. */
  question: string | null;
  /** Whether the import accepts several files (UPLOAD-5). */
  multiple: boolean;
  /** An explanation of the compared rows, shown above the buttons. */
  Consequence?: ComponentType<UploadConsequenceProps> | undefined;
  state: UploadState;
  engine: UploadEngine;
  submission: Submission | null;
  /**
   * Starts the import; the owner then passes its progress as `submission`, or closes the dialog. If the promise
   * rejects, the error is shown.
   */
  onApply: () => Promise<void>;
  /** Applies the import without the records changed by colleagues; used after a review. */
  onLeave: () => Promise<void>;
  /**
   * Repeats the validation and comparison of what was not applied, keeping choices and corrections. If the promise
   * rejects, the error is shown.
   */
  onCompareAgain: () => Promise<void>;
  /** Closes the dialog and lets the import continue in the background. */
  onBackground: () => void;
  onClose: () => void;
}
