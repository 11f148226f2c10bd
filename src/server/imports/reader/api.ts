import type { Layout, LayoutRow } from '../../../domain/recon/layout.ts';
import type { ImportCounts } from '../../../contract/imports/calls.ts';
import type { Fields } from '../../../domain/notify/events.ts';
import type { TemplateTexts } from '../../notify/template.ts';
import type { References } from '../lookup.ts';

/** What the API process and its reader of imported files say to each other. */

/** A file with errors: its message in the receipt, and the workbook with a column of them. */
export interface FileFail {
  /** Place among the import's files. */
  file: number;
  message: string;
  detail: Uint8Array;
}

/** A column of records or keys: numbers, or texts as they are. */
export type Column = Float64Array | Uint8Array | readonly string[];

/** What the database is asked about the rows of a checked import. */
export interface Asked {
  /** Channels that rows without errors name. */
  channels: Float64Array;
  /** Keys of these rows, by column of the declaration's key, if they are few enough to be looked up one by one; else null. */
  keys: readonly Column[] | null;
}

export interface CheckedRows extends Asked {
  /** Rows of all files, below their headings. */
  rows: number;
  fails: readonly FileFail[];
}

/** Today's records that rows may be about: their stored fields by name, packed flags as `flags`. */
export interface ExistingRows {
  count: number;
  columns: Readonly<Record<string, Column>>;
  versions: Int32Array;
}

/** What an import of serviceable locations changes, one entry a changed row. Flags are -1 if there was or is not a record. */
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

/** A record as the JSON of its stored columns; null if there was or is not a record. */
export type Stored = string | null;

/** What an import of any other resource changes, one entry a changed row. */
export interface RecordPlan {
  count: number;
  channels: Float64Array;
  keys: readonly string[];
  before: readonly Stored[];
  after: readonly Stored[];
  /** Ids of the channels and 3PLs whose names the records carry, by field with such a name (storedColumns); 0 if the record is gone. */
  named: readonly Float64Array[];
  versions: Int32Array;
  counts: ImportCounts;
  /** Records whose rule forbids what the file and the record make together, each with the reason. */
  broken: readonly string[];
}

export type Plan = LocationPlan | RecordPlan;

/** Rows of a supplier's file, read by its layout. */
export interface BillSlice {
  rows: readonly LayoutRow[];
  refused: readonly { number: number; problem: string; ruined: boolean }[];
  /** Stored rows of the sheet up to which it is read, and all of them. */
  next: number;
  total: number;
}

/** One import at a time: its files are opened one after another, checked together, then compared, perhaps several times. */
export interface ReaderCalls {
  /** @returns why the file is not an import, in a sentence; null when it is open */
  open: (declaration: string, fileName: string, bytes: Uint8Array) => Promise<string | null>;
  check: (references: References) => Promise<CheckedRows>;
  /** @param leave keys of records that stay as they are */
  plan: (existing: ExistingRows, leave: readonly string[]) => Promise<Plan>;
  /** What keeps the checked files of fees from being complete, and how many warnings there are (domain/rates/completeness). */
  findings: () => Promise<{ fails: readonly FileFail[]; rows: number; warnings: number }>;
  /** Why texts are not templates of a notification; null if they are. It needs no open file. */
  checkTemplate: (texts: TemplateTexts, known: readonly string[]) => Promise<string | null>;
  /** A template of a notification with values, or why it passes a bound. It needs no open file. */
  renderTemplate: (texts: TemplateTexts, values: Fields) => Promise<{ value: TemplateTexts } | { error: string }>;
  /** Opens a supplier's file; its first sheet counts that is not hidden. @returns why it cannot be read, in a sentence; null when it is open */
  openBill: (fileName: string, bytes: Uint8Array) => Promise<string | null>;
  /** Reads rows of the file by a layout, from a stored row on. */
  billRows: (layout: Layout, from: number, count: number) => Promise<BillSlice>;
  /** Forgets the import. @returns resident memory of the process in bytes */
  end: () => Promise<number>;
}

export interface Question {
  /** Seconds of processor time that it may take. */
  seconds: number;
  call: keyof ReaderCalls;
  args: readonly unknown[];
}

export type Answer = { value: unknown } | { error: string };

/** What one question may take. */
export interface ReaderLimits {
  /** Seconds of processor time, so that a busy machine refuses no good file; and more of them for each megabyte of its files. */
  processorSeconds: number;
  processorSecondsPerMegabyte: number;
  /** Resident memory of the whole process. */
  megabytes: number;
  /** Seconds by the clock, should the process not even get to count. */
  seconds: number;
}

/** A file of 30 MB has 30 s: a good one of half a million rows takes a fourth of that. Hostile files are small. */
export const READER_LIMITS: ReaderLimits = {
  processorSeconds: 7.5,
  processorSecondsPerMegabyte: 0.75,
  megabytes: 1024,
  seconds: 300,
};

const MEGABYTE = 1_048_576;

/** Seconds of processor time that a question about files of so many bytes may take. */
export const secondsFor = (
  {
    processorSeconds,
    processorSecondsPerMegabyte,
  }: Pick<ReaderLimits, 'processorSeconds' | 'processorSecondsPerMegabyte'>,
  bytes: number,
): number => processorSeconds + (processorSecondsPerMegabyte * bytes) / MEGABYTE;

/** How the reader ends itself when a question takes too long; by any other signal it ran out of memory. */
export const OVER_TIME = 'SIGALRM';
