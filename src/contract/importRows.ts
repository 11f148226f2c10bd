import type { ImportError } from '../domain/import/describe.ts';
import type { ChangeName } from '../domain/import/diff.ts';

/** Rows of an imported file as the Excel worker hands them over and the upload dialog shows them. */

/** A row that changes something, with its values as exports write them. */
export interface ChangedRow {
  fileName: string;
  /** Row number in the spreadsheet; 0 for a record that a replacing import removes since no row names it. */
  row: number;
  change: ChangeName;
  /** Names of each of the record's places, from State on; none if a place is not known here. */
  places: readonly (readonly string[])[];
  /** The key's values by header. */
  key: Readonly<Record<string, string>>;
  /** By header: the value that is there, and the value that will be; null if it is missing. */
  cells: readonly { header: string; before: string | null; after: string | null }[];
}

/** A row with errors, as a grid shows it. */
export interface WrongRow {
  fileId: number;
  fileName: string;
  /** Row number in the spreadsheet. */
  row: number;
  /** What its cells say, by key of the declared column. */
  cells: Readonly<Record<string, string>>;
  /** Keys of the columns whose cell holds anything, also what shows no text, as a formula without a result. */
  filled: readonly string[];
  /** The names of each of the record's places, as the file or else the id says them, and what names the record, by header. */
  places: readonly (readonly string[])[];
  key: Readonly<Record<string, string>>;
  errors: readonly ImportError[];
}
