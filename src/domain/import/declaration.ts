import type { Country } from '../country.ts';
import { FEATURE } from '../permission.ts';
import type { LocationLevel } from '../serviceable.ts';
import type { Problem } from '../problem.ts';
import type { TextForm } from '../textForms.ts';
import type { ImportLookup } from './check.ts';
import type { FoldKind } from './normalise.ts';

/**
 * An import is declared once. The template, the header matching, the check in the browser and on the server, the
 * comparison and the documentation of the columns are all derived from the declaration. Declarations are in
 * contract/imports.
 */

/** A value accepted by a choice column: its label as used in exports, and alternative spellings. */
export interface Choice {
  value: number;
  label: string;
  also?: readonly string[];
}

/** The kind of owner whose id appears in files: a channel or a 3PL. */
export type NamedOwner = 'channel' | '3pl';

/**
 * The type of a column's cells, which determines how they are parsed and validated. Checked columns contain only
 * numbers.
 */
export type ColumnType =
  /** A record's id: a positive integer. `of` specifies the kind of record; the id must belong to a known one. */
  | { kind: 'id'; of?: NamedOwner | 'location' }
  | { kind: 'integer'; min?: number; max?: number; none?: true }
  /**
   * `scale`: the maximum number of decimal places. `whole`: the value is stored as an integer, multiplied by 10^scale.
   * `none`: the word None clears the value, whereas a blank cell leaves it unchanged.
   */
  | {
      kind: 'decimal';
      /** A measured value: it is rounded to `scale` decimal places. */
      rounded?: true;
      min?: number;
      max?: number;
      scale?: number;
      whole?: boolean;
      none?: true;
      /** The unit that may follow the number: "kg". */
      unit?: string;
      /** An amount, which may be preceded by the currency symbol. */
      money?: true;
      /** An hour of the day, which may also be written as a time. */
      clock?: true;
    }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'yesNo' }
  /** The value is the index of one of the import's strings, which contains the day as YYYY-MM-DD. */
  | { kind: 'date'; none?: true }
  /** The value is the index of one of the import's strings. `fold` specifies which characters are normalized. */
  | { kind: 'text'; maxLength: number; fold?: FoldKind; pattern?: 'email' | TextForm }
  /**
   * Digits in the format of the entity's country; leading zeros are significant. The value is the index of one of the
   * import's strings.
   */
  | { kind: 'postcode' }
  /**
   * Parsed by the rule of its kind of field (contract/fields). `holds`: whether the value is itself a number or the
   * index of one of the import's strings. `takes`: a description of what a cell accepts. `ofDate`: converts a date
   * cell's serial number (1900 system) to a string. `write`: formats a value as in exports, if that differs from its
   * string.
   */
  | {
      kind: 'own';
      holds: 'number' | 'text';
      takes: string;
      read: (text: string, country: Country) => { value: unknown } | { problem: string; offer?: string };
      ofDate?: (serial: number) => string;
      write?: (value: number, country: Country | undefined) => string;
      none?: true;
    }
  /** Included in exports and shown in the template, but not stored in the record. */
  | { kind: 'info' };

export interface ImportColumn {
  /** The record's field. */
  key: string;
  /** The heading used in exports and the template; matched ignoring case and spaces. */
  header: string;
  type: ColumnType;
  /** Whether each row must have a value: always, only if the row adds or updates a record, or never. */
  required: 'always' | 'write' | 'no';
  /** Whether a file may omit the whole column. Columns of kind info are always optional. */
  mayBeMissing?: boolean;
  /** The value for a blank cell or a missing column; BLANK if omitted. */
  blank?: number;
  /** The column's description in the template. */
  note: string;
  example: string | number;
  /** The width of the template's column, in characters. */
  width: number;
}

/** Columns that together identify a place in the location tree. */
export interface PlaceGroup {
  /** The column with the location's id; null if the place is identified by names only. */
  id: string | null;
  /**
   * The columns with the names from State down; they must match the id, or identify exactly one place if there is no
   * id.
   */
  names: readonly string[];
  /** The field that stores the resolved location's id if there is no id column. */
  as?: string;
  /** The deepest level allowed for the place; any level if omitted. */
  deepest?: LocationLevel;
}

/** Values of a row by column key: numbers or stored strings; null for a blank cell. */
export type RowValues = Readonly<Record<string, number | string | null>>;

/**
 * Starts checking an import's rows, which are then passed one at a time, in order; only rows with valid cells are
 * included.
 */
export type RowRules = (lookup: ImportLookup) => (row: RowValues) => Problem | null;

/** The confirmation that a replacing import requires before it overwrites records (CDT-4, CDT-5, NWD-12). */
export interface Overwrite {
  /** The question to confirm. */
  question: string;
  /**
   * Says what happens to records that are not in the file: "3 CDTs of this channel are not in the file and will be
   * removed".
   */
  loses: (records: number, channels: number) => string;
  /** For countries in which a file must contain all of a channel's records: the text of the dialog, by country. */
  whole?: Readonly<Partial<Record<Country, string>>>;
}

export interface ImportDeclaration {
  /** Immutable, because drafts, mappings and queued imports refer to it. */
  id: string;
  /** The singular name of the records, also used as the sheet name of exports. */
  title: string;
  /** GET /templates/{templateFile} (UPLOAD-8, G64). */
  templateFile: string;
  permission: string;
  /** The contract id of the call that applies the import. */
  callId: string;
  columns: readonly ImportColumn[];
  /** Keys of the columns that identify a record. */
  key: readonly string[];
  /**
   * Key of the column with the channel or 3PL that owns a record, which is the first in `key`; if omitted, records
   * belong to the entity.
   */
  owner?: string;
  /**
   * Key of the action column, with 1 (add or update) or -1 (delete); if omitted, every row is added or updated
   * (UPLOAD-19).
   */
  action?: string;
  places?: readonly PlaceGroup[];
  /** merge: records missing from the file are kept. replace: they are removed. */
  mode: 'merge' | 'replace';
  /** If set, rows only change existing records and add none. */
  changesOnly?: true;
  /** If set, files are checked and compared, but nothing is written: a different kind of import writes their rows. */
  checksOnly?: true;
  /** Rules between the values of a row, and between rows. */
  rows?: RowRules;
  /** The confirmation and the report of a replacing import. */
  overwrite?: Overwrite;
  /** The confirmation shown before files that change something are applied. */
  question?: string;
}

/**
 * Whether the records define the addresses that a channel serves: the documents prescribe the wording of their errors
 * (UPLOAD-17).
 */
export const isOfAddresses = ({ permission }: Pick<ImportDeclaration, 'permission'>): boolean =>
  permission.startsWith(FEATURE.serviceableArea);

/**
 * Whether an import accepts several files: imports of serviceable areas do, all others accept one (UPLOAD-3 to
 * UPLOAD-5, G8).
 */
export const takesSeveralFiles = isOfAddresses;

/**
 * The message shown once an import has been applied (G12): one for Location CDT and non-working days, another for all
 * others.
 */
export const successText = ({ permission }: Pick<ImportDeclaration, 'permission'>): string =>
  [FEATURE.cdtOfLocation, FEATURE.nonWorkingDay].some(feature => permission.startsWith(`${feature}.`))
    ? 'File import successful'
    : 'Upload Successfully';

export const WRITE = 1;
export const REMOVE = -1;

/** The action code column of serviceable-area imports (UPLOAD-19, channels spec 5). */
export const ACTION_COLUMN: ImportColumn = {
  key: 'actionCode',
  header: 'Action Code',
  type: {
    kind: 'choice',
    choices: [
      { value: WRITE, label: '1' },
      { value: REMOVE, label: '-1' },
    ],
  },
  required: 'no',
  mayBeMissing: true,
  blank: WRITE,
  note: '1 adds or updates the row, -1 deletes it. Blank means 1.',
  example: 1,
  width: 13,
};

/** Whether a column's values are indexes into the import's strings. */
export const holdsText = (type: ColumnType): boolean =>
  ['text', 'postcode', 'date'].includes(type.kind) || (type.kind === 'own' && type.holds === 'text');

/** The columns whose values make up the record: all except its key, the action and columns of kind info. */
export const valueColumns = (declaration: ImportDeclaration): readonly ImportColumn[] =>
  declaration.columns.filter(
    ({ key, type }) => type.kind !== 'info' && key !== declaration.action && !declaration.key.includes(key),
  );
