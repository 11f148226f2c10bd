import type { CallInput } from '../../../contract/call.ts';
import type { Person } from '../../auth/person.ts';
import { worksIn } from '../../http/call.ts';
import { locationKey, type updateLocation } from '../../../contract/locations.ts';
import type { Country } from '../../../domain/country.ts';
import { fold } from '../../../domain/fold.ts';
import { FEATURE } from '../../../domain/permission.ts';
import {
  namesakeOf,
  namesakeText,
  placeNameProblem,
  renamingProblem,
  tidyPlaceName,
  type NamedPlace,
} from '../../../domain/placeName.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { isStale } from '../../db/versions.ts';
import { changesNothing, type Effect, type Unchanged } from '../../writes/write.ts';
import { badRequest, conflict, notFound } from '../../base/envelope.ts';
import { findLocation } from '../../resources/locationRows.ts';
import type { WriteScope } from '../../resources/write.ts';

type Input = CallInput<typeof updateLocation>;

/** @throws ApiError 404 if the location does not exist */
export async function countryOfLocation(
  db: Queryable,
  locationId: number,
  person: Pick<Person, 'entities'>,
): Promise<Country> {
  const { rows } = await db.query<{ country: Country }>({
    name: 'location-owner',
    text: 'SELECT country FROM locations WHERE location_id = $1',
    values: [locationId],
  });
  if (!rows[0] || !worksIn(person, rows[0].country))
    throw notFound(`There is no location ${locationId} in your countries. Check the ID.`);
  return rows[0].country;
}

/** Returns the children of a parent that have the same folded name, including the place itself. */
async function siblingsOf(db: Queryable, entity: Country, parentId: number, name: string): Promise<NamedPlace[]> {
  const { rows } = await db.query<NamedPlace>({
    name: 'location-namesakes',
    text: `SELECT location_id AS "locationId", name FROM locations
            WHERE country = $1 AND parent_id = $2 AND name_folded = $3 ORDER BY location_id`,
    values: [entity, parentId, fold(name)],
  });
  return rows;
}

/**
 * Renames a location in the transaction of a write (writes/write). Renames under the same parent run one at a time, so
 * that no two places get the same name.
 * @throws ApiError 400 if the name is invalid or taken, or if the place would be moved; 409 with the current row if its
 *   version differs
 */
export async function renameLocation(
  db: Queryable,
  { locationId, version, parentId, country, name: typed }: Input,
  { person, entity, at, basedAt }: WriteScope,
): Promise<Effect | Unchanged> {
  const name = tidyPlaceName(typed);
  const problem = placeNameProblem(name);
  if (problem !== null) throw badRequest(`name: ${problem}`);
  const { rows } = await db.query<{ parent: number }>({
    name: 'location-parent',
    text: 'SELECT parent_id AS parent FROM locations WHERE location_id = $1',
    values: [locationId],
  });
  // A parent never changes, so what was read before the lock was taken is still valid.
  const parent = rows[0]?.parent ?? 0;
  if (parentId !== undefined && parentId !== parent) throw badRequest('parentId: a location cannot be moved');
  if (country !== undefined && country !== entity) throw badRequest('country: a location cannot be moved');
  await lockName(db, `locations|${entity}|${parent}`);
  await db.query({
    name: 'location-lock',
    text: 'SELECT 1 FROM locations WHERE location_id = $1 FOR UPDATE',
    values: [locationId],
  });
  const before = await findLocation(db, locationId);
  if (!before) throw notFound(`There is no location ${locationId} in your countries. Check the ID.`);
  if (isStale(before, { version, basedAt })) {
    const by = before.updatedBy || 'someone';
    throw conflict(`The location ${locationId} (${before.name}) was changed by ${by} in the meantime.`, before);
  }
  if (changesNothing(before, { name })) return { unchanged: true, output: before };
  const kept = renamingProblem(entity, before, name);
  if (kept !== null) throw badRequest(`name: ${kept}`);
  const namesake = namesakeOf(await siblingsOf(db, entity, parent, name), locationId, name);
  if (namesake) throw badRequest(`name: ${namesakeText(namesake)}`);
  await db.query({
    name: 'location-rename',
    text: `UPDATE locations SET name = $2, name_folded = $3, version = version + 1, updated_by = $4, updated_at = $5
            WHERE location_id = $1`,
    values: [locationId, name, fold(name), person.email, at],
  });
  const after = await findLocation(db, locationId);
  if (!after) throw notFound(`There is no location ${locationId} in your countries. Check the ID.`);
  return {
    feature: FEATURE.locationTree,
    operator: 'Edit',
    channelId: null,
    tplId: null,
    before,
    after,
    changes: [{ collection: 'locations', key: locationKey(locationId), version: after.version, row: after }],
    // Caches of place names, and of lists that are filtered by them, are checked against this revision.
    revision: { collection: 'locations', scope: 0 },
    output: after,
  };
}
