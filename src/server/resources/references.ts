import type { TextField } from '../../contract/fields/text.ts';
import { OWNERS, type Owner } from '../../contract/owner.ts';
import { fieldsOfKind, type Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { tooDeepText, type LocationLevel } from '../../domain/serviceable.ts';
import { columnSql } from '../db/names.ts';
import { recordTable } from '../db/recordSql.ts';
import type { Queryable } from '../db/transaction.ts';
import { badRequest } from '../base/envelope.ts';
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
  if (!place) throw badRequest(`${field}: ${locationId} is not a location of ${COUNTRIES[entity].name}`);
  if (place.level > deepest) throw badRequest(`${field}: ${locationId} ${tooDeepText(place.level, deepest)}`);
}

/** @throws ApiError 400 if the entity has no such channel or 3PL */
export async function requireOwner(db: Queryable, entity: Country, field: string, owner: Owner): Promise<void> {
  if ((await nameOfOwner(db, entity, owner)) !== null) return;
  throw badRequest(`${field}: ${owner.id} is not a ${OWNERS[owner.kind].word} of ${COUNTRIES[entity].name}`);
}

/** The list to which a field refers, and the column with the name there. */
function namedList(names: NonNullable<TextField['names']>): { label: string; table: string; column: string } {
  const named = (RESOURCES as readonly Resource[]).find(({ collection }) => collection === names.collection);
  if (!named) throw new Error(`there is no collection ${names.collection}`);
  return { label: named.label.one.toLowerCase(), table: recordTable(named), column: columnSql(names.field) };
}

const missingText = (label: string, entity: Country, names: readonly string[], more: boolean): string =>
  `there is no ${label} ${names.map(name => `"${name}"`).join(', ')}${more ? ' and others' : ''} in ${COUNTRIES[entity].name}; create it first`;

/** @throws ApiError 400 if a field refers to a record that the entity does not have */
export async function requireNamed(
  db: Queryable,
  entity: Country,
  field: string,
  value: string,
  names: NonNullable<TextField['names']>,
): Promise<void> {
  const { label, table, column } = namedList(names);
  const { rows } = await db.query({
    name: `named-${table}`,
    text: `SELECT 1 FROM ${table} WHERE country = $1 AND ${column} = $2`,
    values: [entity, value],
  });
  if (rows.length === 0) throw badRequest(`${field}: ${missingText(label, entity, [value], false)}`);
}

/** Maximum number of names in a message. */
const NAMED = 5;

/**
 * Returns why a planned import cannot be applied, as a sentence, if its rows refer to records that the entity does not
 * have; null if they do not.
 */
export async function missingNames(
  db: Queryable,
  resource: Resource,
  entity: Country,
  importNo: number,
): Promise<string | null> {
  for (const [name, { names, label: heading }] of fieldsOfKind(resource, 'text')) {
    if (!names) continue;
    const { label, table, column } = namedList(names);
    const { rows } = await db.query<{ name: string }>({
      name: `names-of-import-${table}`,
      text: `SELECT DISTINCT r.after->>$3 AS name FROM import_rows r
              WHERE r.import_no = $1 AND r.after->>$3 IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.country = $2 AND t.${column} = r.after->>$3)
              ORDER BY 1 LIMIT ${NAMED + 1}`,
      values: [importNo, entity, columnSql(name).replaceAll('"', '')],
    });
    if (rows.length === 0) continue;
    const named = rows.slice(0, NAMED).map(row => row.name);
    return `${heading}: ${missingText(label, entity, named, rows.length > NAMED)}.`;
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
      throw badRequest(`${field}: there is no ${name} in ${COUNTRIES[entity].name}, or not below that place`);
    parent = rows[0].id;
  }
  return parent;
}
