import { locationKey, type LocationTreeRow } from '../../contract/locations.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from '../db/transaction.ts';

/** Joins locations `p` with the places that contain them, for the list of locations and the change feed. */

export const TREE_JOINS = `
  LEFT JOIN locations s ON s.location_id = p.state_id
  LEFT JOIN locations c ON c.location_id = p.city_id
  LEFT JOIN locations d ON d.location_id = p.district_id`;

export const TREE_FIELDS = `p.location_id AS "locationId", p.name, p.parent_id AS "parentId", p.country, p.level, p.postcode,
  coalesce(s.name, '') AS state, coalesce(c.name, '') AS city, coalesce(d.name, '') AS district,
  p.version, p.updated_by AS "updatedBy", p.updated_at AS "updatedAt"`;

/** Returns a location of any entity, or null if it does not exist. */
export async function findLocation(db: Queryable, locationId: number): Promise<LocationTreeRow | null> {
  const { rows } = await db.query<LocationTreeRow>({
    name: 'location-one',
    text: `SELECT ${TREE_FIELDS} FROM locations p ${TREE_JOINS} WHERE p.location_id = $1`,
    values: [locationId],
  });
  return rows[0] ?? null;
}

/** Finds the locations of an entity by their keys in the change feed; keys without a location are omitted. */
export async function locationsByKey(
  db: Queryable,
  entity: Country,
  keys: readonly string[],
): Promise<Map<string, LocationTreeRow>> {
  const ids = keys.filter(key => /^\d{1,16}$/.test(key)).map(Number);
  const { rows } = await db.query<LocationTreeRow>({
    name: 'location-by-key',
    text: `SELECT ${TREE_FIELDS} FROM locations p ${TREE_JOINS} WHERE p.country = $1 AND p.location_id = ANY ($2::int8[])`,
    values: [entity, ids],
  });
  return new Map(rows.map(row => [locationKey(row.locationId), row]));
}
