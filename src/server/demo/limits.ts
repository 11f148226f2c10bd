import type pg from 'pg';
import { withMade, type Resource } from '../../contract/resource.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { recordNumber } from '../../domain/recordNumber.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns, type BulkColumn } from './bulk.ts';
import type { DemoChannel } from './channels.ts';
import { postcodesOf, type PostPlace } from './postcodes.ts';

/**
 * Writes serviceable postcodes, route limits and zone limits of the demo's channels for the places that have been
 * loaded.
 */

interface Area extends PostPlace {
  state: number;
  city: number | null;
}

/**
 * The first channels of a country have postcodes in addition to their locations: these percentages of all postcodes.
 */
const ADDED = [60, 35];
/** The percentage of postcodes served by a channel that checks postcodes. */
const CHECKED = 97;
const SBS_SHARE = 25;
/** Percentage of state pairs between which a channel with route limits delivers. */
const PAIRS = 92;

/** A number from 0 to 99 that depends only on the given numbers, so that the demo is the same on every machine. */
const hundredth = (...parts: number[]): number => recordNumber(parts) % 100;
/** The id that a record would get when it is added. */
const idOf = (resource: Resource, row: Readonly<Record<string, unknown>>) => withMade(resource, row)['id'];
const two = (value: number): string => String(value).padStart(2, '0');

const stampOf = (country: Country, rows: number): BulkColumn[] => [
  { name: 'country', type: 'text', values: Array<string>(rows).fill(country) },
  { name: 'updated_by', type: 'text', values: Array<string>(rows).fill(DEMO_AUTHOR) },
  { name: 'updated_at', type: 'int8', values: Array<number>(rows).fill(DEMO_SINCE) },
];

async function insertPostcodes(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  codes: readonly string[],
): Promise<number> {
  const rows: { channel: number; type: number; code: string; flags: boolean[] }[] = [];
  for (const [at, { id, conf, areas }] of channels.entries()) {
    const cover = conf.type === 2 ? CHECKED : areas.length > 0 ? (ADDED[at] ?? 0) : 0;
    const types = areas.some(({ type }) => type === 1) ? [0, 1] : [0];
    for (const type of cover > 0 ? types : []) {
      for (const [n, code] of codes.entries()) {
        if (hundredth(id, n, type) >= (type === 0 ? cover : SBS_SHARE)) continue;
        // Three percent of the postcodes have all four flags off (G59).
        const supported = hundredth(id, n, 3) >= 3;
        const deliver = supported && hundredth(id, n, 4) < 95;
        const pickup = supported && hundredth(id, n, 5) < 60;
        const cod = hundredth(id, n, 6) < 70;
        rows.push({ channel: id, type, code, flags: [deliver, deliver && cod, pickup, pickup && cod] });
      }
    }
  }
  const flag = (at: number) => rows.map(({ flags }) => flags[at]);
  return insertColumns(client, 'channel_postcodes', [
    { name: 'channel_id', type: 'int8', values: rows.map(({ channel }) => channel) },
    { name: 'type', type: 'int2', values: rows.map(({ type }) => type) },
    { name: 'zipcode', type: 'text', values: rows.map(({ code }) => code) },
    { name: 'can_deliver', type: 'bool', values: flag(0) },
    { name: 'can_cod', type: 'bool', values: flag(1) },
    { name: 'can_pickup', type: 'bool', values: flag(2) },
    { name: 'can_cod_pickup', type: 'bool', values: flag(3) },
    ...stampOf(country, rows.length),
  ]);
}

/**
 * Routes between most states and, within each state, between its first city, which is the hub, and its other cities.
 */
function routePairs(channelId: number, places: readonly Area[]): [number, number][] {
  const states = places.filter(({ level }) => level === 0);
  const pairs: [number, number][] = [];
  for (const from of states) {
    for (const to of states) if (hundredth(channelId, from.id, to.id) < PAIRS) pairs.push([from.id, to.id]);
    const [hub, ...cities] = places.filter(({ level, state }) => level === 1 && state === from.id);
    for (const { id } of cities) if (hub) pairs.push([hub.id, id], [id, hub.id]);
  }
  return pairs;
}

async function insertRoutes(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  places: readonly Area[],
): Promise<number> {
  const routes = channels
    .filter(({ conf }) => conf.extra === 2)
    .flatMap(({ id: channelId }) =>
      routePairs(channelId, places).map(([fromLocationId, toLocationId]) => ({
        channelId,
        applicableType: 0,
        fromLocationId,
        toLocationId,
      })),
    );
  return insertColumns(client, 'channel_routes', [
    { name: 'channel_id', type: 'int8', values: routes.map(route => route.channelId) },
    { name: 'applicable_type', type: 'int2', values: routes.map(route => route.applicableType) },
    { name: 'from_location_id', type: 'int8', values: routes.map(route => route.fromLocationId) },
    { name: 'to_location_id', type: 'int8', values: routes.map(route => route.toLocationId) },
    { name: 'id', type: 'int8', values: routes.map(route => idOf(channelRoute, route)) },
    ...stampOf(country, routes.length),
  ]);
}

/**
 * Returns names such as "Z3" for a state, "Z12-2" for a city or "Z12-04-1" for a district. Neighboring places share
 * zones.
 */
function zoneNames(places: readonly Area[]): (area: Area) => string {
  const states = places.filter(({ level }) => level === 0).map(({ id }) => id);
  const stateAt = new Map(states.map((id, at) => [id, at]));
  const cityAt = new Map<number, number>();
  const cities = new Map<number, number>();
  for (const { id, level, state } of places) {
    if (level !== 1) continue;
    cityAt.set(id, cities.get(state) ?? 0);
    cities.set(state, (cities.get(state) ?? 0) + 1);
  }
  return ({ id, level, state, city }) => {
    const at = stateAt.get(state) ?? 0;
    if (level === 0) return `Z${1 + Math.floor((at * 6) / states.length)}`;
    if (level === 1) return `Z${two(at + 1)}-${1 + Math.floor((cityAt.get(id) ?? 0) / 4)}`;
    return `Z${two(at + 1)}-${two(1 + (cityAt.get(city ?? 0) ?? 0))}-${1 + (id % 3)}`;
  };
}

async function insertZones(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  places: readonly Area[],
): Promise<number> {
  const nameOf = zoneNames(places);
  const zones = channels
    .filter(({ conf }) => conf.extra === 1)
    .flatMap(({ id: channelId, conf }) =>
      places
        .filter(({ level }) => level === conf.zone - 1)
        .map(area => ({ channelId, applicableType: 0, locationId: area.id, zone: nameOf(area) })),
    );
  return insertColumns(client, 'channel_zones', [
    { name: 'channel_id', type: 'int8', values: zones.map(zone => zone.channelId) },
    { name: 'applicable_type', type: 'int2', values: zones.map(zone => zone.applicableType) },
    { name: 'location_id', type: 'int8', values: zones.map(zone => zone.locationId) },
    { name: 'id', type: 'int8', values: zones.map(zone => idOf(channelZone, zone)) },
    { name: 'zone', type: 'text', values: zones.map(({ zone }) => zone) },
    { name: 'zone_folded', type: 'text', values: zones.map(({ zone }) => fold(zone)) },
    ...stampOf(country, zones.length),
  ]);
}

/**
 * Writes the limits of the channels of one country, and reports how many there are. The country's places must have been
 * loaded before.
 */
export async function insertLimits(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const { rows } = await client.query<Area>(
    `SELECT location_id AS id, level, postcode, state_id AS state, city_id AS city FROM locations
      WHERE country = $1 AND level <= 2 ORDER BY location_id`,
    [country],
  );
  const postcodes = await insertPostcodes(client, country, channels, postcodesOf(country, rows));
  const routes = await insertRoutes(client, country, channels, rows);
  const zones = await insertZones(client, country, channels, rows);
  const [first, second, third] = [postcodes, routes, zones].map(formatCount);
  onProgress(`${COUNTRIES[country].name}: ${first} postcodes, ${second} route limits, ${third} zone limits`);
}
