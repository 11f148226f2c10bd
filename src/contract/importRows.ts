import type { ImportError } from '../domain/import/describe.ts';
import type { ChangeName } from '../domain/import/diff.ts';

/** Rows of an imported file, passed from the Excel worker to the upload dialog. */

/** A row that changes something, with its values as in exports. */
export interface ChangedRow {
  fileName: string;
  /** The row number in the spreadsheet; 0 for a record that a replacing import removes because it is in no row. */
  row: number;
  change: ChangeName;
  /** The names of each of the record's places, from State down; empty if a place is not cached here. */
  places: readonly (readonly string[])[];
  /** The key's values by header. */
  key: Readonly<Record<string, string>>;
  /** The changed values by header, before and after; null if missing. */
  cells: readonly { header: string; before: string | null; after: string | null }[];
}

/** A row with errors, as shown in a grid. */
export interface WrongRow {
  fileId: number;
  fileName: string;
  /** The row number in the spreadsheet. */
  row: number;
  /** The contents of its cells as strings, by key of the declared column. */
  cells: Readonly<Record<string, string>>;
  /** Keys of the columns whose cell is not empty, including cells without text, such as a formula without a result. */
  filled: readonly string[];
  /**
   * The names of each of the record's places, taken from the file or else looked up by id; and the record's key, by
   * header.
   */
  places: readonly (readonly string[])[];
  key: Readonly<Record<string, string>>;
  errors: readonly ImportError[];
}
