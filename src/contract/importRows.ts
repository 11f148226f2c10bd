import type { ImportError } from '../domain/import/describe.ts';
import type { ChangeName } from '../domain/import/diff.ts';

/** Rows of an imported file, as the Excel worker passes them to the upload dialog. */

/** A row that changes a record, with values formatted as in exports. */
export interface ChangedRow {
  fileName: string;
  /**
   * The row number in the spreadsheet; 0 for a record that a replacing import removes because the file does not contain
   * it.
   */
  row: number;
  change: ChangeName;
  /** The names of each of the record's places, from the state down; empty if this device has not cached the place. */
  places: readonly (readonly string[])[];
  /** The key's values, by column heading. */
  key: Readonly<Record<string, string>>;
  /** The changed values before and after, by column heading; null if missing. */
  cells: readonly { header: string; before: string | null; after: string | null }[];
}

/** A row with errors, as shown in a grid. */
export interface WrongRow {
  fileId: number;
  fileName: string;
  /** The row number in the spreadsheet. */
  row: number;
  /** The cells' contents as strings, by the key of the declared column. */
  cells: Readonly<Record<string, string>>;
  /**
   * Keys of the columns whose cell is not empty. A cell may be non-empty without having text, such as a formula without
   * a result.
   */
  filled: readonly string[];
  /**
   * The names of each of the record's places, from the file or else looked up by id; and the record's key, by column
   * heading.
   */
  places: readonly (readonly string[])[];
  key: Readonly<Record<string, string>>;
  errors: readonly ImportError[];
}
