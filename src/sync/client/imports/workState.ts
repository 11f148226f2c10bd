import type { EncodingSample } from '../../../domain/sheet/encodings.ts';
import type { CheckSummary, CompareSummary, MatchedFile, OpenedFile, ReadReport } from '../../excelClient/api.ts';
import type { FileReading } from '../../imports/db.ts';

/** A selected file being processed by the worker. */
export interface WorkFile extends FileReading {
  name: string;
  file: File;
  state: 'waiting' | 'reading' | 'encoding' | 'mapping' | 'read' | 'problem';
  opened: OpenedFile | null;
  matched: MatchedFile | null;
  /** Index of the sheet that the person selected. */
  sheet: number | null;
  /** The file's text decoded in each offered encoding; null if there is no choice to make. */
  encodings: readonly EncodingSample[] | null;
  report: ReadReport | null;
  /** Number of non-empty rows, including the header row; 0 until the file is read. */
  rows: number;
  /** How many of these rows are hidden in the file. */
  hiddenRows: number;
  /** Names of the merged ranges that cover cells of mapped columns below the header row. */
  merged: readonly string[];
  /** Why the file cannot be read, as a message. */
  problem: string | null;
  /** Whether reading the file ended the worker; it is not read again then. */
  isFatal: boolean;
}

export interface WorkState {
  files: readonly WorkFile[];
  /** The worker's current task for all files; null while waiting for the person. */
  busy: 'checking' | 'comparing' | null;
  /** The task that failed because memory ran out or the mirror could not be read; null if none failed. */
  failed: 'checking' | 'comparing' | null;
  /** Whether records are being loaded for the comparison. */
  loading: boolean;
  check: CheckSummary | null;
  compare: CompareSummary | null;
  /** Incremented by each check and comparison; rows requested earlier are stale. */
  revision: number;
  /** Number of corrections made so far. */
  fixes: number;
  /** Whether the import was restored from a draft on this device. */
  restored: boolean;
  /** Name of the batch; null until the person names it. */
  batchName: string | null;
}

/** The state before a file is selected. */
export const EMPTY: WorkState = {
  files: [],
  busy: null,
  failed: null,
  loading: false,
  check: null,
  compare: null,
  revision: 0,
  fixes: 0,
  restored: false,
  batchName: null,
};

/** A file that has not been processed yet, with only the person's choices. */
export const fresh = (
  file: File,
  sheet: number | null,
  { choice, encoding }: FileReading = { choice: {}, encoding: null },
): WorkFile => ({
  name: file.name,
  file,
  state: 'waiting',
  opened: null,
  matched: null,
  sheet,
  choice,
  encoding,
  encodings: null,
  report: null,
  rows: 0,
  hiddenRows: 0,
  merged: [],
  problem: null,
  isFatal: false,
});

/**
 * Whether a person must choose the sheet or map the columns: columns are missing, several have the same heading, or a
 * likely match would be ignored.
 */
export const needsMapping = ({ match, undecided }: MatchedFile): boolean =>
  undecided.length > 0 ||
  match.row < 0 ||
  match.missing.length > 0 ||
  match.twice.some(({ chosen }) => chosen === null) ||
  match.unknown.some(({ suggestion }) => suggestion !== null);

/** Name of the workbook generated from a file; unique within the import, because files are identified by name. */
export function workbookName(name: string, taken: Set<string>): string {
  const base = name.replace(/\.[^.]*$/, '');
  let made = `${base}.xlsx`;
  if (made === name) return made;
  for (let number = 2; taken.has(made); number++) made = `${base} (${number}).xlsx`;
  taken.add(made);
  return made;
}
