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
 * A resource's spreadsheet, declared next to the resource: the template, the import and both exports are derived from
 * it (G63, G64, UPLOAD-19). It is kept separate from the declaration, because only dialogs and the server need it.
 */
export interface Sheet {
  resource: Resource;
  /** The name of the sheet, and of its records in the import dialog. */
  name: string;
  /** The first words of an exported file's name. */
  file: string;
  /** GET /templates/{template} (UPLOAD-8). */
  template: string;
  /** merge: records missing from the file are kept. replace: they are removed. */
  mode: 'merge' | 'replace';
  /** Rules between rows, and lookups for a row. The rule between a row's values is part of the declaration. */
  rows?: RowRules;
  /** The confirmation that a replacing sheet requires before it overwrites records. */
  overwrite?: Overwrite;
  /** The confirmation that its import requires before it is applied. */
  question?: string;
  /** Columns of exports and of the template, in order; an exported file can be imported unchanged. */
  columns: readonly string[];
  /** For each column, its note in the template, its example, and its width in characters. */
  texts: Readonly<Record<string, { note: string; example: string | number; width: number }>>;
  /**
   * The name, used in ids and paths, of a sheet with only some of the resource's fields. Its rows change records and
   * add none.
   */
  part?: string;
  /** Columns that are for information only: neither checked nor stored. */
  info?: readonly string[];
  /** Columns that may be missing or blank in a file, although every record has a value. */
  optional?: readonly string[];
  /** Sheets that each contain some of the resource's fields. */
  parts?: readonly Sheet[];
}

export const defineSheet = (sheet: Sheet): Sheet => sheet;

/**
 * The sheet declared by a resource; null if it has a handwritten one.
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

/** The template's note on the channel or 3PL that owns the records. */
function ownerTexts({ scope }: Resource): DeclaredSheet['texts'] {
  const { field, nameField, word } = OWNERS[scope];
  if (field === null || nameField === null) return {};
  return {
    [field]: { note: `The ${word}, by its ID.`, width: 12 },
    [nameField]: { note: `The ${word} is identified by its ID alone.`, width: 28 },
  };
}

/** Fields of a record's key in a file: a derived number is replaced by the fields from which it is derived. */
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

/** The values of a file's row in record form; a blank cell omits its field. */
const recordOf = ({ fields }: Resource, row: RowValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (value === null) return [];
      if (value === EMPTIED) return [[name, null]];
      return [[name, fields[name]?.kind === 'flag' ? value === 1 : value]];
    }),
  );

/** The checks applied to each row: those of its sheet, then the rule between its values. */
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
  // A replacing import removes missing records, so deletion rows are unnecessary.
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

/**
 * The format of an export. The standard one is that of the documents: a workbook with the sheet's columns, which can be
 * imported.
 */
export interface ExportForm {
  format: ExportFormat;
  /** Names of its columns in order; null for the sheet's columns. */
  columns: readonly string[] | null;
}
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export const STANDARD_EXPORT: ExportForm = { format: 'xlsx', columns: null };

/** Columns that an export may have in addition to the sheet's: those of the list and those about the last write. */
const exportable = ({ resource, columns }: Sheet): readonly string[] => [
  ...new Set([...columns, ...sortsOf(resource)]),
];

/**
 * The sheet of an export. Unknown column names are ignored; if no known name is given, it has the sheet's columns. If
 * the columns are those of a part, the part's sheet is used.
 */
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

/** A cell in comma-separated text, with numbers as people in the country write them. */
function textCellOf(field: Field | undefined, value: unknown, country: Country): Cell {
  const kind = field && kindOf(field);
  return field && kind?.rule && kind.typed && value !== null && value !== undefined
    ? kind.typed.write(field, value, country)
    : cellOf(field, value, country);
}

/**
 * Returns a function that creates a record's cells, in column order.
 *
 * @param country the country whose time zone is used for the times of last changes
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
 * The name of an exported file, with only characters that every operating system allows: "Serviceable location 80012
 * JNE 2025-01-31.xlsx".
 * @param owner id and name of the channel or 3PL, or the country if none is chosen
 */
export const exportFileName = ({ file }: Sheet, owner: string, date: string, format: ExportFormat = 'xlsx'): string =>
  `${file} ${owner} ${date}.${format}`.replace(/[^\p{L}\p{N} ._&()-]+/gu, '-');
