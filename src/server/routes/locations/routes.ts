import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import {
  LOCATION_SHEET,
  LOCATION_SHEET_COLUMNS,
  locationCells,
  locationFileName,
} from '../../../contract/locationSheet.ts';
import {
  exportLocations,
  listLocations,
  locationChildren,
  locationCountryChildren,
  locationSingle,
  locationSubtree,
  updateLocation,
  type LocationRow,
  type LocationTreeRow,
} from '../../../contract/locations.ts';
import { LOCATION_TREE } from '../../../contract/locationTree.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { formatDate } from '../../../domain/format.ts';
import { readSort } from '../../../domain/listQuery.ts';
import type { Cell } from '../../../domain/sheet/workbookXml.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { batchesAs, newTask } from '../../db/turns.ts';
import { workbookStream } from '../../files/xlsx.ts';
import { worksIn } from '../../http/call.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRaw, registerRead, registerWrite } from '../../http/registrar.ts';
import { yieldToEventLoop } from '../../base/yieldToEventLoop.ts';
import { createPlaceResolver } from '../../resources/placeResolver.ts';
import { listTree, treeBatches } from './list.ts';
import { countryOfLocation, renameLocation } from './update.ts';

const CHILD_COLUMNS = 'location_id AS "locationId", name, parent_id AS "parentId", country, level';

type ChildRow = Pick<LocationRow, 'locationId' | 'name' | 'parentId' | 'country' | 'level'>;

/** Number of rows that are read at a time for an export. */
const BATCH = 1_000;

async function* asCells(batches: AsyncIterable<readonly LocationTreeRow[]>): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) yield batch.map(locationCells);
}

/** The columns for the levels of the tree down to the district. */
const ANCESTORS = ['state_id', 'city_id', 'district_id'] as const;

/**
 * Yields a place and the places below it, down to a given depth. They are yielded by id in batches, because the tree of
 * a country has a hundred thousand places.
 * @param locationId the place, or 0 for all roots, which then count as the first level
 */
async function* subtreeBatches(
  pool: Queryable,
  country: Country,
  { locationId, depth }: { locationId: number; depth: number },
): AsyncGenerator<ChildRow[]> {
  const found = await pool.query<{ level: number }>(
    'SELECT level FROM locations WHERE country = $1 AND location_id = $2',
    [country, locationId],
  );
  const level = locationId === 0 ? -1 : found.rows[0]?.level;
  if (level === undefined) return;
  const ancestor = ANCESTORS[level];
  const below = ancestor === undefined ? '' : `OR ${ancestor} = $2::int8`;
  for (let after = 0, size = BATCH; size === BATCH;) {
    const { rows } = await pool.query<ChildRow>(
      `SELECT ${CHILD_COLUMNS} FROM locations
        WHERE country = $1 AND ($2::int8 = 0 OR location_id = $2::int8 ${below}) AND level <= $3 AND location_id > $4
        ORDER BY location_id LIMIT ${BATCH}`,
      [country, locationId, level + depth, after],
    );
    yield rows;
    size = rows.length;
    after = rows.at(-1)?.locationId ?? after;
    await yieldToEventLoop();
  }
}

/** Registers the calls for the location tree (LOC-1 to LOC-4), its list and its export. */
export function locationRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const places = createPlaceResolver(pool);

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
    if (!found || !worksIn(person, found.country))
      throw notFound(`There is no location ${input.locationId} in your countries. Check the ID.`);
    return found;
  });

  registerRaw(app, context, locationSubtree, async ({ entity, reply }, input) => {
    const parts: string[] = [];
    // If the tree is requested by its parent, it contains only the places below the parent, like a list of children.
    const { parentId, depth } = input;
    const locationId = parentId ?? input.locationId;
    for await (const found of subtreeBatches(pool, entity, { locationId, depth })) {
      const rows = parentId === undefined ? found : found.filter(row => row.locationId !== parentId);
      parts.push(JSON.stringify(rows).slice(1, -1));
    }
    const written = parts.filter(part => part !== '').map((part, at) => Buffer.from(at === 0 ? part : `,${part}`));
    const [begin, end] = ['{"retcode":0,"message":"","detail":"","data":{"list":[', ']}}'].map(text =>
      Buffer.from(text),
    );
    // Sent in parts: a tree of 15 MB would otherwise be encoded as a single string in one piece.
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(Readable.from([begin, ...written, end], { objectMode: false }));
  });

  registerRead(app, context, listLocations, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const sort = readSort(input.sort, LOCATION_TREE.sorts);
    const { rows, total } = await listTree(pool, places, entity, input, { offset, count, sort });
    return { list: rows, page, count, total };
  });

  registerRaw(app, context, exportLocations, async ({ entity, reply }, input) => {
    const today = formatDate(nowSeconds(context), COUNTRIES[entity].timeZone);
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${locationFileName(entity, today)}"`)
      .header('cache-control', 'no-store')
      .send(
        workbookStream({
          sheet: LOCATION_SHEET,
          columns: LOCATION_SHEET_COLUMNS,
          rows: asCells(batchesAs(newTask('costly'), treeBatches(pool, places, entity, input, BATCH))),
        }),
      );
  });

  registerWrite(app, context, updateLocation, {
    entityOf: (db, { locationId }, person) => countryOfLocation(db, locationId, person),
    apply: renameLocation,
  });
}
