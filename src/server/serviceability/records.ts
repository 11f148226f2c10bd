import { postcodesOf } from '../../domain/import/postcodes.ts';
import { OWNERS, type IdScope, type Owner } from '../../contract/owner.ts';
import { CONFIGURATION_EDIT } from '../../contract/resources/channelServiceConf.ts';
import { ASKED_SCOPES, SERVICE_LISTS } from '../../contract/serviceLists.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { AREA_TYPE, RESTRICTION, SCENARIOS, YES } from '../../domain/serviceableChoices.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import {
  recordsFrom,
  type CheckAddress,
  type End,
  type ServiceRecord,
  type ServiceRecords,
} from '../../domain/serviceability.ts';
import { recordTable } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import { OWNER_TABLES } from '../db/ownerTables.ts';
import type { Queryable } from '../db/transaction.ts';
import { notFound } from '../base/envelope.ts';

/** Loads those records of channels and 3PLs from the database that determine the results for addresses. */

/** A channel or 3PL, with its configuration. */
export interface CheckedOwner extends Owner {
  config: ServiceConfig | null;
}

const named = (fields: readonly string[]): string =>
  fields.map(field => `${columnSql(field)} AS "${field}"`).join(', ');

/**
 * Returns the channels and 3PLs of a country with these ids, or all of them.
 * @throws ApiError 404 for an id outside the country
 */
export async function ownersOf(
  db: Queryable,
  country: Country,
  wanted: Readonly<Record<IdScope, readonly number[] | undefined>>,
): Promise<CheckedOwner[]> {
  const owners: CheckedOwner[] = [];
  const all = ASKED_SCOPES.every(scope => wanted[scope] === undefined);
  for (const scope of ASKED_SCOPES) {
    const ids = wanted[scope];
    const { configuration } = SERVICE_LISTS[scope];
    if (!configuration || (ids === undefined && !all)) continue;
    const { table, column } = OWNER_TABLES[scope];
    const { rows } = await db.query<{ id: number }>(
      `SELECT ${column} AS id FROM ${table} WHERE country = $1 AND ($2::int8[] IS NULL OR ${column} = ANY ($2::int8[]))
        ORDER BY ${column}`,
      [country, ids ?? null],
    );
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids?.find(id => !known.has(id));
    if (missing !== undefined) throw notFound(`${COUNTRIES[country].atStart} has no ${OWNERS[scope].word} ${missing}.`);
    const configs = await db.query<ServiceConfig & { id: number }>(
      `SELECT ${columnSql(OWNERS[scope].field)} AS id, ${named(CONFIGURATION_EDIT)} FROM ${recordTable(requireResource(configuration))}
        WHERE country = $1 AND ${columnSql(OWNERS[scope].field)} = ANY ($2::int8[])`,
      [country, [...known]],
    );
    const configOf = new Map(configs.rows.map(({ id, ...config }) => [id, config]));
    owners.push(...rows.map(({ id }) => ({ kind: scope, id, config: configOf.get(id) ?? null })));
  }
  return owners;
}

/** Returns the keys that the configuration of an owner may look up for the given addresses. */
function keysOf(config: ServiceConfig, addresses: readonly CheckAddress[]) {
  const levels = new Set(SCENARIOS.map(({ level }) => config[level]).filter(level => level !== null));
  const places = (wanted: (level: number) => boolean): number[] => [
    ...new Set(addresses.flatMap(({ chain }) => chain.filter((id, at) => id !== 0 && wanted(at + 1)))),
  ];
  const byLocation = config.serviceableType === AREA_TYPE.location;
  return {
    locations: byLocation ? places(level => levels.has(level as 1)) : [],
    postcodes: byLocation
      ? []
      : [...new Set(addresses.flatMap(({ postcode }) => (postcode === '' ? [] : postcodesOf(postcode))))],
    zones: config.extraLimitType === RESTRICTION.sameZone ? places(level => level === config.zoneLevel) : [],
    routes: config.extraLimitType === RESTRICTION.route ? places(level => level <= 3) : [],
    /** The most specific places of addresses without a district, which may contain the ends of routes. */
    wide:
      config.extraLimitType === RESTRICTION.route
        ? [
            ...new Set(
              addresses.flatMap(({ chain }) => ((chain[2] ?? 0) === 0 ? (chain.findLast(id => id !== 0) ?? []) : [])),
            ),
          ]
        : [],
  };
}

/** Returns the records of an owner that may be needed for the given addresses, at both ends of their routes. */
export async function recordsOf(
  db: Queryable,
  { kind, id, config }: CheckedOwner,
  addresses: readonly CheckAddress[],
): Promise<ServiceRecords> {
  if (config?.isCheckServiceable !== YES) return recordsFrom(config, []);
  const lists = SERVICE_LISTS[kind];
  const owner = columnSql(OWNERS[kind].field);
  const keys = keysOf(config, addresses);
  const found: ServiceRecord[] = [];
  const rows = async (
    collection: ResourceCollection,
    fields: readonly string[],
    where: string,
    among: readonly unknown[],
  ) => {
    if (among.length === 0) return [];
    const sql = `SELECT ${named(fields)} FROM ${recordTable(requireResource(collection))} WHERE ${owner} = $1 AND ${where}`;
    return (await db.query<Record<string, never>>(sql, [id, among])).rows;
  };
  /** Adds the records of a list with flags. A channel has the same list for both ends. */
  const supports = async (list: 'location' | 'postcode', field: string, sqlType: string, among: readonly unknown[]) => {
    const { seller, buyer } = lists[list];
    const ends: readonly [End | null, ResourceCollection][] =
      seller === buyer
        ? [[null, seller]]
        : [
            ['seller', seller],
            ['buyer', buyer],
          ];
    for (const [end, collection] of ends) {
      const where = `type IN (0, 1) AND ${columnSql(field)} = ANY ($2::${sqlType}[])`;
      for (const row of await rows(collection, [field, 'type', ...SUPPORT_KEYS], where, among))
        found.push({ list, end, ...row } as ServiceRecord);
    }
  };
  await supports('location', 'locationId', 'int8', keys.locations);
  await supports('postcode', 'zipcode', 'text', keys.postcodes);
  const zones = await rows(
    lists.zone,
    ['id', 'locationId', 'applicableType', 'zone'],
    'applicable_type IN (0, 1) AND location_id = ANY ($2::int8[])',
    keys.zones,
  );
  const routes = await rows(
    lists.route,
    ['id', 'fromLocationId', 'toLocationId', 'applicableType'],
    'applicable_type IN (0, 1) AND from_location_id = ANY ($2::int8[]) AND to_location_id = ANY ($2::int8[])',
    keys.routes,
  );
  const parts = await routesOfParts(db, recordTable(requireResource(lists.route)), owner, id, keys);
  const typed = ({ applicableType, ...row }: Record<string, unknown>) => ({ ...row, type: applicableType });
  found.push(...zones.map(row => ({ list: 'zone', ...typed(row) }) as ServiceRecord));
  found.push(...routes.map(row => ({ list: 'route', ...typed(row) }) as ServiceRecord), ...parts);
  return recordsFrom(config, found);
}

/**
 * Returns the routes of an owner that begin or end in a part of one of the `wide` places, and may connect them with one
 * of the given places.
 */
async function routesOfParts(
  db: Queryable,
  table: string,
  owner: string,
  id: number,
  { wide, routes }: Readonly<Record<'wide' | 'routes', readonly number[]>>,
): Promise<ServiceRecord[]> {
  if (wide.length === 0) return [];
  const up = (place: string): string =>
    `ARRAY[${place}.location_id, ${place}.district_id, ${place}.city_id, ${place}.state_id]`;
  const { rows } = await db.query<{ id: number; type: number; from: (number | null)[]; to: (number | null)[] }>(
    `SELECT id, type, "from", "to"
       FROM (SELECT route.id, route.applicable_type AS type, ${up('origin')} AS "from", ${up('destination')} AS "to"
               FROM ${table} route
               JOIN locations origin ON origin.location_id = route.from_location_id
               JOIN locations destination ON destination.location_id = route.to_location_id
              WHERE route.${owner} = $1 AND route.applicable_type IN (0, 1)) found
      WHERE "from" && $2::int8[] AND "to" && $2::int8[] AND ("from"[2:] && $3::int8[] OR "to"[2:] && $3::int8[])`,
    [id, routes, wide],
  );
  return rows.map(({ id: number, type, from, to }) => {
    const paths = { from: idsUp(from), to: idsUp(to) };
    const [fromLocationId = 0] = paths.from;
    const [toLocationId = 0] = paths.to;
    return { list: 'route', id: number, fromLocationId, toLocationId, type, paths };
  });
}

/** The ids of a place and of those that contain it, each once. */
const idsUp = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter(id => id !== null))];
