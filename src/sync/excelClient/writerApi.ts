import type { OwnerKey } from '../../contract/owner.ts';
import type { ExportForm } from '../../contract/resourceSheet.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { RateColumns } from '../../domain/rates/columns.ts';
import type { CheckScenario } from '../../domain/serviceability.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { Pending } from '../query/ownerRecords.ts';
import type { Row } from '../types.ts';

/** Messages to and from the worker that writes workbooks: it runs one job, then its owner terminates it. Types only. */

export interface TableJob {
  job: 'table';
  name: string;
  rows: readonly (readonly Cell[])[];
}

/** A job that writes an import's template; it is answered like a table job. */
export interface TemplateJob {
  job: 'template';
  /** Id of the declaration in contract/imports. */
  importId: string;
}

/** A job that exports a cached channel's records of one resource. */
export interface CachedJob {
  job: 'cached';
  userId: number;
  entity: Country;
  /** The resource's collection. */
  collection: ResourceCollection;
  filters: Row;
  /** If omitted, the workbook described in the documents. */
  form?: ExportForm;
  /**
   * Open entries of the collection, by seq. They are read before the job begins: a write that completes later is then
   * also in the mirror (MR1).
   */
  entries: readonly StoredEntry[];
}

/** A job that checks a file of addresses against the cache. */
export interface CheckFileJob {
  job: 'check';
  userId: number;
  entity: Country;
  file: File;
  scenario: CheckScenario;
  shop: 0 | 1;
  /** The channels and 3PLs to check. */
  owners: readonly { owner: OwnerKey; name: string }[];
  pending: Pending;
}

/** The same file with the results. */
export interface CheckedWorkbook {
  name: string;
  blob: Blob;
  rows: number;
  /** Channels and 3PLs that are not completely cached and are therefore missing from the file. */
  unasked: string[];
}

/** A job that quotes a file of parcels using a rate table version. */
export interface QuoteFileJob {
  job: 'quote';
  userId: number;
  entity: Country;
  file: File;
  columns: RateColumns;
  /** The version's number, used in the resulting file's name. */
  version: number;
}

/** The same file with the price of each parcel. */
export interface QuotedWorkbook {
  name: string;
  blob: Blob;
  rows: number;
  priced: number;
  /** Number of parcels without a price in either quote, plus the number of unreadable rows. */
  unpriced: number;
  /** Which columns of the file were not used, and why; empty if there are none. */
  note: string;
}

export type WriterJob = TableJob | TemplateJob | CachedJob | CheckFileJob | QuoteFileJob;

/** A workbook of cached rows. */
export interface CachedWorkbook {
  name: string;
  blob: Blob;
  rows: number;
  /** Time at which the mirror last caught up with the server, in epoch milliseconds. */
  asOf: number;
  /** Number of records to which pending writes of the person were applied. */
  pending: number;
  /** Number of records whose writes need a decision first; the file contains the server's rows for these. */
  stuck: number;
}

export type WriterAnswer =
  /** The worker's code is loaded and running. */
  | { answer: 'started' }
  | { answer: 'progress'; share: number }
  | { answer: 'table'; blob: Blob }
  | { answer: 'cached'; workbook: CachedWorkbook | null }
  | { answer: 'checked'; workbook: CheckedWorkbook | { problem: string } }
  | { answer: 'quoted'; workbook: QuotedWorkbook | { problem: string } }
  | { answer: 'failed'; message: string };
