import {
  ACTION_COLUMN,
  type ColumnType,
  type ImportColumn,
  type ImportDeclaration,
  type Overwrite,
  type RowRules,
  type RowValues,
} from '../domain/import/declaration.ts';
import { formatTime } from '../domain/format.ts';
import { EMPTIED } from '../domain/import/parseCell.ts';
import type { Cell, Column } from '../domain/sheet/workbookXml.ts';
import { ID_SCOPES, OWNERS } from './owner.ts';
import { COUNTRIES, type Country } from '../domain/country.ts';
import { kindOf, type Field } from './fields/all.ts';
import {
  canDelete,
  fieldsOfKind,
  importId,
  isOfEntity,
  labelOf,
  mayBeBlank,
  ownerField,
  ownerInput,
  sortsOf,
  type DeclaredSheet,
  STAMP_FIELDS,
  type Resource,
} from './resource.ts';
import { problemOf } from './rule.ts';

/**
 * A resource's spreadsheet, declared next to it: the template, the import and both exports follow (G63, G64, UPLOAD-19). It
 * is apart from the declaration, since only dialogs and the server need it.
 */
export interface Sheet {
  resource: Resource;
  /** Name of the sheet, and what its records are called in the import's dialog. */
  name: string;
  /** First words of an exported file's name. */
  file: string;
  /** GET /templates/{template} (UPLOAD-8). */
  template: string;
  /** merge: records that the file does not name stay. replace: they are removed. */
  mode: 'merge' | 'replace';
  /** Rules between rows, and what a row is looked up for; the rule between its values is the declaration's. */
  rows?: RowRules;
  /** What a sheet that replaces says before it overwrites. */
  overwrite?: Overwrite;
  /** What its import asks before it is applied, with every change of the file. */
  question?: string;
  /** Columns of exports and of the template, in their order; an exported file is imported without changes. */
  columns: readonly string[];
  /** By column: what the template says of it, its example, and its width in characters. */
  texts: Readonly<Record<string, { note: string; example: string | number; width: number }>>;
  /** Names a sheet that has some of the resource's fields, in ids and paths. Its rows change records and add none. */
  part?: string;
  /** Columns that only show a person what a row is about: neither checked nor stored. */
  info?: readonly string[];
  /** Columns that a file may leave out, or blank, though every record has a value there. */
  optional?: readonly string[];
  /** Sheets with some of the resource's fields each. */
  parts?: readonly Sheet[];
}

export const defineSheet = (sheet: Sheet): Sheet => sheet;

/**
 * The sheet that a resource declares; null if it has one that is written by hand.
 * @throws Error if it has no example
 */
export function declaredSheet(resource: Resource): Sheet | null {
  const { sheet, label, fields, columns, examples = [] } = resource;
  if (!sheet) return null;
  const [first] = examples;
  if (!first) throw new Error(`The sheet of ${resource.id} has no example`);
  const { texts, info = [], ...own } = sheet;
  const owners = ownerNames(resource);
  const example: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(owners.map(name => [name, 'Example, replace this row'])),
    ...first,
  };
  return {
    resource,
    name: label.one,
    file: label.many,
    template: `${label.many.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.xlsx`,
    mode: 'merge',
    columns,
    texts: Object.fromEntries(
      Object.entries({ ...ownerTexts(resource), ...texts }).map(([name, text]) => {
        const cell = cellOf(fields[name], example[name], 'ID');
        return [name, { ...text, example: typeof cell === 'number' ? cell : String(cell) }];
      }),
    ),
    info: [...info, ...owners],
    ...own,
  };
}

/** The column with the name of the channel or 3PL that owns the records, if a list has one. */
const ownerNames = ({ scope, columns }: Resource): string[] =>
  columns.filter(column => column === OWNERS[scope].nameField);

/** What a template says of the channel or 3PL that owns the records. */
function ownerTexts({ scope }: Resource): DeclaredSheet['texts'] {
  const { field, nameField, word } = OWNERS[scope];
  if (field === null || nameField === null) return {};
  return {
    [field]: { note: `The ${word}, by its ID.`, width: 12 },
    [nameField]: { note: `The ${word} is identified by its ID alone.`, width: 28 },
  };
}

/** Fields of a record's key as a file writes them: a made number by what it is made of. */
export const sheetKey = (resource: Resource): string[] => [
  ...ownerInput(resource),
  ...resource.key.flatMap(name => {
    const field = resource.fields[name];
    return field?.kind === 'made' ? field.from.filter(part => !ownerInput(resource).includes(part)) : [name];
  }),
];

const INFO: ColumnType = { kind: 'info' };

function typeOf(name: string, field: Field | undefined): ColumnType {
  const owner = ID_SCOPES.find(scope => OWNERS[scope].field === name);
  if (owner && !field) return { kind: 'id', of: owner };
  return field ? kindOf(field).sheet(field) : INFO;
}

/** The values of a file's row as a record has them; a blank cell leaves out its field. */
const recordOf = ({ fields }: Resource, row: RowValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (value === null) return [];
      if (value === EMPTIED) return [[name, null]];
      return [[name, fields[name]?.kind === 'flag' ? value === 1 : value]];
    }),
  );

/** What is checked of each row: what its sheet says, and the rule between its values. */
const rowsOf =
  (resource: Resource, own: RowRules | undefined): RowRules =>
  lookup => {
    const further = own?.(lookup);
    return row => further?.(row) ?? problemOf(resource, recordOf(resource, row), lookup.country);
  };

/** The import of a resource's sheet. */
export function importOf(sheet: Sheet): ImportDeclaration {
  const {
    resource,
    name,
    template,
    mode,
    columns,
    texts,
    rows,
    overwrite,
    question,
    part,
    info = [],
    optional = [],
  } = sheet;
  // What replaces removes what it leaves out: no row says so.
  const removes = canDelete(resource) && mode === 'merge' && part === undefined;
  const id = importId(resource, part);
  const key = sheetKey(resource);
  const declared = columns.map((column): ImportColumn => {
    const type = info.includes(column) ? INFO : typeOf(column, resource.fields[column]);
    const text = texts[column];
    if (!text) throw new Error(`the sheet of ${resource.id} says nothing of ${column}`);
    const isFree = type.kind === 'info' || mayBeBlank(resource.fields[column]) || optional.includes(column);
    return {
      key: column,
      header: labelOf(resource, column),
      type,
      required: key.includes(column) ? 'always' : isFree ? 'no' : 'write',
      ...(part !== undefined && isFree ? { mayBeMissing: true } : {}),
      ...text,
    };
  });
  const groups = fieldsOfKind(resource, 'place').map(([id, { deepest }]) => ({
    id,
    names: fieldsOfKind(resource, 'placeName').flatMap(([own, { of }]) => (of === id ? [own] : [])),
    ...(deepest < 3 ? { deepest } : {}),
  }));
  return {
    id,
    title: name,
    templateFile: template,
    permission: `${resource.feature}.write`,
    callId: `${id}.import`,
    columns: [...declared, ...(removes ? [ACTION_COLUMN] : [])],
    key,
    ...(isOfEntity(resource) ? {} : { owner: ownerField(resource) }),
    ...(removes ? { action: ACTION_COLUMN.key } : {}),
    ...(groups.length > 0 ? { places: groups } : {}),
    mode,
    ...(part === undefined ? {} : { changesOnly: true }),
    ...(rows || resource.problem ? { rows: rowsOf(resource, rows) } : {}),
    ...(overwrite ? { overwrite } : {}),
    ...(question === undefined ? {} : { question }),
  };
}

/** What an export is like. The standard one is the documents': a workbook of the sheet's columns, which an import reads. */
export interface ExportForm {
  format: ExportFormat;
  /** Names of its columns in their order; null: those of the sheet. */
  columns: readonly string[] | null;
}
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export const STANDARD_EXPORT: ExportForm = { format: 'xlsx', columns: null };

/** Columns that an export may have in addition to the sheet's: the list's own and those of the last write. */
const exportable = ({ resource, columns }: Sheet): readonly string[] => [
  ...new Set([...columns, ...sortsOf(resource)]),
];

/** The sheet of an export; names of no column are left out, and without any it has those of the sheet. A part's columns make its file. */
export function sheetOfExport(sheet: Sheet, wanted: readonly string[] | null): Sheet {
  const known = exportable(sheet);
  const columns = (wanted ?? []).filter((name, at) => known.includes(name) && wanted?.indexOf(name) === at);
  const part = sheet.parts?.find(own => own.columns.join() === columns.join());
  return part ?? (columns.length > 0 ? { ...sheet, columns } : sheet);
}

/** The columns of an export, with the table's headings (G63). */
export const exportColumns = ({ resource, columns, texts }: Sheet): readonly Column[] =>
  columns.map(column => ({
    heading: labelOf(resource, column),
    width: texts[column]?.width ?? (stampLabel(column) === undefined ? 16 : 24),
  }));

const stampLabel = (column: string): string | undefined =>
  (STAMP_FIELDS as Readonly<Record<string, { label: string }>>)[column]?.label;

const cellOf = (field: Field | undefined, value: unknown, country: Country): Cell => {
  if (value === null || value === undefined) return '';
  return field ? kindOf(field).cell(field, value, country) : (value as Cell);
};

/** The same in comma-separated text, in which a number is a text: as people of the country write it. */
function textCellOf(field: Field | undefined, value: unknown, country: Country): Cell {
  const kind = field && kindOf(field);
  return field && kind?.rule && kind.typed && value !== null && value !== undefined
    ? kind.typed.write(field, value, country)
    : cellOf(field, value, country);
}

/**
 * Makes a record's cells, in the order of the columns.
 *
 * @param country in which the records are read: its zone tells the times of last changes
 */
export const exportCells = (
  { resource, columns }: Sheet,
  country: Country,
  format: ExportFormat = 'xlsx',
): ((row: Readonly<Record<string, unknown>>) => Cell[]) => {
  const fields = columns.map((name): [string, Field | undefined] => [name, resource.fields[name]]);
  const { timeZone } = COUNTRIES[country];
  const asCell = format === 'csv' ? textCellOf : cellOf;
  return row =>
    fields.map(([name, field]) =>
      name === 'updatedAt'
        ? formatTime(Number(row[name] ?? 0), timeZone)
        : asCell(field, row[name], (row['country'] as Country | undefined) ?? country),
    );
};

/**
 * "Serviceable location 80012 JNE 2025-01-31.xlsx": only characters that every system takes in a file name.
 *
 * @param owner id and name of the channel or 3PL, or the country where none is chosen
 */
export const exportFileName = ({ file }: Sheet, owner: string, date: string, format: ExportFormat = 'xlsx'): string =>
  `${file} ${owner} ${date}.${format}`.replace(/[^\p{L}\p{N} ._&()-]+/gu, '-');
