import {
  holdsText,
  ACTION_COLUMN,
  type ColumnType,
  type ImportColumn,
  type ImportDeclaration,
  type Overwrite,
  type RowRules,
  type RowValues,
} from '../domain/import/declaration.ts';
import { formatTime } from '../domain/format.ts';
import type { Problem } from '../domain/problem.ts';
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
  updatesOf,
} from './resource.ts';
import { missingRecordText, referencesOf, refers } from './references.ts';
import { problemOf } from './rule.ts';

/**
 * A resource's spreadsheet, declared next to the resource. The template, the import and both exports are derived from
 * it (G63, G64, UPLOAD-19). It is separate from the resource's declaration because only dialogs and the server use it.
 */
export interface Sheet {
  resource: Resource;
  /** The name of the sheet; the import dialog also uses it for the records. */
  name: string;
  /** The first words of an exported file's name. */
  file: string;
  /** The file name of the template, served at GET /templates/{template} (UPLOAD-8). */
  template: string;
  /** merge: records that the file does not contain are kept. replace: they are removed. */
  mode: 'merge' | 'replace';
  /**
   * Rules between rows, and lookups for a row. The rule between the values of one row is part of the resource's
   * declaration.
   */
  rows?: RowRules;
  /** The confirmation required before an import that replaces records overwrites them. */
  overwrite?: Overwrite;
  /** The confirmation required before an import is applied. */
  question?: string;
  /** Columns of exports and of the template, in order. An exported file can be imported unchanged. */
  columns: readonly string[];
  /** For each column, the note in the template, the example, and the width in characters. */
  texts: Readonly<Record<string, { note: string; example: string | number; width: number }>>;
  /**
   * For a sheet with only some of the resource's fields: its name in ids and paths. Its rows can change records, but
   * not add any.
   */
  part?: string;
  /** Columns that are only informative: neither checked nor stored. */
  info?: readonly string[];
  /** Columns that a file may omit or leave blank, although every record has a value. */
  optional?: readonly string[];
  /** Sheets that each contain only some of the resource's fields. */
  parts?: readonly Sheet[];
}

export const defineSheet = (sheet: Sheet): Sheet => sheet;

/**
 * The sheet that a resource declares; null if its sheet is handwritten.
 * @throws Error if the resource has no example
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

/** The column with the name of the owning channel or 3PL, if the list has one. */
const ownerNames = ({ scope, columns }: Resource): string[] =>
  columns.filter(column => column === OWNERS[scope].nameField);

/** The template's note about the owning channel or 3PL. */
function ownerTexts({ scope }: Resource): DeclaredSheet['texts'] {
  const { field, nameField, word } = OWNERS[scope];
  if (field === null || nameField === null) return {};
  return {
    [field]: { note: `The ${word}, by its ID.`, width: 12 },
    [nameField]: { note: `The ${word} is identified by its ID alone.`, width: 28 },
  };
}

/** The key fields in a file, where a derived number is replaced by the fields from which it is derived. */
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

/** The column with the id of the channel or 3PL whose name is in another column. */
const idOfName = (name: string, field: Field | undefined): string | undefined =>
  field?.kind === 'text' && field.of !== undefined
    ? field.of
    : (ID_SCOPES.map(scope => OWNERS[scope]).find(({ nameField }) => nameField === name)?.field ?? undefined);

/** The values of a file's row in record form; the fields of blank cells are omitted. A loop, for files of 200 thousand rows. */
function recordOf({ fields }: Resource, row: RowValues): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    if (value === EMPTIED) record[name] = null;
    else record[name] = fields[name]?.kind === 'flag' ? value === 1 : value;
  }
  return record;
}

/**
 * The checks applied to each row: that the records to which it refers exist, those of the sheet, then the rule between
 * the row's values.
 */
function rowsOf(resource: Resource, own: RowRules | undefined): RowRules {
  const references = referencesOf(resource);
  return lookup => {
    const further = own?.(lookup);
    const missing = (row: RowValues): Problem | null => {
      for (const { name, names } of references) {
        const value = row[name];
        if (value === EMPTIED || !refers(names, value) || lookup.known?.(names.collection, value) !== false) continue;
        return { field: name, problem: missingRecordText(names, [value], lookup.country) };
      }
      return null;
    };
    return row => missing(row) ?? further?.(row) ?? problemOf(resource, recordOf(resource, row), lookup.country);
  };
}

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
  // A replacing import removes missing records, so rows that delete a record are unnecessary.
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
  const names = declared.flatMap(({ key: own, type }) => {
    const of = type.kind === 'info' ? idOfName(own, resource.fields[own]) : undefined;
    const isOwner = declared.some(
      ({ key: other, type: id }) => other === of && id.kind === 'id' && id.of !== undefined,
    );
    return of !== undefined && isOwner ? [{ name: own, id: of }] : [];
  });
  const holdsNumber = (name: string): boolean =>
    declared.some(({ key: own, type }) => own === name && type.kind !== 'info' && !holdsText(type));
  const follows = (resource.follows ?? []).filter(({ field, set }) => [field, ...Object.keys(set)].every(holdsNumber));
  const edited = updatesOf(resource).flatMap(({ fields }) => fields);
  const fixed = groups.flatMap(({ id: place }) =>
    columns.includes(place) && ![...edited, ...resource.key, ...key].includes(place) ? [place] : [],
  );
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
    ...(names.length > 0 ? { names } : {}),
    ...(fixed.length > 0 ? { fixed } : {}),
    mode,
    ...(part === undefined ? {} : { changesOnly: true }),
    ...(follows.length > 0 ? { follows } : {}),
    ...(rows || resource.problem || referencesOf(resource).length > 0 ? { rows: rowsOf(resource, rows) } : {}),
    ...(overwrite ? { overwrite } : {}),
    ...(question === undefined ? {} : { question }),
  };
}

/**
 * The format of an export; by default, the documented workbook with the sheet's columns, which can be imported again.
 */
export interface ExportForm {
  format: ExportFormat;
  /** Names of the columns, in order; null for the sheet's columns. */
  columns: readonly string[] | null;
}
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export const STANDARD_EXPORT: ExportForm = { format: 'xlsx', columns: null };

/** Columns that an export may have in addition to the sheet's: the list's columns and those about the last change. */
const exportable = ({ resource, columns }: Sheet): readonly string[] => [
  ...new Set([...columns, ...sortsOf(resource)]),
];

/**
 * The sheet for an export with the wanted columns. Unknown names are ignored; if no name is known, the sheet keeps its
 * own columns. If the columns are exactly those of a part, the part's sheet is used.
 */
export function sheetOfExport(sheet: Sheet, wanted: readonly string[] | null): Sheet {
  const known = exportable(sheet);
  const columns = (wanted ?? []).filter((name, at) => known.includes(name) && wanted?.indexOf(name) === at);
  const part = sheet.parts?.find(own => own.columns.join() === columns.join());
  return part ?? (columns.length > 0 ? { ...sheet, columns } : sheet);
}

/** The columns of an export, under the same headings as the table's (G63). */
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

/** A cell of a comma-separated file, with numbers in the country's notation. */
function textCellOf(field: Field | undefined, value: unknown, country: Country): Cell {
  const kind = field && kindOf(field);
  return field && kind?.rule && kind.typed && value !== null && value !== undefined
    ? kind.typed.write(field, value, country)
    : cellOf(field, value, country);
}

/**
 * Returns a function that creates a record's cells, in column order.
 * @param country the country whose time zone is used for the time of the last change
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
 * The name of an exported file, with only characters that every operating system permits: "Serviceable location 80012
 * JNE 2025-01-31.xlsx".
 * @param owner id and name of the channel or 3PL, or the country if none is selected
 */
export const exportFileName = ({ file }: Sheet, owner: string, date: string, format: ExportFormat = 'xlsx'): string =>
  `${file} ${owner} ${date}.${format}`.replace(/[^\p{L}\p{N} ._&()-]+/gu, '-');
