import { RESOURCE_COLLECTIONS } from '../../contract/call.ts';
import { columnsOf, EMPTY, DECLARED, type CachedKind } from '../../contract/cached.ts';
import { belongsToEntity, OWNERS } from '../../contract/owner.ts';
import { fieldsOfKind } from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import { LOCATION_LEVEL } from '../../domain/serviceable.ts';
import { columnName, tableName } from './names.ts';
import { OWNER_TABLES } from './ownerTables.ts';

/** Collections of declared resources (contract/cached) as SQL. Columns of a table are named as those of the declaration. */

/** The table of a collection: its name in small letters with underscores. */
export const CACHED_TABLES = Object.fromEntries(
  RESOURCE_COLLECTIONS.map(collection => [collection, tableName(collection)]),
) as Readonly<Record<ResourceCollection, string>>;

/** Columns of a collection's yes/no fields, bit 0 of their cached number first. */
export const flagColumns = (collection: ResourceCollection): string[] =>
  fieldsOfKind(requireResource(collection), 'flag').map(([name]) => columnName(name));

/** A column as it is compared: one that may be empty has a value that means nothing, as the console has it. */
function filledSql(collection: ResourceCollection, column: string, sql: string): string {
  const declaration = DECLARED[collection];
  if (!declaration.empties.includes(column)) return sql;
  const empty = EMPTY[columnsOf(declaration)[column] as CachedKind];
  return `coalesce(${sql}, ${typeof empty === 'string' ? `'${empty}'` : empty})`;
}

/** A column as segments have it: flags are one number there, and a column each here. */
export function segmentSql(collection: ResourceCollection, column: string): string {
  if (column !== 'flags') return filledSql(collection, column, columnName(column));
  const bits = flagColumns(collection).map((name, bit) => `${1 << bit} * ${name}::int`);
  return `(${bits.join(' + ')})`;
}

/** A text column as filters and sorts compare it: folded beside itself, or of plain characters. */
export function foldedSql(collection: ResourceCollection, column: string): string {
  const field = requireResource(collection).fields[column];
  const isFolded = field?.kind === 'text' && field.folded === true;
  return isFolded ? `p.${columnName(column)}_folded` : `lower(p.${columnName(column)})`;
}

const ANCESTORS: readonly string[] = ['state_id', 'city_id', 'district_id'];

/** Records `p` of a collection with the fields that its list call answers, each under its own name. */
export interface RecordSql {
  fields: string;
  joins: string;
  /** A field, to sort by: texts folded as the console folds them. */
  sort: (field: string) => string;
}

/** Alias of the join that names places of a column at a level. */
const placeAlias = (column: string, level: number): string => `${columnName(column)}_${level}`;

function makeSql(collection: ResourceCollection): RecordSql {
  const declaration = DECLARED[collection];
  const { views } = declaration;
  const packed = new Set(Object.values(views).flatMap(view => ('mask' in view ? [view.of] : [])));
  const plain = Object.keys(columnsOf(declaration)).filter(column => !packed.has(column));
  const { scope } = declaration;
  const { field: owner, nameField } = OWNERS[scope];
  const fields = ['p.country'];
  const joins: string[] = [];
  if (!belongsToEntity(scope)) {
    const { table, column } = OWNER_TABLES[scope];
    fields.unshift(`p.${column} AS "${owner}"`, `coalesce(c.name, '') AS "${nameField}"`);
    joins.push(`LEFT JOIN ${table} c ON c.${column} = p.${column}`);
  }
  for (const column of plain) fields.push(`p.${columnName(column)} AS "${column}"`);
  const places = new Set<string>();
  for (const [field, view] of Object.entries(views)) {
    if ('mask' in view) {
      fields.push(`p.${columnName(field)} AS "${field}"`);
      continue;
    }
    const own = `${columnName(view.of)}_place`;
    if (!places.has(own)) joins.push(`LEFT JOIN locations ${own} ON ${own}.location_id = p.${columnName(view.of)}`);
    places.add(own);
    const alias = placeAlias(view.of, view.level);
    const ancestor = ANCESTORS[view.level];
    joins.push(
      ancestor === undefined
        ? `LEFT JOIN locations ${alias} ON ${alias}.location_id = ${own}.location_id AND ${alias}.level = ${LOCATION_LEVEL.street}`
        : `LEFT JOIN locations ${alias} ON ${alias}.location_id = ${own}.${ancestor}`,
    );
    fields.push(`coalesce(${alias}.name, '') AS "${field}"`);
  }
  return {
    fields: fields.join(', '),
    joins: joins.join('\n'),
    sort: field => {
      const view = views[field];
      if (view && 'mask' in view) return `p.${columnName(field)}`;
      if (view) return `coalesce(${placeAlias(view.of, view.level)}.name_folded, '') COLLATE "C"`;
      if (field === nameField) return 'lower(c.name) COLLATE "C"';
      if (columnsOf(declaration)[field] !== 'text') return filledSql(collection, field, `p.${columnName(field)}`);
      return `${filledSql(collection, field, foldedSql(collection, field))} COLLATE "C"`;
    },
  };
}

const SQL = Object.fromEntries(RESOURCE_COLLECTIONS.map(collection => [collection, makeSql(collection)])) as Readonly<
  Record<ResourceCollection, RecordSql>
>;

export const recordSql = (collection: ResourceCollection): RecordSql => SQL[collection];
