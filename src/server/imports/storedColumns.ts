import { kindOf } from '../../contract/fields/all.ts';
import type { SqlType } from '../../contract/fields/base.ts';
import { isOwnerName } from '../../contract/fields/text.ts';
import { fieldsOfKind, type Resource } from '../../contract/resource.ts';
import { fold } from '../../domain/fold.ts';
import { columnName, quoted } from '../db/names.ts';

/** The columns in which a declared resource's records are stored, and the JSON of these columns for a record. */

/** A stored column, except for those that all tables have. */
export interface StoredColumn {
  /** The column's field, or the field whose folded form the column stores. */
  field: string;
  /** The column's name, plain and quoted for SQL. */
  column: string;
  sql: string;
  type: SqlType;
  folded: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** A resource's stored columns in the order of its fields. */
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

/** Returns a record's stored columns as JSON, from its fields. */
export function storedText(stored: readonly StoredColumn[], values: Values): string {
  const all: Record<string, unknown> = {};
  for (const { field, column, folded } of stored) all[column] = folded ? fold(String(values[field])) : values[field];
  return JSON.stringify(all);
}

/**
 * A record's fields that contain the name of a channel or 3PL: their stored columns, and the field that contains its
 * id.
 */
export const nameColumns = (resource: Resource): { name: string; of: string; stored: StoredColumn[] }[] =>
  fieldsOfKind(resource, 'text').flatMap(([name, field]) =>
    isOwnerName(field) ? [{ name, of: field.of ?? '', stored: storedColumns({ fields: { [name]: field } }) }] : [],
  );
