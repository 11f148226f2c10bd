import type { ColumnChoice } from '../../../domain/import/headers.ts';
import type { EncodingSample, TextEncoding } from '../../../domain/sheet/encodings.ts';
import type { CheckSummary, CompareSummary, MatchedFile, OpenedFile, ReadReport } from '../../excelClient/api.ts';

/** A chosen file on its way through the worker. */
export interface WorkFile {
  name: string;
  file: File;
  state: 'waiting' | 'reading' | 'encoding' | 'mapping' | 'read' | 'problem';
  opened: OpenedFile | null;
  matched: MatchedFile | null;
  /** Sheet that the person chose. */
  sheet: number | null;
  /** Which column counts, of those with one heading, as the person said. */
  choice: ColumnChoice;
  /** Of a text that does not say its encoding: the one that the person chose. */
  encoding: TextEncoding | null;
  /** How it reads in each encoding that is offered; null if there is nothing to choose. */
  encodings: readonly EncodingSample[] | null;
  report: ReadReport | null;
  /** Rows with a value, the header row included; 0 before it is read. */
  rows: number;
  /** Of these, rows that are hidden in the file. */
  hiddenRows: number;
  /** Why it cannot be read, in words. */
  problem: string | null;
  /** Reading it ended the worker: it is not read again. */
  isFatal: boolean;
}

export interface WorkState {
  files: readonly WorkFile[];
  /** What the worker does for all files; null when it waits for the person. */
  busy: 'checking' | 'comparing' | null;
  /** What it could not finish, for lack of memory or with a mirror that cannot be read; null if all went well. */
  failed: 'checking' | 'comparing' | null;
  /** Records are being loaded to be compared with. */
  loading: boolean;
  check: CheckSummary | null;
  compare: CompareSummary | null;
  /** Raised with each check and comparison: rows that were requested before are old. */
  revision: number;
  /** Corrections made so far. */
  fixes: number;
  /** It came from a draft of this device. */
  restored: boolean;
}

/** Nothing was chosen. */
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

/** A file that nothing was done with yet, but for what the person said of it. */
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
 * Whether a person must say which sheet counts, or how the columns serve: some are missing, several have one heading, or one that seems to be meant would
 * be passed over.
 */
export const needsMapping = ({ match, undecided }: MatchedFile): boolean =>
  undecided.length > 0 ||
  match.row < 0 ||
  match.missing.length > 0 ||
  match.twice.some(({ chosen }) => chosen === null) ||
  match.unknown.some(({ suggestion }) => suggestion !== null);

/** Name of the workbook that is made of a file; no other one of the import has it, since files are identified by their names. */
export function workbookName(name: string, taken: Set<string>): string {
  const base = name.replace(/\.[^.]*$/, '');
  let made = `${base}.xlsx`;
  if (made === name) return made;
  for (let number = 2; taken.has(made); number++) made = `${base} (${number}).xlsx`;
  taken.add(made);
  return made;
}
