import type { Country } from '../country.ts';
import { FEATURE } from '../permission.ts';
import type { LocationLevel } from '../serviceable.ts';
import type { Problem } from '../problem.ts';
import type { TextForm } from '../textForms.ts';
import type { ImportLookup } from './check.ts';
import type { FoldKind } from './normalise.ts';

/**
 * An import is declared once: the declaration yields the template, the header matching, the check in the browser and on
 * the server, the comparison and the documentation of the columns. Declarations are in contract/imports.
 */

/** A value that a choice column accepts: its label as exports write it, and other spellings. */
export interface Choice {
  value: number;
  label: string;
  also?: readonly string[];
}

/** The kind of owner whose id appears in files: a channel or a 3PL. */
export type NamedOwner = 'channel' | '3pl';

/**
 * What a cell of a column contains, which decides how it is read and checked. Values are numbers in the checked
 * columns.
 */
export type ColumnType =
  /** A record's id: a whole number above 0. `of` names the kind of record; the id must be that of a known one. */
  | { kind: 'id'; of?: NamedOwner | 'location' }
  | { kind: 'integer'; min?: number; max?: number; none?: true }
  /**
   * `scale`: the maximum number of decimal places. `whole`: the value is the integer 10^scale times the number.
   * `none`: the word None clears the value, whereas a blank cell leaves it unchanged.
   */
  | {
      kind: 'decimal';
      /** A measured value: decimal places beyond `scale` are rounded away. */
      rounded?: true;
      min?: number;
      max?: number;
      scale?: number;
      whole?: boolean;
      none?: true;
      /** The unit that may follow the number: "kg". */
      unit?: string;
      /** An amount, which the currency's symbol may precede. */
      money?: true;
      /** An hour of the day, which may also be written as a time. */
      clock?: true;
    }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'yesNo' }
  /** The value is the number of a text among the import's texts, which has the day as YYYY-MM-DD. */
  | { kind: 'date'; none?: true }
  /** The value is the number of a text among the import's texts. `fold` says which characters are normalized. */
  | { kind: 'text'; maxLength: number; fold?: FoldKind; pattern?: 'email' | TextForm }
  /**
   * Digits in the form of the entity's country; leading zeros are significant. The value is the number of a text
   * among the import's texts.
   */
  | { kind: 'postcode' }
  /**
   * Read by the rule of its kind of field (contract/fields). `holds`: whether the value is a number itself, or the
   * number of a text among the import's texts. `takes`: what a cell accepts, in words. `ofDate`: a date cell's serial
   * number of the 1900 system as text. `write`: a value as exports write it, if that differs from its text.
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
  /** Included in exports and shown in the template, but not a value of the record. */
  | { kind: 'info' };

export interface ImportColumn {
  /** Field of the record. */
  key: string;
  /** As exports and the template write it; matched regardless of case and spaces. */
  header: string;
  type: ColumnType;
  /** Whether each row needs a value: always, only if the row adds or updates, or never. */
  required: 'always' | 'write' | 'no';
  /** Whether a file may leave the whole column out. Columns of kind info always may. */
  mayBeMissing?: boolean;
  /** The value of a blank cell or a missing column; BLANK if left out. */
  blank?: number;
  /** The column's description in the template. */
  note: string;
  example: string | number;
  /** Width of the template's column, in characters. */
  width: number;
}

/** Columns that together identify a place of the location tree. */
export interface PlaceGroup {
  /** Column with the location's id; null if only names identify the place. */
  id: string | null;
  /** Columns with the names from State on; they must agree with the id, or identify exactly one place without it. */
  names: readonly string[];
  /** Where the resolved location's id is stored if there is no id column. */
  as?: string;
  /** Deepest level that the place may have; any level if left out. */
  deepest?: LocationLevel;
}

/** Values of a row by column key: numbers, or stored texts; null if a cell is blank. */
export type RowValues = Readonly<Record<string, number | string | null>>;

/**
 * Starts the check of an import's rows. The rows are then passed one by one in order, but only those with valid cells.
 */
export type RowRules = (lookup: ImportLookup) => (row: RowValues) => Problem | null;

/** What a replacing import asks before it overwrites (CDT-4, CDT-5, NWD-12). */
export interface Overwrite {
  /** The question that must be confirmed. */
  question: string;
  /**
   * What happens to the records that no row contains: "3 CDTs of this channel are not in the file and will be removed".
   */
  loses: (records: number, channels: number) => string;
  /** For countries in which a file must contain every record of its channel: the dialog's text, by country. */
  whole?: Readonly<Partial<Record<Country, string>>>;
}

export interface ImportDeclaration {
  /** Never changes, because drafts, mappings and queued imports store it. */
  id: string;
  /** Name of the records in the singular, also used as the sheet name of exports. */
  title: string;
  /** GET /templates/{templateFile} (UPLOAD-8, G64). */
  templateFile: string;
  permission: string;
  /** The call that applies the import, by its id in the contract. */
  callId: string;
  columns: readonly ImportColumn[];
  /** Keys of the columns that identify a record. */
  key: readonly string[];
  /**
   * Key of the column with the channel or 3PL that owns a record, the first of `key`; if left out, records belong to
   * the entity.
   */
  owner?: string;
  /** Key of the column with 1 (add or update) or -1 (delete); without one every row is a write (UPLOAD-19). */
  action?: string;
  places?: readonly PlaceGroup[];
  /** merge: records that are not in the file stay. replace: they are removed. */
  mode: 'merge' | 'replace';
  /** If set, rows change existing records and add none. */
  changesOnly?: true;
  /** If set, files are checked and compared, but nothing is written: an import of another kind imports their rows. */
  checksOnly?: true;
  /** Rules between the values of a row, and between rows. */
  rows?: RowRules;
  /** What a replacing import asks and reports. */
  overwrite?: Overwrite;
  /** Asked before a file that changes something is applied. */
  question?: string;
}

/**
 * Whether the records define the addresses that a channel serves: the documents fix the wording of their errors
 * (UPLOAD-17).
 */
export const isOfAddresses = ({ permission }: Pick<ImportDeclaration, 'permission'>): boolean =>
  permission.startsWith(FEATURE.serviceableArea);

/**
 * Whether an import accepts several files: those of serviceable areas do, all others accept one (UPLOAD-3 to UPLOAD-5,
 * G8).
 */
export const takesSeveralFiles = isOfAddresses;

/** The message after an import was applied (G12): one for Location CDT and non-working days, another for all others. */
export const successText = ({ permission }: Pick<ImportDeclaration, 'permission'>): string =>
  [FEATURE.cdtOfLocation, FEATURE.nonWorkingDay].some(feature => permission.startsWith(`${feature}.`))
    ? 'File import successful'
    : 'Upload Successfully';

export const WRITE = 1;
export const REMOVE = -1;

/** The action code column of the serviceable imports (UPLOAD-19, channels spec 5). */
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

/** Whether a column's values are numbers of texts among the import's texts. */
export const holdsText = (type: ColumnType): boolean =>
  ['text', 'postcode', 'date'].includes(type.kind) || (type.kind === 'own' && type.holds === 'text');

/** Columns whose values make up the record: all except its key, the action and information. */
export const valueColumns = (declaration: ImportDeclaration): readonly ImportColumn[] =>
  declaration.columns.filter(
    ({ key, type }) => type.kind !== 'info' && key !== declaration.action && !declaration.key.includes(key),
  );
