import type pg from 'pg';
import { CDT_LEVEL, type CdtLevel } from '../../domain/cdt/levels.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { CATEGORY, STATUS } from '../../domain/permission.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns, type BulkColumn } from './bulk.ts';
import type { DemoChannel } from './channels.ts';

/** Number of channels with lead times, by country. The lists of all other channels are empty. */
const CHANNELS_WITH_TIMES: Readonly<Partial<Record<Country, number>>> = { ID: 2, MY: 1, BR: 1 };

/** Number of cities per country that have their own lead time. */
const CITIES = 100;

/**
 * CEP ranges of large Brazilian cities, with the minimum and maximum number of working days for parcels from São Paulo.
 */
const CEP_RANGES = [
  ['01000000-05999999', 1, 2],
  ['20000000-23799999', 2, 4],
  ['30000000-31999999', 2, 4],
  ['40000000-42599999', 4, 7],
  ['69000000-69299999', 7, 12],
  ['70000000-72799999', 3, 5],
  ['80000000-82999999', 2, 4],
] as const;

interface Line {
  country: Country;
  channel: number;
  originLevel: CdtLevel;
  origin: string;
  level: CdtLevel;
  destination: string;
  min: number;
  max: number;
}

interface Place {
  id: string;
  level: 0 | 1;
}

/** The states of a country and their first cities. */
async function placesOf(client: pg.ClientBase, country: Country): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `(SELECT location_id AS id, level FROM locations WHERE country = $1 AND level = 0 ORDER BY location_id)
     UNION ALL
     (SELECT location_id, level FROM locations WHERE country = $1 AND level = 1 ORDER BY location_id LIMIT $2)`,
    [country, CITIES],
  );
  return rows;
}

/**
 * The rows of one channel: from the whole country to the whole country, to its states, and to its cities and CEP
 * ranges; and within each state.
 */
function linesOf(country: Country, channel: number, nth: number, places: readonly Place[]): Line[] {
  const fromAll = { country, channel, originLevel: CDT_LEVEL.region, origin: country };
  return [
    { ...fromAll, level: CDT_LEVEL.region, destination: country, min: 4 + nth, max: 9 + nth },
    ...places.flatMap(({ id, level }, at): Line[] => {
      const destination = String(id);
      const min = 2 + ((at + nth) % 4);
      const far = { ...fromAll, level, destination, min, max: min + 1 + (at % 3) };
      if (level !== CDT_LEVEL.state) return [far];
      return [far, { ...far, originLevel: level, origin: destination, min: 1, max: 2 + nth }];
    }),
    ...(country === 'BR' ? CEP_RANGES : []).map(([destination, min, max]): Line => ({
      ...fromAll,
      level: CDT_LEVEL.cepRange,
      destination,
      min,
      max,
    })),
  ];
}

const stamps = (countries: readonly Country[]): BulkColumn[] => [
  { name: 'country', type: 'text', values: countries },
  { name: 'updated_by', type: 'text', values: countries.map(() => DEMO_AUTHOR) },
  { name: 'updated_at', type: 'int8', values: countries.map(() => DEMO_SINCE) },
];

/**
 * Writes Location CDT for a few channels of a country, a few hundred rows in total, and the delivery times of all its
 * channels.
 */
export async function insertDeliveryTimes(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const count = CHANNELS_WITH_TIMES[country];
  if (count !== undefined) {
    const places = await placesOf(client, country);
    const lines = channels.slice(0, count).flatMap(({ id }, nth) => linesOf(country, id, nth, places));
    const of = (value: (line: Line) => unknown) => lines.map(value);
    await insertColumns(client, 'location_cdts', [
      ...stamps(lines.map(line => line.country)),
      { name: 'channel_id', type: 'int8', values: of(({ channel }) => channel) },
      { name: 'origin_level', type: 'int2', values: of(({ originLevel }) => originLevel) },
      { name: 'origin', type: 'text', values: of(({ origin }) => origin) },
      { name: 'destination_level', type: 'int2', values: of(({ level }) => level) },
      { name: 'destination', type: 'text', values: of(({ destination }) => destination) },
      { name: 'min_days', type: 'int8', values: of(({ min }) => min) },
      { name: 'max_days', type: 'int8', values: of(({ max }) => max) },
    ]);
    onProgress(`${COUNTRIES[country].name}: ${formatCount(lines.length)} delivery lead times`);
  }
  await insertChannelTimes(client, channels);
}

/**
 * Writes the delivery times of channels. Channels from abroad have days for crossing the border; local channels do not.
 */
async function insertChannelTimes(client: pg.ClientBase, channels: readonly DemoChannel[]): Promise<void> {
  const of = (value: (channel: DemoChannel) => unknown) => channels.map(value);
  const abroad = ({ from, country }: DemoChannel): boolean => from !== country;
  await insertColumns(client, 'channel_cdts', [
    ...stamps(channels.map(({ country }) => country)),
    { name: 'channel_id', type: 'int8', values: of(({ id }) => id) },
    { name: 'name', type: 'text', values: of(({ name }) => name) },
    { name: 'name_folded', type: 'text', values: of(({ name }) => fold(name)) },
    { name: 'cdt_type', type: 'int2', values: of(({ type }) => (type === 0 ? 0 : 1)) },
    {
      name: 'category',
      type: 'int2',
      values: of(channel => (abroad(channel) ? CATEGORY.crossBorder : CATEGORY.local)),
    },
    { name: 'first_mile_min', type: 'int8', values: of(channel => (abroad(channel) ? 1 : 0)) },
    { name: 'first_mile_max', type: 'int8', values: of(channel => (abroad(channel) ? 2 : 1)) },
    { name: 'cross_border_min', type: 'int8', values: of(channel => (abroad(channel) ? 3 : 0)) },
    { name: 'cross_border_max', type: 'int8', values: of(channel => (abroad(channel) ? 6 : 0)) },
    {
      name: 'status',
      type: 'int2',
      values: of(({ status }) => (status === STATUS.disabled ? STATUS.disabled : STATUS.normal)),
    },
  ]);
}
