import type { Layout, LayoutRow } from '../../../domain/recon/layout.ts';
import type { ImportCounts } from '../../../contract/imports/calls.ts';
import type { Fields } from '../../../domain/notify/events.ts';
import type { TemplateTexts } from '../../notify/template.ts';
import type { References } from '../lookup.ts';

/** Messages between the API process and its reader of imported files. */

/** A file with errors: its message in the receipt, and the workbook with an added column of errors. */
export interface FileFail {
  /** Index among the import's files. */
  file: number;
  message: string;
  detail: Uint8Array;
}

/** A column of records or keys: numbers or strings. */
export type Column = Float64Array | Uint8Array | readonly string[];

/** What must be looked up in the database for a checked import's rows. */
export interface Asked {
  /** Channels that occur in rows without errors. */
  channels: Float64Array;
  /**
   * Keys of these rows, one column for each field of the declaration's key, if few enough to look up one by one;
   * otherwise null.
   */
  keys: readonly Column[] | null;
}

export interface CheckedRows extends Asked {
  /** Number of rows in all files, excluding headings. */
  rows: number;
  fails: readonly FileFail[];
}

/** Current records that rows may refer to: their stored fields by name, with packed flags as `flags`. */
export interface ExistingRows {
  count: number;
  columns: Readonly<Record<string, Column>>;
  versions: Int32Array;
}

/**
 * The changes of an import of serviceable locations, one entry per changed row. Flags are -1 on a side without a
 * record.
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

/** A record as the JSON of its stored columns, or null on a side without a record. */
export type Stored = string | null;

/** The changes of an import of any other resource, one entry per changed row. */
export interface RecordPlan {
  count: number;
  channels: Float64Array;
  keys: readonly string[];
  before: readonly Stored[];
  after: readonly Stored[];
  /**
   * Ids of the channels and 3PLs whose names the records store, by name field (storedColumns); 0 for a deleted record.
   */
  named: readonly Float64Array[];
  versions: Int32Array;
  counts: ImportCounts;
  /** Records that would break their rule if the file were applied, each with the reason. */
  broken: readonly string[];
}

export type Plan = LocationPlan | RecordPlan;

/** Rows of a supplier's file, parsed using its layout. */
export interface BillSlice {
  rows: readonly LayoutRow[];
  refused: readonly { number: number; problem: string; ruined: boolean }[];
  /** Number of stored rows read so far, and the total. */
  next: number;
  total: number;
}

/**
 * Handles one import at a time: its files are opened one after another, checked together, and then compared, several
 * times if necessary.
 */
export interface ReaderCalls {
  /** @returns why the file cannot be imported, as a sentence, or null if it is open */
  open: (declaration: string, fileName: string, bytes: Uint8Array) => Promise<string | null>;
  check: (references: References) => Promise<CheckedRows>;
  /** @param leave keys of records to leave unchanged */
  plan: (existing: ExistingRows, leave: readonly string[]) => Promise<Plan>;
  /** Returns what makes the checked fee files incomplete, and the number of warnings (domain/rates/completeness). */
  findings: () => Promise<{ fails: readonly FileFail[]; rows: number; warnings: number }>;
  /**
   * Returns why the given strings are not valid notification templates, or null if they are. No file needs to be open.
   */
  checkTemplate: (texts: TemplateTexts, known: readonly string[]) => Promise<string | null>;
  /** Renders a notification template with values, or reports an exceeded limit. No file needs to be open. */
  renderTemplate: (texts: TemplateTexts, values: Fields) => Promise<{ value: TemplateTexts } | { error: string }>;
  /**
   * Opens the first visible sheet of a supplier's file, with the encoding and separator of its layout.
   * @returns why it cannot be read, as a sentence, or null if it is open
   */
  openBill: (fileName: string, bytes: Uint8Array, layout: Layout) => Promise<string | null>;
  /** Reads rows of the file using a layout, starting at a stored row. */
  billRows: (layout: Layout, from: number, count: number) => Promise<BillSlice>;
  /**
   * Discards the import.
   * @returns the process's resident memory in bytes
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
   * Seconds of CPU time rather than wall-clock time, so that valid files are not refused on a busy machine, plus an
   * amount per megabyte of the files.
   */
  processorSeconds: number;
  processorSecondsPerMegabyte: number;
  /** Resident memory of the whole process. */
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

/** Seconds of CPU time for a request about files with this many bytes. */
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
