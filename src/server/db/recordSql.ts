import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, declaredOf, EMPTY } from '../../contract/cached.ts';
import { belongsToEntity, OWNERS } from '../../contract/owner.ts';
import { fieldsOfKind, type Resource } from '../../contract/resource.ts';
import { LOCATION_LEVEL } from '../../domain/serviceable.ts';
import { columnName, columnSql, quoted, tableName } from './names.ts';
import { OWNER_TABLES } from './ownerTables.ts';

/** SQL for the records of a declared resource. Columns are named after the fields in the declaration. */

/** The table of a resource, named after its collection in lower case with underscores. */
export const recordTable = ({ collection }: Pick<Resource, 'collection'>): string => tableName(collection);

/** SQL: whether a record `p` belongs to a country; always true if the resource's records belong to no country. */
export const ofCountry = ({ scope }: Pick<Resource, 'scope'>, country: string): string =>
  scope === 'platform' ? `${country} IS NOT NULL` : `p.country = ${country}`;

/**
 * SQL: whether a write that was logged in an entity may concern the record. A record without a country can be written
 * from any entity.
 */
export const inEntity = ({ scope }: Pick<Resource, 'scope'>, column: string, entity: string): string =>
  scope === 'platform' ? `${entity}::text IS NOT NULL` : `${column} = ${entity}`;

/** The columns of a resource's yes/no fields, starting with bit 0 of the number in which they are cached. */
export const flagColumns = (resource: Resource): string[] =>
  fieldsOfKind(resource, 'flag').map(([name]) => columnSql(name));

/** SQL for a column in comparisons: an empty value is replaced by the same placeholder as in the console. */
function filledSql(resource: Resource, column: string, sql: string): string {
  const declaration = declaredOf(resource);
  if (!declaration.empties.includes(column)) return sql;
  const empty = EMPTY[columnsOf(declaration)[column] as CachedKind];
  return `coalesce(${sql}, ${typeof empty === 'string' ? `'${empty}'` : empty})`;
}

/**
 * SQL for a column in the form used by segments, where all flags form a single number. In the table, they are separate
 * columns.
 */
export function segmentSql(resource: Resource, column: string): string {
  if (column !== 'flags') return filledSql(resource, column, columnSql(column));
  const bits = flagColumns(resource).map((name, bit) => `${1 << bit} * ${name}::int`);
  return `(${bits.join(' + ')})`;
}

/** SQL for filtering and sorting by a text column: its stored folded form, if there is one. */
export function foldedSql(resource: Resource, column: string): string {
  const field = resource.fields[column];
  const isFolded = field?.kind === 'text' && field.folded === true;
  return isFolded ? `p.${quoted(`${columnName(column)}_folded`)}` : `lower(p.${columnSql(column)})`;
}

const ANCESTORS: readonly string[] = ['state_id', 'city_id', 'district_id'];

/** SQL that selects records `p` of a resource, with the fields that its list call returns, under their own names. */
export interface RecordSql {
  fields: string;
  joins: string;
  /** SQL for sorting by a field, with strings folded as in the console. */
  sort: (field: string) => string;
}

/** Alias of the join that provides the names of a column's places at a level. */
const placeAlias = (column: string, level: number): string => `${columnName(column)}_${level}`;

function makeSql(resource: Resource): RecordSql {
  const declaration = declaredOf(resource);
  const { views } = declaration;
  const packed = new Set(Object.values(views).flatMap(view => ('mask' in view ? [view.of] : [])));
  const plain = Object.keys(columnsOf(declaration)).filter(column => !packed.has(column));
  const { scope } = declaration;
  const { field: owner, nameField } = OWNERS[scope];
  const fields = scope === 'platform' ? [] : ['p.country'];
  const joins: string[] = [];
  if (!belongsToEntity(scope)) {
    const { table, column } = OWNER_TABLES[scope];
    fields.unshift(`p.${column} AS "${owner}"`, `coalesce(c.name, '') AS "${nameField}"`);
    joins.push(`LEFT JOIN ${table} c ON c.${column} = p.${column}`);
  }
  for (const column of plain) fields.push(`p.${columnSql(column)} AS "${column}"`);
  const places = new Set<string>();
  for (const [field, view] of Object.entries(views)) {
    if ('mask' in view) {
      fields.push(`p.${columnSql(field)} AS "${field}"`);
      continue;
    }
    const own = `${columnName(view.of)}_place`;
    if (!places.has(own)) joins.push(`LEFT JOIN locations ${own} ON ${own}.location_id = p.${columnSql(view.of)}`);
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
      if (view && 'mask' in view) return `p.${columnSql(field)}`;
      if (view) return `coalesce(${placeAlias(view.of, view.level)}.name_folded, '') COLLATE "C"`;
      if (field === nameField) return 'lower(c.name) COLLATE "C"';
      if (columnsOf(declaration)[field] !== 'text') return filledSql(resource, field, `p.${columnSql(field)}`);
      return `${filledSql(resource, field, foldedSql(resource, field))} COLLATE "C"`;
    },
  };
}

const MADE = new WeakMap<Resource, RecordSql>();

/** Returns the SQL for the records of a resource, which is built only once. */
export function recordSql(resource: Resource): RecordSql {
  const known = MADE.get(resource) ?? makeSql(resource);
  MADE.set(resource, known);
  return known;
}
