import { PLACES, type Reference } from '../../contract/fields/base.ts';
import { OWNERS, type Owner } from '../../contract/owner.ts';
import { missingRecordText, NAMED, referencesOf, refers, usedText } from '../../contract/references.ts';
import type { Resource } from '../../contract/resource.ts';
import { requireResource, RESOURCES } from '../../contract/resources/all.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { tooDeepText, type LocationLevel } from '../../domain/serviceable.ts';
import { columnSql } from '../db/names.ts';
import { recordTable } from '../db/recordSql.ts';
import type { Queryable } from '../db/transaction.ts';
import { badRequest } from '../base/envelope.ts';
import { PLAN_ROWS, type PlanProblem } from './extras.ts';
import { nameOfOwner } from './owners.ts';

/** Validates the places, channels, 3PLs and other records to which a record refers. */

/** @throws ApiError 400 if the entity has no place with this id, or if the place is below the `deepest` level */
export async function requireArea(
  db: Queryable,
  entity: Country,
  field: string,
  locationId: number,
  deepest: LocationLevel,
): Promise<void> {
  const { rows } = await db.query<{ level: number }>({
    name: 'location-level',
    text: 'SELECT level FROM locations WHERE location_id = $1 AND country = $2',
    values: [locationId, entity],
  });
  const [place] = rows;
  if (!place) throw badRequest(`${field}: ${locationId} is not a location of ${COUNTRIES[entity].inText}`);
  if (place.level > deepest) throw badRequest(`${field}: ${locationId} ${tooDeepText(place.level, deepest)}`);
}

/** @throws ApiError 400 if the entity has no such channel or 3PL */
export async function requireOwner(db: Queryable, entity: Country, field: string, owner: Owner): Promise<void> {
  if ((await nameOfOwner(db, entity, owner)) !== null) return;
  throw badRequest(`${field}: ${owner.id} is not a ${OWNERS[owner.kind].word} of ${COUNTRIES[entity].inText}`);
}

/** The table of the list to which a field refers, and the column with the values there. */
const namedList = ({ collection, field }: Reference): { table: string; column: string } => ({
  table: collection === PLACES ? 'locations' : recordTable(requireResource(collection)),
  column: columnSql(field),
});

/**
 * Requires the record to which a value refers. The record cannot be removed until the end of the transaction.
 * @throws ApiError 400 if the entity does not have the record
 */
export async function requireNamed(
  db: Queryable,
  entity: Country,
  field: string,
  value: unknown,
  names: Reference,
): Promise<void> {
  if (!refers(names, value)) return;
  const { table, column } = namedList(names);
  const { rows } = await db.query({
    name: `named-${table}-${names.field}`,
    text: `SELECT 1 FROM ${table} WHERE country = $1 AND ${column} = $2 FOR KEY SHARE`,
    values: [entity, value],
  });
  if (rows.length === 0) throw badRequest(`${field}: ${missingRecordText(names, [value], entity)}`);
}

/** The stored column of a field, as its name occurs in the rows of an import. */
const columnIn = (name: string): string => columnSql(name).replaceAll('"', '');

/** SQL: whether a staged row `r` of the import `$1` gets a reference in a column; `except` are values without a record. */
const getsReference = (column: string, except: string): string =>
  `r.import_no = $1 AND r.before->>${column} IS DISTINCT FROM r.after->>${column}
                AND coalesce(r.after->>${column}, '') <> '' AND NOT (r.after->>${column} = ANY (${except}::text[]))`;

/**
 * Checks once more, in the transaction that applies a planned import or starts to, that the records exist to which its
 * rows get references. They cannot be removed until the end of the transaction. Places are never removed.
 */
export async function hasAllNames(
  db: Queryable,
  resource: Resource,
  entity: Country,
  importNo: number,
): Promise<boolean> {
  for (const { name, field, names } of referencesOf(resource)) {
    if (names.collection === PLACES) continue;
    const { table, column } = namedList(names);
    // Two statements and no join: right after the rows were staged, the planner still assumes that there is only one row.
    const { rows: wanted } = await db.query<{ value: string }>({
      name: 'distinct-names-of-import',
      text: `SELECT DISTINCT r.after->>$2 AS value FROM import_rows r WHERE ${getsReference('$2', '$3')}`,
      values: [importNo, columnIn(name), (names.except ?? []).map(String)],
    });
    if (wanted.length === 0) continue;
    const locked = await db.query({
      name: `lock-names-of-import-${table}-${names.field}`,
      text: `SELECT 1 FROM ${table} WHERE country = $1 AND ${column} = ANY ($2::${field.kind === 'number' ? 'int8' : 'text'}[])
              ORDER BY ${column} FOR KEY SHARE`,
      values: [entity, wanted.map(({ value }) => value)],
    });
    if (locked.rows.length !== wanted.length) return false;
  }
  return true;
}

/** Lists with references to a list, which therefore must not change while records of that list are removed. */
export const referringLists = (resource: Pick<Resource, 'collection'>): string[] =>
  (RESOURCES as readonly Resource[]).flatMap(other =>
    referencesOf(other).some(({ names }) => names.collection === resource.collection) ? [other.collection] : [],
  );

/**
 * Returns why a planned import cannot be applied if its rows get references to records that the entity does not have;
 * null if they do not.
 */
export async function missingNames(
  db: Queryable,
  resource: Resource,
  entity: Country,
  importNo: number,
): Promise<PlanProblem | null> {
  for (const { name, field, names } of referencesOf(resource)) {
    const { table, column } = namedList(names);
    const isNumber = field.kind === 'number';
    const value = `(r.after->>$3)${isNumber ? '::int8' : ''}`;
    const { rows } = await db.query<{ n: number; value: number | string }>({
      name: `names-of-import-${table}-${names.field}`,
      text: `SELECT r.n, ${value} AS value FROM import_rows r
              WHERE ${getsReference('$3', '$4')}
                AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.country = $2 AND t.${column} = ${value})
              ORDER BY r.n LIMIT ${PLAN_ROWS}`,
      values: [importNo, entity, columnIn(name), (names.except ?? []).map(String)],
    });
    if (rows.length === 0) continue;
    const missing = [...new Set(rows.map(row => (isNumber ? Number(row.value) : row.value)))].sort((a, b) =>
      a < b ? -1 : 1,
    );
    return {
      text: `${field.label}: ${missingRecordText(names, missing.slice(0, NAMED + 1), entity)}.`,
      rows: rows.map(row => ({
        n: row.n,
        field: name,
        text: missingRecordText(names, [isNumber ? Number(row.value) : row.value], entity),
      })),
    };
  }
  return null;
}

/**
 * Returns why a planned import cannot be applied if it removes records to which others refer; null if it does not.
 */
export async function usedNames(
  db: Queryable,
  resource: Resource,
  entity: Country,
  importNo: number,
): Promise<PlanProblem | null> {
  for (const other of RESOURCES as readonly Resource[]) {
    for (const { name, names } of referencesOf(other)) {
      if (names.collection !== resource.collection) continue;
      const isNumber = resource.fields[names.field]?.kind === 'number';
      const { rows } = await db.query<Record<string, unknown>>({
        name: `uses-in-import-${other.collection}-${name}`,
        text: `SELECT r.n, ${other.key.map(key => `o.${columnSql(key)} AS "${key}"`).join(', ')}, o.${columnSql(name)} AS "${name}"
                 FROM import_rows r JOIN ${recordTable(other)} o
                   ON o.country = $2 AND o.${columnSql(name)} = (r.before->>$3)${isNumber ? '::int8' : ''}
                WHERE r.import_no = $1 AND r.after IS NULL ORDER BY 2 LIMIT ${NAMED + 1}`,
        values: [importNo, entity, columnIn(names.field)],
      });
      const [first] = rows;
      if (!first) continue;
      const value = first[name] as number | string;
      const uses = rows.filter(row => row[name] === value).map(row => other.title(row));
      const text = usedText(names, isNumber ? Number(value) : value, uses);
      return {
        text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
        rows: [{ n: Number(first['n']), text }],
      };
    }
  }
  return null;
}

/** The names of a place and of the places that contain it, from the state down. The first empty name ends the list. */
export interface AreaNames {
  state?: string | undefined;
  city?: string | undefined;
  district?: string | undefined;
}

/**
 * Finds the place with these names, ignoring accents and case. An exact match takes precedence over a name that merely
 * folds to the same string.
 * @param side prefix of field names in messages, such as "from"
 * @throws ApiError 400 if there is no such place, or the state is missing
 */
export async function areaByNames(db: Queryable, entity: Country, side: string, names: AreaNames): Promise<number> {
  let parent = 0;
  for (const level of ['state', 'city', 'district'] as const) {
    const name = (names[level] ?? '').trim();
    const field = `${side}${level.charAt(0).toUpperCase()}${level.slice(1)}`;
    if (name === '') {
      if (level === 'state') throw badRequest(`${field}: is required`);
      break;
    }
    const { rows } = await db.query<{ id: number }>({
      name: 'location-by-name',
      text: `SELECT location_id AS id FROM locations WHERE country = $1 AND parent_id = $2 AND name_folded = $3
              ORDER BY name = $4 DESC, location_id LIMIT 1`,
      values: [entity, parent, fold(name), name],
    });
    if (!rows[0])
      throw badRequest(`${field}: there is no ${name} in ${COUNTRIES[entity].inText}, or not below that place`);
    parent = rows[0].id;
  }
  return parent;
}
