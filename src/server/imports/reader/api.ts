import type { Layout, LayoutRow } from '../../../domain/recon/layout.ts';
import type { ImportCounts } from '../../../contract/imports/calls.ts';
import type { Fields } from '../../../domain/notify/events.ts';
import type { TemplateTexts } from '../../notify/template.ts';
import type { PlanRow } from '../../resources/extras.ts';
import type { References } from '../lookup.ts';

/** Messages between the API process and the process that reads imported files. */

/** A file with errors: its message in the receipt, and its workbook with an additional column for the errors. */
export interface FileFail {
  /** The index of the file among those of the import. */
  file: number;
  message: string;
  detail: Uint8Array;
}

/** A column of records or keys: numbers or strings. */
export type Column = Float64Array | Uint8Array | readonly string[];

/** What must be looked up in the database for the rows of a checked import. */
export interface Asked {
  /** Channels to which rows without errors refer. */
  channels: Float64Array;
  /**
   * Keys of these rows, with one column for each field of the declaration's key; null if there are too many rows to
   * look them up one by one.
   */
  keys: readonly Column[] | null;
}

export interface CheckedRows extends Asked {
  /** Number of rows in all files, not counting headings. */
  rows: number;
  fails: readonly FileFail[];
}

/** The current records to which rows may refer: their stored fields by name, with packed flags as `flags`. */
export interface ExistingRows {
  count: number;
  columns: Readonly<Record<string, Column>>;
  versions: Int32Array;
}

/**
 * What an import of serviceable locations changes, with one entry for each changed row. Flags are -1 if the record does
 * not exist before or after the change.
 */
export interface LocationPlan {
  count: number;
  channels: Float64Array;
  types: Float64Array;
  locations: Float64Array;
  before: Int8Array;
  after: Int8Array;
  versions: Int32Array;
  counts: ImportCounts;
}

/** A record as the JSON of its stored columns; null if the record does not exist before or after the change. */
export type Stored = string | null;

/** A place in the files of an import, with a problem that is marked there. */
export interface MarkedRow {
  /** The index of the file among those of the import, and the index of the row in its sheet. */
  file: number;
  row: number;
  /** The field that the problem is about; omitted if it is about the whole record. */
  field?: string | undefined;
  text: string;
}

/** A row whose record would break a rule; `text` is the reason. */
export interface BrokenRow extends MarkedRow {
  /** The row and its record, as a message names them: "row 17, branch JKT-01". */
  name: string;
}

/** What an import of any other resource changes, with one entry for each changed row. */
export interface RecordPlan {
  count: number;
  channels: Float64Array;
  keys: readonly string[];
  before: readonly Stored[];
  after: readonly Stored[];
  /**
   * Ids of the channels and 3PLs whose names the records contain, by name field (storedColumns); 0 for a deleted
   * record.
   */
  named: readonly Float64Array[];
  versions: Int32Array;
  counts: ImportCounts;
  /** Rows whose records would break their rule if the file were applied. */
  broken: readonly BrokenRow[];
}

export type Plan = LocationPlan | RecordPlan;

/** Rows of a supplier's file, parsed using its layout. */
export interface BillSlice {
  rows: readonly LayoutRow[];
  refused: readonly { number: number; problem: string; ruined: boolean }[];
  /** Number of stored rows read so far, and their total number. */
  next: number;
  total: number;
}

/**
 * Handles one import at a time: its files are opened one after another, checked together, and then compared, several
 * times if necessary.
 */
export interface ReaderCalls {
  /** @returns why the file cannot be imported, as a sentence; null if it was opened */
  open: (declaration: string, fileName: string, bytes: Uint8Array) => Promise<string | null>;
  check: (references: References) => Promise<CheckedRows>;
  /** @param leave keys of records to leave unchanged */
  plan: (existing: ExistingRows, leave: readonly string[]) => Promise<Plan>;
  /**
   * Returns the files with the rows of the last plan that have a problem, each with the sentences `text` and the numbers
   * of its rows; none if no such row is in a file.
   */
  explain: (text: string, rows: readonly PlanRow[]) => Promise<readonly FileFail[]>;
  /** Returns the files with the given rows, each with the sentences `text`, which already name the rows. */
  mark: (text: string, rows: readonly MarkedRow[]) => Promise<readonly FileFail[]>;
  /** Returns why the checked fee files are incomplete, and the number of warnings (domain/rates/completeness). */
  findings: () => Promise<{ fails: readonly FileFail[]; rows: number; warnings: number }>;
  /**
   * Returns why the given strings are not a valid notification template, or null if they are. No file needs to be open.
   */
  checkTemplate: (texts: TemplateTexts, known: readonly string[]) => Promise<string | null>;
  /** Renders a notification template with values, or reports that a limit was exceeded. No file needs to be open. */
  renderTemplate: (texts: TemplateTexts, values: Fields) => Promise<{ value: TemplateTexts } | { error: string }>;
  /**
   * Opens the first visible sheet of a supplier's file, using the encoding and separator of its layout.
   * @returns why it cannot be read, as a sentence; null if it was opened
   */
  openBill: (fileName: string, bytes: Uint8Array, layout: Layout) => Promise<string | null>;
  /** Reads rows of the file according to a layout, starting at the given stored row. */
  billRows: (layout: Layout, from: number, count: number) => Promise<BillSlice>;
  /**
   * Discards the import.
   * @returns the resident memory of the process in bytes
   */
  end: () => Promise<number>;
}

export interface Question {
  /** CPU time limit in seconds. */
  seconds: number;
  call: keyof ReaderCalls;
  args: readonly unknown[];
}

export type Answer = { value: unknown } | { error: string };

/** Limits for one request. */
export interface ReaderLimits {
  /**
   * Seconds of CPU time, plus an amount per megabyte of the files. Wall-clock time is not used, so that valid files are
   * not refused on a busy machine.
   */
  processorSeconds: number;
  processorSecondsPerMegabyte: number;
  /** Resident memory of the whole process, in megabytes. */
  megabytes: number;
  /** Seconds of wall-clock time, in case the process cannot even measure its CPU time. */
  seconds: number;
}

/** A 30 MB file gets 30 s; a valid file with half a million rows takes a quarter of that. Hostile files are small. */
export const READER_LIMITS: ReaderLimits = {
  processorSeconds: 7.5,
  processorSecondsPerMegabyte: 0.75,
  megabytes: 1024,
  seconds: 300,
};

const MEGABYTE = 1_048_576;

/** Seconds of CPU time for a request whose files have this many bytes. */
export const secondsFor = (
  {
    processorSeconds,
    processorSecondsPerMegabyte,
  }: Pick<ReaderLimits, 'processorSeconds' | 'processorSecondsPerMegabyte'>,
  bytes: number,
): number => processorSeconds + (processorSecondsPerMegabyte * bytes) / MEGABYTE;

/**
 * The signal with which the reader kills itself if a request takes too long. Any other signal means that it ran out of
 * memory.
 */
export const OVER_TIME = 'SIGALRM';
