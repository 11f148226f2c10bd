import { OWNERS, type IdScope } from '../../contract/owner.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { tooDeepText, type LocationLevel } from '../../domain/serviceable.ts';
import type { Queryable } from '../db/transaction.ts';
import { badRequest } from '../base/envelope.ts';
import { nameOfOwner } from './owners.ts';

/** Places, channels and 3PLs that records are about. */

/** @throws ApiError 400 where the id names no place of the entity, or one below the level `deepest` */
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

/** @throws ApiError 400 where the id names no channel, or no 3PL, of the entity */
export async function requireOwner(
  db: Queryable,
  entity: Country,
  field: string,
  owner: { scope: IdScope; id: number },
): Promise<void> {
  if ((await nameOfOwner(db, entity, owner)) !== null) return;
  throw badRequest(`${field}: ${owner.id} is not a ${OWNERS[owner.scope].word} of ${COUNTRIES[entity].name}`);
}

/** Names of a place from its state down; what is empty ends them. */
export interface AreaNames {
  state?: string | undefined;
  city?: string | undefined;
  district?: string | undefined;
}

/**
 * The place that names mean, accents and case aside; the very name is taken before one that is merely folded alike.
 *
 * @param side beginning of the fields' names, for messages: "from"
 * @throws ApiError 400 where there is no such place, or no state is given
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
