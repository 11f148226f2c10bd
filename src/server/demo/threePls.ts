import type pg from 'pg';
import { withMade, type Resource } from '../../contract/resource.ts';
import { threePlServiceConf } from '../../contract/resources/channelServiceConf.ts';
import {
  THREE_PL_RESOURCES,
  threePlDestinationLocation,
  threePlDestinationPostcode,
  threePlOriginLocation,
  threePlOriginPostcode,
  threePlRoute,
  threePlZone,
} from '../../contract/resources/threePl.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { recordTable } from '../db/recordSql.ts';
import { DEMO_AUTHOR, DEMO_SINCE, hundredth } from './areas.ts';
import { insertColumns, type BulkColumn } from './bulk.ts';
import { insertThreePlConfigurations } from './configurations.ts';
import { postcodesOf, type PostPlace } from './postcodes.ts';

/**
 * The demo's third-party logistics partners (3PLs) and their serviceable areas, for the places that have been loaded.
 */

export interface DemoThreePl {
  id: number;
  name: string;
  country: Country;
  /**
   * Percentage of cities in which the 3PL picks up parcels, and percentage of cities to whose districts it delivers.
   */
  origin: number;
  destination: number;
}

const threePl = (id: number, name: string, country: Country, origin: number, destination: number): DemoThreePl => ({
  id,
  name,
  country,
  origin,
  destination,
});

export const DEMO_THREE_PLS: readonly DemoThreePl[] = [
  threePl(501, 'Nusantara Line Haul', 'ID', 90, 80),
  threePl(502, 'Jawa Trucking', 'ID', 40, 45),
  threePl(503, 'Sumatra Freight', 'ID', 25, 30),
  threePl(504, 'Borneo Cargo', 'ID', 15, 20),
  threePl(505, 'Timur Lines', 'ID', 10, 25),
  threePl(506, 'Garuda Air Cargo', 'ID', 30, 60),
  threePl(511, 'Selat Freight', 'MY', 60, 70),
  threePl(521, 'Luzon Forwarders', 'PH', 50, 60),
  threePl(531, 'Harbour Logistics', 'SG', 80, 90),
  threePl(541, 'Formosa Freight', 'TW', 70, 80),
  threePl(551, 'Siam Haulage', 'TH', 60, 75),
  threePl(561, 'Mekong Freight', 'VN', 60, 75),
  threePl(571, 'Rota Sul', 'BR', 50, 60),
];

/** The tables of 3PLs and their areas, which are emptied before a load. */
export const THREE_PL_TABLES: readonly string[] = [
  'three_pls',
  ...THREE_PL_RESOURCES.map(recordTable),
  recordTable(threePlServiceConf),
];

/** A number from 0 to 99 for a record of a 3PL, which is the same on every machine. */
const share = (id: number, n: number, salt: number): number => (id * 7919 + n * 104_729 + salt * 31) % 100;

const stampOf = (country: Country, rows: number): BulkColumn[] => [
  { name: 'country', type: 'text', values: Array<string>(rows).fill(country) },
  { name: 'updated_by', type: 'text', values: Array<string>(rows).fill(DEMO_AUTHOR) },
  { name: 'updated_at', type: 'int8', values: Array<number>(rows).fill(DEMO_SINCE) },
];

/** The two ends of a 3PL's route: pickup at an origin, delivery to a destination. */
const ENDS = [
  { table: recordTable(threePlOriginLocation), codes: recordTable(threePlOriginPostcode), end: 'origin', level: 1 },
  {
    table: recordTable(threePlDestinationLocation),
    codes: recordTable(threePlDestinationPostcode),
    end: 'destination',
    level: 2,
  },
] as const;

async function insertEnd(
  client: pg.ClientBase,
  own: DemoThreePl,
  codes: readonly string[],
  { table, codes: codeTable, end, level }: (typeof ENDS)[number],
): Promise<number> {
  const atOrigin = end === 'origin';
  const places = await client.query(
    `INSERT INTO ${table} (three_pl_id, type, location_id, country, can_deliver, can_cod, can_pickup, can_cod_pickup,
                           updated_by, updated_at)
     SELECT $1::int8, 0, location_id, country, deliver, deliver AND cod, pickup, pickup AND cod, '${DEMO_AUTHOR}', ${DEMO_SINCE}
       FROM (SELECT location_id, country, ${hundredth('location_id', 2)} < $4 AS deliver,
                    ${hundredth('location_id', 3)} < 60 AS cod, ${hundredth('location_id', 4)} < $5 AS pickup
               FROM locations
              WHERE country = $2 AND ${hundredth('coalesce(city_id, location_id)', 1)} < $3
                AND level = least($6::int2, (SELECT max(level) FROM locations WHERE country = $2))) AS judged
      ORDER BY location_id`,
    [own.id, own.country, own[end], atOrigin ? 30 : 96, atOrigin ? 96 : 30, level],
  );
  const served = codes.filter((_, n) => share(own.id, n, level) < own[end] / 2);
  const flag = (most: number, salt: number) => served.map((_, n) => share(own.id, n, salt) < most);
  const postcodes = await insertColumns(client, codeTable, [
    { name: 'three_pl_id', type: 'int8', values: served.map(() => own.id) },
    { name: 'type', type: 'int2', values: served.map(() => 0) },
    { name: 'zipcode', type: 'text', values: served },
    { name: 'can_deliver', type: 'bool', values: flag(atOrigin ? 30 : 96, 2) },
    { name: 'can_cod', type: 'bool', values: flag(atOrigin ? 20 : 60, 3) },
    { name: 'can_pickup', type: 'bool', values: flag(atOrigin ? 96 : 30, 4) },
    { name: 'can_cod_pickup', type: 'bool', values: flag(atOrigin ? 60 : 20, 5) },
    ...stampOf(own.country, served.length),
  ]);
  return (places.rowCount ?? 0) + postcodes;
}

const idOf = (resource: Resource, row: Readonly<Record<string, unknown>>) => withMade(resource, row)['id'];

/** Writes routes between most states, and one zone per state. */
async function insertLimitsOf(client: pg.ClientBase, own: DemoThreePl, states: readonly number[]): Promise<number> {
  const common = { threePlId: own.id, applicableType: 0 };
  const routes = states.flatMap((from, a) =>
    states.flatMap((to, b) =>
      share(own.id, a * states.length + b, 6) < own.destination
        ? [{ ...common, fromLocationId: from, toLocationId: to }]
        : [],
    ),
  );
  const zones = states.map((locationId, at) => ({
    ...common,
    locationId,
    zone: `L${1 + Math.floor((at * 4) / states.length)}`,
  }));
  const columnsOf = (rows: readonly (typeof common)[], resource: Resource): BulkColumn[] => [
    { name: 'three_pl_id', type: 'int8', values: rows.map(({ threePlId }) => threePlId) },
    { name: 'applicable_type', type: 'int2', values: rows.map(({ applicableType }) => applicableType) },
    { name: 'id', type: 'int8', values: rows.map(row => idOf(resource, row)) },
    ...stampOf(own.country, rows.length),
  ];
  const inserted = await insertColumns(client, recordTable(threePlRoute), [
    ...columnsOf(routes, threePlRoute),
    { name: 'from_location_id', type: 'int8', values: routes.map(({ fromLocationId }) => fromLocationId) },
    { name: 'to_location_id', type: 'int8', values: routes.map(({ toLocationId }) => toLocationId) },
  ]);
  const zoned = await insertColumns(client, recordTable(threePlZone), [
    ...columnsOf(zones, threePlZone),
    { name: 'location_id', type: 'int8', values: zones.map(({ locationId }) => locationId) },
    { name: 'zone', type: 'text', values: zones.map(({ zone }) => zone) },
    { name: 'zone_folded', type: 'text', values: zones.map(({ zone }) => fold(zone)) },
  ]);
  return inserted + zoned;
}

/**
 * Writes the 3PLs of one country with their areas, and reports how many there are. The country's places must have been
 * loaded before.
 */
export async function insertThreePls(
  client: pg.ClientBase,
  country: Country,
  onProgress: (text: string) => void,
): Promise<void> {
  const own = DEMO_THREE_PLS.filter(({ country: of }) => of === country);
  await insertColumns(client, 'three_pls', [
    { name: 'three_pl_id', type: 'int8', values: own.map(({ id }) => id) },
    { name: 'name', type: 'text', values: own.map(({ name }) => name) },
    { name: 'demo', type: 'bool', values: own.map(() => true) },
    ...stampOf(country, own.length),
  ]);
  const { rows } = await client.query<PostPlace>(
    `SELECT location_id AS id, level, postcode FROM locations WHERE country = $1 AND level <= 2 ORDER BY location_id`,
    [country],
  );
  const codes = postcodesOf(country, rows);
  const states = rows.flatMap(({ id, level }) => (level === 0 ? [id] : []));
  let written = await insertThreePlConfigurations(client, own);
  for (const threePlOf of own) {
    for (const end of ENDS) written += await insertEnd(client, threePlOf, codes, end);
    written += await insertLimitsOf(client, threePlOf, states);
  }
  onProgress(`${COUNTRIES[country].name}: ${own.length} 3PLs with ${formatCount(written)} records of their areas`);
}
