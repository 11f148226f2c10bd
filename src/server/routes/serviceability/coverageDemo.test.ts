import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECLARED } from '../../../contract/cached.ts';
import { belongsToEntity, keyOfOwner, OF_ENTITY, ownerOfKey, type CachedOwner } from '../../../contract/owner.ts';
import { requireResource, type ResourceCollection } from '../../../contract/resources/all.ts';
import { COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import {
  CHECK_SCENARIOS,
  checkServiceability,
  SERVICES,
  type CheckAddress,
  type CheckScenario,
} from '../../../domain/serviceability.ts';
import { packColumns } from '../../../sync/mirror/loadSet.ts';
import { CachedColumns } from '../../../sync/mirror/cachedColumns.ts';
import { readCoverage, type CoverageNode } from '../../../sync/query/coverage.ts';
import { PlaceIndex } from '../../../sync/query/placeIndex.ts';
import { inListOrder, segmentOf } from '../../../sync/testing/segments.ts';
import type { Row } from '../../../sync/types.ts';
import { recordTable } from '../../db/recordSql.ts';
import { migrate } from '../../migrate/migrate.ts';
import { columnName } from '../../db/names.ts';
import { openDatabase, type Database } from '../../db/open.ts';
import { OWNER_TABLES } from '../../db/ownerTables.ts';
import { loadDemo } from '../../demo/load.ts';
import { ownersOf, recordsOf } from '../../serviceability/records.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
  await migrate(database);
  await loadDemo(database.pool, { scale: 'small', onProgress: () => undefined });
});
afterAll(() => database.close());

interface Place {
  locationId: number;
  parentId: number;
  level: number;
  name: string;
  postcode: string;
}

const placesOf = async (country: Country): Promise<Place[]> =>
  (
    await database.pool.query<Place>(
      `SELECT location_id AS "locationId", parent_id AS "parentId", level, name, postcode FROM locations WHERE country = $1 ORDER BY location_id`,
      [country],
    )
  ).rows;

const kept = new Map<string, Promise<CachedColumns>>();

/** The cached columns of the demo, in the form in which a device has them. */
const source = {
  columns: (country: Country, collection: ResourceCollection, owner: CachedOwner): Promise<CachedColumns> => {
    const key = `${country}/${collection}/${owner}`;
    const found = kept.get(key) ?? readColumns(country, collection, owner);
    kept.set(key, found);
    return found;
  },
};

async function readColumns(
  country: Country,
  collection: ResourceCollection,
  owner: CachedOwner,
): Promise<CachedColumns> {
  const { fields } = requireResource(collection);
  const { scope } = requireResource(collection);
  const own = owner === OF_ENTITY || belongsToEntity(scope) ? 'country' : OWNER_TABLES[scope].column;
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT * FROM ${recordTable(requireResource(collection))} WHERE ${own} = $1`,
    [owner === OF_ENTITY ? country : ownerOfKey(owner).id],
  );
  const named = [...Object.keys(fields), 'version', 'updatedAt', 'updatedBy', 'channelId', 'threePlId'];
  const found = rows.map(row => Object.fromEntries(named.map(name => [name, row[columnName(name)]])) as Row);
  const declaration = DECLARED[collection];
  return CachedColumns.from(declaration, [
    packColumns(declaration, segmentOf(declaration, inListOrder(declaration, found))),
  ]);
}

const NONE = [0, 0, 0, 0];
const flat = (nodes: readonly CoverageNode[]): CoverageNode[] => nodes.flatMap(node => [node, ...node.below]);

describe('coverage and the address check give the same results for the demo data', () => {
  it.each([...COUNTRY_CODES])('coverage and the address check agree for %s', async country => {
    const places = await placesOf(country);
    const index = await PlaceIndex.build(
      country,
      [],
      new Map(
        places.map(row => [String(row.locationId), { version: 1, row: { ...row, country, version: 1 } as never }]),
      ),
      async () => undefined,
    );
    const placeOf = new Map(places.map(place => [place.locationId, place]));
    const lineOf = ({ locationId }: Place): Place[] => {
      const line: Place[] = [];
      for (let at = placeOf.get(locationId); at; at = placeOf.get(at.parentId)) line.unshift(at);
      return line;
    };
    const deepest = Math.max(...places.map(({ level }) => level));
    const owners = await ownersOf(database.pool, country, { channel: undefined, '3pl': undefined });
    let compared = 0;
    for (const owner of owners) {
      for (const level of new Set([Math.min(1, deepest), Math.min(2, deepest)])) {
        const units = places.filter(place => place.level === level);
        const addresses = units.map((place): CheckAddress => ({
          chain: lineOf(place).map(({ locationId }) => locationId),
          postcode: lineOf(place).findLast(({ postcode }) => postcode !== '')?.postcode ?? '',
        }));
        const records = await recordsOf(database.pool, owner, addresses);
        for (const scenario of CHECK_SCENARIOS.map(({ value }): CheckScenario => value)) {
          for (const shop of [0, 1] as const) {
            const expected = new Map<number, { served: number[]; open: number[] }>();
            units.forEach((place, at) => {
              const answer = checkServiceability(
                { address: addresses[at] as CheckAddress, other: null, scenario, shop },
                records,
              );
              const verdicts = SERVICES.map(({ of }) => of(answer));
              for (const { locationId } of lineOf(place)) {
                const sum = expected.get(locationId) ?? { served: NONE, open: NONE };
                expected.set(locationId, {
                  served: sum.served.map((count, of) => count + (verdicts[of] === 'yes' ? 1 : 0)),
                  open: sum.open.map((count, of) => count + (verdicts[of] === 'open' ? 1 : 0)),
                });
              }
            });
            const ask = { owner: keyOfOwner(owner), type: shop, scenario, level, pending: {} };
            const reply = await readCoverage(source, country, index, { ...ask, parent: 0 });
            const nodes = flat(reply?.nodes ?? []);
            expect(nodes.length).toBeGreaterThan(0);
            for (const { locationId, name, served, open } of nodes) {
              expect({ owner: owner.id, scenario, shop, name, served, open }).toEqual({
                owner: owner.id,
                scenario,
                shop,
                name,
                ...expected.get(locationId),
              });
              compared += 1;
            }
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});
