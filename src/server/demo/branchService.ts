import type pg from 'pg';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { PICKUP_TYPE } from '../../domain/lcs/rules.ts';
import { STATUS } from '../../domain/permission.ts';
import { recordNumber } from '../../domain/recordNumber.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns, type BulkColumn } from './bulk.ts';
import type { DemoChannel } from './channels.ts';

/** Where a country's made-up branches lie around: latitude and longitude of its largest city. */
const CENTER: Readonly<Record<Country, readonly [number, number]>> = {
  ID: [-6.2, 106.83],
  MY: [3.14, 101.69],
  PH: [14.6, 120.98],
  SG: [1.35, 103.82],
  TW: [25.04, 121.56],
  TH: [13.75, 100.5],
  VN: [10.78, 106.7],
  BR: [-23.55, -46.63],
};

/** Branches of a country. */
const BRANCHES = 24;
/** How far from the center they lie at most, in millionths of a degree; Singapore is small. */
const spread = (country: Country): number => (country === 'SG' ? 60_000 : 350_000);

const HOURS = [
  'Mon-Fri 08:00-17:00; Sat 09:00-12:00',
  'Mon-Sun 09:00-21:00',
  'Mon-Sat 08:00-20:00',
  'Mon-Sun 00:00-24:00',
] as const;

const SLOTS = [
  { slot: 1, days: 'Mon, Tue, Wed, Thu, Fri, Sat', from: '09:00', to: '12:00', cutoff: '08:00', capacity: 300 },
  { slot: 2, days: 'Mon, Tue, Wed, Thu, Fri, Sat', from: '13:00', to: '17:00', cutoff: '12:00', capacity: 400 },
  { slot: 3, days: 'Mon, Tue, Wed, Thu, Fri', from: '17:00', to: '20:00', cutoff: '15:30', capacity: 150 },
  { slot: 4, days: 'Sun', from: '10:00', to: '14:00', cutoff: '08:00', capacity: null },
] as const;

const stamps = (country: Country, count: number): BulkColumn[] => {
  const all = <V>(value: V) => Array.from({ length: count }, () => value);
  return [
    { name: 'country', type: 'text', values: all(country) },
    { name: 'updated_by', type: 'text', values: all(DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: all(DEMO_SINCE) },
  ];
};

/** A whole number from -1000 to 1000 that looks like chance and is the same at every load. */
const chance = (n: number): number => (recordNumber([n]) % 2001) - 1000;

async function insertPickups(client: pg.ClientBase, country: Country, channels: readonly DemoChannel[]) {
  const of = (value: (channel: DemoChannel) => unknown) => channels.map(value);
  const typeOf = ({ id }: DemoChannel) => (id % 3 === 2 ? PICKUP_TYPE.dropOff : PICKUP_TYPE.pickup);
  return insertColumns(client, 'pickups', [
    ...stamps(country, channels.length),
    { name: 'channel_id', type: 'int8', values: of(({ id }) => id) },
    { name: 'name', type: 'text', values: of(({ name }) => name) },
    { name: 'name_folded', type: 'text', values: of(({ name }) => fold(name)) },
    { name: 'pickup_type', type: 'int2', values: of(typeOf) },
    { name: 'first_day', type: 'int8', values: of(({ id }) => id % 2) },
    { name: 'days_offered', type: 'int8', values: of(({ id }) => 2 + (id % 4)) },
    { name: 'cutoff', type: 'text', values: of(({ id }) => (id % 2 === 0 ? '14:00' : null)) },
    {
      name: 'timeslot_required',
      type: 'bool',
      values: of(channel => typeOf(channel) === PICKUP_TYPE.pickup && channel.id % 2 === 0),
    },
    { name: 'max_attempts', type: 'int8', values: of(({ id }) => 2 + (id % 2)) },
    {
      name: 'status',
      type: 'int2',
      values: of(({ status }) => (status === STATUS.disabled ? STATUS.disabled : STATUS.normal)),
    },
  ]);
}

async function insertTimeslots(client: pg.ClientBase, country: Country, channels: readonly DemoChannel[]) {
  const rows = channels.flatMap(({ id, name, status }) =>
    SLOTS.slice(0, 2 + (id % 3)).map(slot => ({ ...slot, channel: id, name, status })),
  );
  const of = (value: (row: (typeof rows)[number]) => unknown) => rows.map(value);
  return insertColumns(client, 'timeslots', [
    ...stamps(country, rows.length),
    { name: 'channel_id', type: 'int8', values: of(({ channel }) => channel) },
    { name: 'name', type: 'text', values: of(({ name }) => name) },
    { name: 'name_folded', type: 'text', values: of(({ name }) => fold(name)) },
    { name: 'slot', type: 'int8', values: of(({ slot }) => slot) },
    { name: 'id', type: 'int8', values: of(({ channel, slot }) => recordNumber([channel, slot])) },
    { name: 'days', type: 'text', values: of(({ days }) => days) },
    { name: 'start_time', type: 'text', values: of(({ from }) => from) },
    { name: 'end_time', type: 'text', values: of(({ to }) => to) },
    { name: 'cutoff', type: 'text', values: of(({ cutoff }) => cutoff) },
    { name: 'capacity', type: 'int8', values: of(({ capacity }) => capacity) },
    {
      name: 'status',
      type: 'int2',
      values: of(({ status }) => (status === STATUS.disabled ? STATUS.disabled : STATUS.normal)),
    },
  ]);
}

async function insertBranches(client: pg.ClientBase, country: Country) {
  const { rows: places } = await client.query<{ id: string; name: string }>(
    'SELECT location_id AS id, name FROM locations WHERE country = $1 AND level = 1 ORDER BY location_id LIMIT $2',
    [country, BRANCHES],
  );
  const [latitude, longitude] = CENTER[country];
  const degrees = (center: number, n: number) => Math.round(center * 1e6) + chance(n) * (spread(country) / 1000);
  const of = (value: (place: { id: string; name: string }, at: number) => unknown) => places.map(value);
  return insertColumns(client, 'branches', [
    ...stamps(country, places.length),
    { name: 'code', type: 'text', values: of((_, at) => `${country}-${String(at + 1).padStart(3, '0')}`) },
    { name: 'name', type: 'text', values: of(({ name }) => `${name} Branch`) },
    { name: 'name_folded', type: 'text', values: of(({ name }) => fold(`${name} Branch`)) },
    { name: 'location_id', type: 'int8', values: of(({ id }) => Number(id)) },
    { name: 'address', type: 'text', values: of(() => '') },
    { name: 'address_folded', type: 'text', values: of(() => '') },
    { name: 'latitude', type: 'int8', values: of((_, at) => degrees(latitude, at * 2)) },
    { name: 'longitude', type: 'int8', values: of((_, at) => degrees(longitude, at * 2 + 1)) },
    { name: 'opening_hours', type: 'text', values: of((_, at) => HOURS[at % HOURS.length]) },
    { name: 'drop_off', type: 'bool', values: of((_, at) => at % 5 !== 4) },
    { name: 'collects', type: 'bool', values: of((_, at) => at % 3 !== 2) },
    { name: 'returns', type: 'bool', values: of((_, at) => at % 2 === 0) },
    { name: 'cod', type: 'bool', values: of((_, at) => at % 4 === 0) },
    { name: 'status', type: 'int2', values: of((_, at) => (at % 10 === 9 ? STATUS.disabled : STATUS.normal)) },
  ]);
}

/** Writes a pickup configuration and timeslots for each channel of a country, and branches in its first cities. */
export async function insertBranchService(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const pickups = await insertPickups(client, country, channels);
  const slots = await insertTimeslots(client, country, channels);
  const branches = await insertBranches(client, country);
  onProgress(
    `${COUNTRIES[country].name}: ${formatCount(pickups)} pickup configurations, ${formatCount(slots)} timeslots, ${formatCount(branches)} branches`,
  );
}
