import type { Country } from '../country.ts';
import { FEATURE } from '../permission.ts';
import type { LocationLevel } from '../serviceable.ts';
import type { Problem } from '../problem.ts';
import type { TextForm } from '../textForms.ts';
import type { ImportLookup } from './check.ts';
import type { FoldKind } from './normalise.ts';

/**
 * An import is declared once: from the declaration come the template, the header matching, the check in the browser and on
 * the server, the comparison and the documentation of the columns. Declarations are in contract/imports.
 */

/** A value that a choice column takes: its label as exports write it, and further spellings. */
export interface Choice {
  value: number;
  label: string;
  also?: readonly string[];
}

/** What owns records and has an id that files name: a channel, or a 3PL. */
export type NamedOwner = 'channel' | '3pl';

/** What a cell of a column holds, and so how it is read and checked. Values are numbers in the checked columns. */
export type ColumnType =
  /** A record's id: a whole number above 0. `of` says whose, and it must be known. */
  | { kind: 'id'; of?: NamedOwner | 'location' }
  | { kind: 'integer'; min?: number; max?: number; none?: true }
  /**
   * `scale`: decimal places at most. `whole`: the value is the integer 10^scale times the number. `none`: the word None empties
   * the value, whereas a blank cell leaves it.
   */
  | {
      kind: 'decimal';
      min?: number;
      max?: number;
      scale?: number;
      whole?: boolean;
      none?: true;
      /** What may stand after the number: "kg". */
      unit?: string;
      /** An amount: the currency's symbol may stand before it. */
      money?: true;
      /** An hour of the day: a time may stand in its place. */
      clock?: true;
    }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'yesNo' }
  /** The value is a number of the import's texts, which has the day as YYYY-MM-DD. */
  | { kind: 'date'; none?: true }
  /** The value is a number of the import's texts. `fold` says which characters are tidied. */
  | { kind: 'text'; maxLength: number; fold?: FoldKind; pattern?: 'email' | TextForm }
  /** Digits as the entity's country has them; leading zeros count. The value is a number of the import's texts. */
  | { kind: 'postcode' }
  /**
   * Read by the rule of its kind of field (contract/fields). `holds`: the value is a number, or a number of the import's texts.
   * `takes`: what a cell takes, in words. `ofDate`: a date cell's serial number of the 1900 system as text. `write`: a value as
   * exports write it, if it is not its own text.
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
  /** Carried along by exports and shown in the template; not a value of the record. */
  | { kind: 'info' };

export interface ImportColumn {
  /** Field of the record. */
  key: string;
  /** As exports and the template write it; matched without case and spaces. */
  header: string;
  type: ColumnType;
  /** Whether each row needs it: always, only rows that add or update, or never. */
  required: 'always' | 'write' | 'no';
  /** Whether a file may leave the whole column out. Columns of kind info always may. */
  mayBeMissing?: boolean;
  /** What a blank cell, or a missing column, means; nothing when left out. */
  blank?: number;
  /** What the template says of it. */
  note: string;
  example: string | number;
  /** Of the template's column, in characters. */
  width: number;
}

/** Columns that together name a place of the location tree. */
export interface PlaceGroup {
  /** Column with the location's id; null if there are names alone. */
  id: string | null;
  /** Columns with the names from State on; they must agree with the id, or name exactly one place without it. */
  names: readonly string[];
  /** Where the resolved location's id is kept when there is no id column. */
  as?: string;
  /** Deepest level that the place may be of; any when left out. */
  deepest?: LocationLevel;
}

/** Values of a row by key of their column: numbers, or texts as they are kept; null if a cell is blank. */
export type RowValues = Readonly<Record<string, number | string | null>>;

/** Begins the check of an import's rows, which are then given one after another in their order; only those whose cells are right. */
export type RowRules = (lookup: ImportLookup) => (row: RowValues) => Problem | null;

/** What a replacing import says before it overwrites (CDT-4, CDT-5, NWD-12). */
export interface Overwrite {
  /** The question that has to be accepted. */
  question: string;
  /** What becomes of the records that no row names: "3 CDTs of this channel are not in the file and will be removed". */
  loses: (records: number, channels: number) => string;
  /** Where a file has to hold every record of its channel: what the dialog says of it, by country. */
  whole?: Readonly<Partial<Record<Country, string>>>;
}

export interface ImportDeclaration {
  /** Stable: drafts, mappings and queued imports store it. */
  id: string;
  /** What the records are called, in the singular and as exports name their sheet. */
  title: string;
  /** GET /templates/{templateFile} (UPLOAD-8, G64). */
  templateFile: string;
  permission: string;
  /** The call that the import ends in, by its id in the contract. */
  callId: string;
  columns: readonly ImportColumn[];
  /** Keys of the columns that identify a record. */
  key: readonly string[];
  /** Key of the column with the channel or 3PL that owns a record, the first of `key`; left out, records belong to the entity. */
  owner?: string;
  /** Key of the column with 1 (add or update) or -1 (delete); without one every row is a write (UPLOAD-19). */
  action?: string;
  places?: readonly PlaceGroup[];
  /** merge: records that the file does not name stay. replace: they are removed. */
  mode: 'merge' | 'replace';
  /** Rows change records that are there, and add none. */
  changesOnly?: true;
  /** Files are checked and compared, and nothing is written: an import of another kind brings their rows. */
  checksOnly?: true;
  /** Rules between the values of a row, and between rows. */
  rows?: RowRules;
  /** Of a replacing import. */
  overwrite?: Overwrite;
  /** Asked with every change of the file before it is applied; nothing is asked of one that changes nothing. */
  question?: string;
}

/** Whether the records say which addresses a channel serves: the documents fix the words for their errors (UPLOAD-17). */
export const isOfAddresses = ({ permission }: Pick<ImportDeclaration, 'permission'>): boolean =>
  permission.startsWith(FEATURE.serviceableArea);

/** Whether an import takes several files: those of serviceable areas do, all others take one (UPLOAD-3 to UPLOAD-5, G8). */
export const takesSeveralFiles = isOfAddresses;

/** What is said once an import is applied (G12): of Location CDT and of non-working days the one, of all others the other. */
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

/** Whether a column's values are numbers of the import's texts. */
export const holdsText = (type: ColumnType): boolean =>
  ['text', 'postcode', 'date'].includes(type.kind) || (type.kind === 'own' && type.holds === 'text');

/** Columns whose values make up the record: neither its key, nor the action, nor information. */
export const valueColumns = (declaration: ImportDeclaration): readonly ImportColumn[] =>
  declaration.columns.filter(
    ({ key, type }) => type.kind !== 'info' && key !== declaration.action && !declaration.key.includes(key),
  );
