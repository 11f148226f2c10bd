import { kindOf } from '../../contract/fields/all.ts';
import type { SqlType } from '../../contract/fields/base.ts';
import { isOwnerName } from '../../contract/fields/text.ts';
import { fieldsOfKind, type Resource } from '../../contract/resource.ts';
import { fold } from '../../domain/fold.ts';
import { columnName, quoted } from '../db/names.ts';

/** The columns in which the records of a declared resource are stored, and the JSON of a record's columns. */

/** A stored column that not all tables have. */
export interface StoredColumn {
  /** The field that the column stores, or whose folded form it stores. */
  field: string;
  /** The name of the column, as it is and quoted for SQL. */
  column: string;
  sql: string;
  type: SqlType;
  folded: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The stored columns of a resource, in the order of its fields. */
export const storedColumns = ({ fields }: Pick<Resource, 'fields'>): StoredColumn[] =>
  Object.entries(fields).flatMap(([name, field]): StoredColumn[] => {
    const { sql: type } = kindOf(field);
    if (type === null) return [];
    const column = columnName(name);
    const own = { field: name, column, sql: quoted(column), type, folded: false };
    const isFolded = field.kind === 'text' && field.folded === true;
    return isFolded
      ? [own, { ...own, column: `${column}_folded`, sql: quoted(`${column}_folded`), folded: true }]
      : [own];
  });

/** Formats the stored columns of a record as JSON, given the record's fields. */
export function storedText(stored: readonly StoredColumn[], values: Values): string {
  const all: Record<string, unknown> = {};
  for (const { field, column, folded } of stored) all[column] = folded ? fold(String(values[field])) : values[field];
  return JSON.stringify(all);
}

/**
 * The fields of a record that contain the name of a channel or 3PL: their stored columns, and the field that contains
 * the id.
 */
export const nameColumns = (resource: Resource): { name: string; of: string; stored: StoredColumn[] }[] =>
  fieldsOfKind(resource, 'text').flatMap(([name, field]) =>
    isOwnerName(field) ? [{ name, of: field.of ?? '', stored: storedColumns({ fields: { [name]: field } }) }] : [],
  );
