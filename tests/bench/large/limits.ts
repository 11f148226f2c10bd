import { scaled } from '../figure.ts';
import type pg from 'pg';
import { withMade, type Resource } from '../../../src/contract/resource.ts';
import { channelRoute } from '../../../src/contract/resources/channelRoute.ts';
import { channelZone } from '../../../src/contract/resources/channelZone.ts';
import { insertColumns, type BulkColumn } from '../../../src/server/demo/bulk.ts';

/**
 * A list of 200 thousand records other than locations: its URL, the name of its cached collection, and its text filter.
 */
export interface LimitList {
  id: string;
  path: string;
  collection: string;
  label: string;
  texts: readonly string[];
}

const listOf = (channelId: number, tab: string, type: string): string =>
  `/carrier/serviceable/${tab}?q=${encodeURIComponent(JSON.stringify({ channelId, [type]: 0 }))}`;

/** Search strings with few, many, all and no matches, short and long, as for locations. */
export const limitLists = (channelId: number): LimitList[] => [
  {
    id: 'filter_postcode_200k_vs_floor',
    path: listOf(channelId, 'postcode', 'type'),
    collection: 'channelPostcodes',
    label: 'Postcode',
    texts: ['1', '10', '104', '1040', '10405', '104051', '17', '19999', '2', '12', '123', '1999', '15', '150', '1500'],
  },
  {
    id: 'filter_route_200k_vs_floor',
    path: listOf(channelId, 'route-limit', 'applicableType'),
    collection: 'channelRoutes',
    label: 'From',
    texts: ['san', 'a', 'city', 'santa', 'qq', 'new', 'ma', 'pob', 'la', 'ba', 'cam', 'del', 'tal', 'mal', 'lo'],
  },
  {
    id: 'filter_zone_200k_vs_floor',
    path: listOf(channelId, 'zone-limit', 'applicableType'),
    collection: 'channelZones',
    label: 'Zone Code',
    texts: ['z1', 'z', '9', 'z12', 'z499', 'q', 'zone', 'z4', 'z2', 'z30', 'z3', 'z77', '7', '0', 'z18'],
  },
];

const HALF = scaled(100_000);
const range = (length: number): number[] => Array.from({ length }, (_, n) => n);

/**
 * Adds 200 thousand postcodes, route limits and zone limits to a channel in the Philippines, half of them for each
 * applicable type.
 */
export async function fillLimits(client: pg.PoolClient, channelId: number): Promise<void> {
  const placesOf = async (deepest: number, limit: number): Promise<number[]> => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT location_id AS id FROM locations WHERE country = 'PH' AND level <= $1 ORDER BY level, location_id LIMIT $2`,
      [deepest, limit],
    );
    return rows.map(({ id }) => Number(id));
  };
  const columns = (types: readonly number[], type: string, own: readonly BulkColumn[]): BulkColumn[] => [
    { name: 'channel_id', type: 'int8', values: types.map(() => channelId) },
    { name: type, type: 'int2', values: types },
    ...own,
    { name: 'country', type: 'text', values: types.map(() => 'PH') },
    { name: 'updated_by', type: 'text', values: types.map(() => 'bench') },
    { name: 'updated_at', type: 'int8', values: types.map(() => 1_767_571_200) },
  ];
  const both = range(2 * HALF).map(n => ({ type: n < HALF ? 0 : 1, n: n % HALF }));
  const types = both.map(({ type }) => type);
  const flag = (name: string, of: number): BulkColumn => ({
    name,
    type: 'bool',
    values: both.map(({ n }) => n % of > 0),
  });
  const idsOf = (resource: Resource, rows: readonly Readonly<Record<string, unknown>>[]): BulkColumn => ({
    name: 'id',
    type: 'int8',
    values: rows.map(row => Number(withMade(resource, row)['id'])),
  });

  await insertColumns(
    client,
    'channel_postcodes',
    columns(types, 'type', [
      { name: 'zipcode', type: 'text', values: both.map(({ n }) => String(100_000 + n)) },
      flag('can_deliver', 33),
      flag('can_cod', 3),
      flag('can_pickup', 5),
      flag('can_cod_pickup', 7),
    ]),
  );

  const ends = await placesOf(2, 320);
  const routes = both.map(({ type, n }) => ({
    channelId,
    applicableType: type,
    fromLocationId: ends[Math.floor(n / ends.length)] ?? 0,
    toLocationId: ends[n % ends.length] ?? 0,
  }));
  await insertColumns(
    client,
    'channel_routes',
    columns(types, 'applicable_type', [
      { name: 'from_location_id', type: 'int8', values: routes.map(route => route.fromLocationId) },
      { name: 'to_location_id', type: 'int8', values: routes.map(route => route.toLocationId) },
      idsOf(channelRoute, routes),
    ]),
  );

  // No country has a hundred thousand districts, so villages are used instead.
  const places = await placesOf(4, HALF);
  const zones = both.map(({ type, n }) => ({
    channelId,
    applicableType: type,
    locationId: places[n] ?? 0,
    zone: `Z${n % 500}`,
  }));
  await insertColumns(
    client,
    'channel_zones',
    columns(types, 'applicable_type', [
      { name: 'location_id', type: 'int8', values: zones.map(zone => zone.locationId) },
      idsOf(channelZone, zones),
      { name: 'zone', type: 'text', values: zones.map(({ zone }) => zone) },
      { name: 'zone_folded', type: 'text', values: zones.map(({ zone }) => zone.toLowerCase()) },
    ]),
  );
}
