import type { FastifyInstance } from 'fastify';
import {
  locationChildren,
  locationCountryChildren,
  locationSingle,
  locationSubtree,
  type LocationRow,
} from '../../../contract/locations.ts';
import type { Country } from '../../../domain/country.ts';
import type { ServerContext } from '../../context.ts';
import { requireRight } from '../../http/call.ts';
import { notFound } from '../../http/envelope.ts';
import { registerRead } from '../../http/registrar.ts';

const CHILD_COLUMNS = 'location_id AS "locationId", name, parent_id AS "parentId", country, level';

type ChildRow = Pick<LocationRow, 'locationId' | 'name' | 'parentId' | 'country' | 'level'>;

/** The location tree (LOC-1 to LOC-3). */
export function locationRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  const childrenOf = async (country: Country, parentId: number): Promise<{ list: ChildRow[] }> => {
    const { rows } = await pool.query<ChildRow>(
      `SELECT ${CHILD_COLUMNS} FROM locations WHERE country = $1 AND parent_id = $2 ORDER BY location_id`,
      [country, parentId],
    );
    return { list: rows };
  };

  registerRead(app, context, locationChildren, ({ entity }, input) => childrenOf(entity, input.parentId));

  registerRead(app, context, locationCountryChildren, (_call, input) => childrenOf(input.country, input.parentId), {
    entityOf: input => input.country,
  });

  registerRead(app, context, locationSingle, async ({ person }, input) => {
    const { rows } = await pool.query<LocationRow>(
      `SELECT ${CHILD_COLUMNS}, postcode, version FROM locations WHERE location_id = $1`,
      [input.locationId],
    );
    const found = rows[0];
    if (!found) throw notFound(`There is no location ${input.locationId}.`);
    requireRight(person, found.country, 'signedIn');
    return found;
  });

  registerRead(app, context, locationSubtree, async ({ entity }, input) => {
    const { rows } = await pool.query<ChildRow>(
      `WITH RECURSIVE tree AS (
         SELECT l.*, 0 AS depth FROM locations l
          WHERE l.country = $1 AND (($2::int8 = 0 AND l.parent_id = 0) OR l.location_id = $2::int8)
         UNION ALL
         SELECT l.*, tree.depth + 1 FROM tree JOIN locations l ON l.country = $1 AND l.parent_id = tree.location_id
          WHERE tree.depth + 1 <= $3::int)
       SELECT ${CHILD_COLUMNS} FROM tree ORDER BY location_id`,
      // From the roots, a depth of 1 is the roots themselves.
      [entity, input.locationId, input.locationId === 0 ? input.depth - 1 : input.depth],
    );
    return { list: rows };
  });
}
