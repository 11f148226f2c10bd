import type { Country } from '../country.ts';
import type { Follow } from '../follows.ts';
import { FEATURE } from '../permission.ts';
import type { LocationLevel } from '../serviceable.ts';
import type { Problem } from '../problem.ts';
import type { TextForm } from '../textForms.ts';
import type { ImportLookup } from './check.ts';
import type { FoldKind } from './normalise.ts';

/**
 * An import is declared only once. The template, header matching, the check in the browser and on the server, the
 * comparison and the documentation of the columns are all derived from its declaration. The declarations are in
 * contract/imports.
 */

/** A value that a choice column accepts: its label in exports, and alternative spellings. */
export interface Choice {
  value: number;
  label: string;
  also?: readonly string[];
}

/** The kind of owner whose id appears in files: a channel or a 3PL. */
export type NamedOwner = 'channel' | '3pl';
/** The kinds of records that the rows of an import can identify by id. */
export type Referred = NamedOwner | 'location';

/**
 * The type of a column's cells, which determines how they are parsed and validated. After the check, columns contain
 * only numbers.
 */
export type ColumnType =
  /** A record's id: a positive integer. `of` is the kind of record; the id must belong to an existing one. */
  | { kind: 'id'; of?: NamedOwner | 'location' }
  /** `words` are labels that lists and forms show instead of some numbers; a file may contain them, too. */
  | {
      kind: 'integer';
      min?: number;
      max?: number;
      none?: true;
      words?: readonly { value: number; label: string }[];
    }
  /**
   * `scale`: the maximum number of decimal places. `whole`: the value is stored as an integer, multiplied by 10^scale.
   * `none`: the word None clears the value; a blank cell leaves it unchanged.
   */
  | {
      kind: 'decimal';
      /** Whether the number is a measured value, which is rounded to `scale` decimal places. */
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
      /** An amount that is paid, so it has no more decimal places than the currency of the country. */
      payable?: true;
      /** An hour of the day, which may also be written as a time. */
      clock?: true;
    }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'yesNo' }
  /** The value is the index of one of the import's strings, which is the day as YYYY-MM-DD. */
  | { kind: 'date'; none?: true }
  /** The value is the index of one of the import's strings. `fold` specifies which characters are normalized. */
  | { kind: 'text'; maxLength: number; fold?: FoldKind; pattern?: 'email' | TextForm }
  /**
   * Digits in the postcode format of the entity's country; leading zeros are significant. The value is the index of one
   * of the import's strings.
   */
  | { kind: 'postcode' }
  /**
   * Parsed by the rule of the column's kind of field (contract/fields). `holds`: whether the value is itself a number
   * or the index of one of the import's strings. `takes`: a description of what a cell accepts. `ofDate`: converts a
   * date cell's serial number (1900 system) to a string. `write`: formats a value as in exports, if that differs from
   * the string.
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
  /** The name of the record's field. */
  key: string;
  /** The heading used in exports and the template; matched ignoring case and spaces. */
  header: string;
  type: ColumnType;
  /** Whether rows must have a value: always, only if the row adds or updates a record, or never. */
  required: 'always' | 'write' | 'no';
  /** Whether a file may omit the entire column. Columns of kind info are always optional. */
  mayBeMissing?: boolean;
  /** The value for a blank cell or a missing column; BLANK if omitted. */
  blank?: number;
  /** The description of the column in the template. */
  note: string;
  example: string | number;
  /** The width of the template's column, in characters. */
  width: number;
}

/** Columns that together identify a place in the location tree. */
export interface PlaceGroup {
  /** The column with the location's id; null if the place is identified only by names. */
  id: string | null;
  /**
   * The columns with the names from the state down. They must match the id or, without an id, identify exactly one
   * place.
   */
  names: readonly string[];
  /** The field that stores the location's resolved id if there is no id column. */
  as?: string;
  /** The deepest level that the place may have; any level if omitted. */
  deepest?: LocationLevel;
}

/** Values of a row by column key: numbers or stored strings; null for a blank cell. */
export type RowValues = Readonly<Record<string, number | string | null>>;

/**
 * Returns a check for an import's rows, which are then passed to it one at a time, in order. Only rows whose cells are
 * all valid are passed.
 */
export type RowRules = (lookup: ImportLookup) => (row: RowValues) => Problem | null;

/** The confirmation required before a replacing import overwrites records (CDT-4, CDT-5, NWD-12). */
export interface Overwrite {
  /** The question that the person must confirm. */
  question: string;
  /**
   * Says what happens to records that are not in the file: "3 CDTs of this channel are not in the file and will be
   * removed".
   */
  loses: (records: number, channels: number) => string;
  /** For countries in which a file must contain all of a channel's records: the dialog's text, by country. */
  whole?: Readonly<Partial<Record<Country, string>>>;
}

export interface ImportDeclaration {
  /** Never changes, because drafts, mappings and queued imports refer to it. */
  id: string;
  /** The singular name of the records, also used as the sheet name of exports. */
  title: string;
  /** The file name of the template, served at GET /templates/{templateFile} (UPLOAD-8, G64). */
  templateFile: string;
  permission: string;
  /** The contract id of the call that applies the import. */
  callId: string;
  columns: readonly ImportColumn[];
  /** Keys of the columns that together identify a record. */
  key: readonly string[];
  /**
   * Key of the column with the channel or 3PL that owns a record, which must be the first in `key`; if omitted, records
   * belong to the entity.
   */
  owner?: string;
  /**
   * Key of the action column, which contains 1 (add or update) or -1 (delete); if omitted, every row is added or
   * updated (UPLOAD-19).
   */
  action?: string;
  places?: readonly PlaceGroup[];
  /** Columns with the name of the channel or 3PL whose id is in another column; not stored, but compared with the id. */
  names?: readonly { name: string; id: string }[];
  /**
   * Keys of the columns that no row may change in an existing record: a record that is about another place is another
   * record. A row may repeat the record's value or leave it blank.
   */
  fixed?: readonly string[];
  /** merge: records that the file does not contain are kept. replace: they are removed. */
  mode: 'merge' | 'replace';
  /** If set, rows can only change existing records, not add any. */
  changesOnly?: true;
  /**
   * If set, files are validated and compared, but nothing is written; their rows are written by another kind of import.
   */
  checksOnly?: true;
  /** Columns that follow from others if they are blank. Their values are numbers. */
  follows?: readonly Follow[];
  /** Rules between the values of a row, and rules between rows. */
  rows?: RowRules;
  /** The confirmation and the report of a replacing import. */
  overwrite?: Overwrite;
  /** The confirmation required before files with changes are applied. */
  question?: string;
}

/**
 * Whether the records define the addresses that a channel serves, in which case the documents prescribe the wording of
 * errors (UPLOAD-17).
 */
export const isOfAddresses = ({ permission }: Pick<ImportDeclaration, 'permission'>): boolean =>
  permission.startsWith(FEATURE.serviceableArea);

/** Whether an import accepts several files, which only imports of serviceable areas do (UPLOAD-3 to UPLOAD-5, G8). */
export const takesSeveralFiles = isOfAddresses;

/**
 * The message shown after an import has been applied (G12): one for Location CDT and non-working days, another one for
 * all others.
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

/** Whether the values of a column are indexes into the import's strings. */
export const holdsText = (type: ColumnType): boolean =>
  ['text', 'postcode', 'date'].includes(type.kind) || (type.kind === 'own' && type.holds === 'text');

/** The columns whose values make up the record: all columns except its key, the action and those of kind info. */
export const valueColumns = (declaration: ImportDeclaration): readonly ImportColumn[] =>
  declaration.columns.filter(
    ({ key, type }) => type.kind !== 'info' && key !== declaration.action && !declaration.key.includes(key),
  );
