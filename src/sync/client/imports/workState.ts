import type { ColumnChoice } from '../../../domain/import/headers.ts';
import type { EncodingSample, TextEncoding } from '../../../domain/sheet/encodings.ts';
import type { CheckSummary, CompareSummary, MatchedFile, OpenedFile, ReadReport } from '../../excelClient/api.ts';

/** A chosen file being processed by the worker. */
export interface WorkFile {
  name: string;
  file: File;
  state: 'waiting' | 'reading' | 'encoding' | 'mapping' | 'read' | 'problem';
  opened: OpenedFile | null;
  matched: MatchedFile | null;
  /** Sheet that the person chose. */
  sheet: number | null;
  /** The column that the person chose among those with the same heading. */
  choice: ColumnChoice;
  /** The encoding that the person chose for a text that declares none. */
  encoding: TextEncoding | null;
  /** The text in each offered encoding; null if there is nothing to choose. */
  encodings: readonly EncodingSample[] | null;
  report: ReadReport | null;
  /** Number of rows with a value, including the header row; 0 before it is read. */
  rows: number;
  /** How many of these rows are hidden in the file. */
  hiddenRows: number;
  /** Why the file cannot be read, as a message. */
  problem: string | null;
  /** Reading it ended the worker, so the file is not read again. */
  isFatal: boolean;
}

export interface WorkState {
  files: readonly WorkFile[];
  /** The worker's current task for all files; null while it waits for the person. */
  busy: 'checking' | 'comparing' | null;
  /** The task that failed because memory ran out or the mirror cannot be read; null if all went well. */
  failed: 'checking' | 'comparing' | null;
  /** Records are being loaded for the comparison. */
  loading: boolean;
  check: CheckSummary | null;
  compare: CompareSummary | null;
  /** Incremented with each check and comparison; rows requested before are then stale. */
  revision: number;
  /** Corrections made so far. */
  fixes: number;
  /** Whether it came from a draft on this device. */
  restored: boolean;
}

/** The state before any file is chosen. */
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
};

/** A file that has not been processed, with nothing but the person's choices. */
export const fresh = (
  file: File,
  sheet: number | null,
  { choice, encoding }: Pick<WorkFile, 'choice' | 'encoding'> = { choice: {}, encoding: null },
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
  problem: null,
  isFatal: false,
});

/**
 * Whether a person must choose the sheet or map the columns: some columns are missing, several have the same heading,
 * or a likely match would be ignored.
 */
export const needsMapping = ({ match, undecided }: MatchedFile): boolean =>
  undecided.length > 0 ||
  match.row < 0 ||
  match.missing.length > 0 ||
  match.twice.some(({ chosen }) => chosen === null) ||
  match.unknown.some(({ suggestion }) => suggestion !== null);

/** Name of the workbook made from a file; unique in the import, because files are identified by their names. */
export function workbookName(name: string, taken: Set<string>): string {
  const base = name.replace(/\.[^.]*$/, '');
  let made = `${base}.xlsx`;
  if (made === name) return made;
  for (let number = 2; taken.has(made); number++) made = `${base} (${number}).xlsx`;
  taken.add(made);
  return made;
}
