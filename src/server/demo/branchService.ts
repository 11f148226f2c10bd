import type pg from 'pg';
import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatCount } from '../../domain/format.ts';
import { PICKUP_TYPE } from '../../domain/lcs/rules.ts';
import { STATUS } from '../../domain/permission.ts';
import { recordNumber } from '../../domain/recordNumber.ts';
import type { DemoChannel } from './channels.ts';
import { insertRecords } from './records.ts';

/** The center of a country's fictional branches, given as latitude and longitude of a large city. */
const CENTER: Readonly<Record<Country, readonly [number, number]>> = {
  ID: [-6.2, 106.83],
  MY: [3.14, 101.69],
  PH: [14.6, 120.98],
  SG: [1.35, 103.82],
  TW: [25.04, 121.56],
  TH: [13.75, 100.5],
  VN: [21.03, 105.84],
  BR: [-23.55, -46.63],
};

/**
 * The places around each center, in which the fictional branches are: cities of a state, or all of its cities if none are
 * named. A state that contains the center is not enough if it is large.
 */
const AROUND: Readonly<Record<Country, { state: string; cities?: readonly string[] }>> = {
  ID: {
    state: 'DKI Jakarta',
    cities: ['Pusat', 'Utara', 'Barat', 'Selatan', 'Timur'].map(side => `Kota Administrasi Jakarta ${side}`),
  },
  MY: { state: 'Selangor' },
  PH: { state: 'National Capital Region (NCR)' },
  SG: { state: 'Central Region' },
  TW: { state: '臺北市' },
  TH: { state: 'Bangkok' },
  VN: { state: 'Thành phố Hà Nội' },
  BR: {
    state: 'São Paulo',
    cities: [
      'São Paulo',
      'Guarulhos',
      'Osasco',
      'Santo André',
      'São Bernardo do Campo',
      'São Caetano do Sul',
      'Diadema',
      'Mauá',
      'Barueri',
      'Carapicuíba',
      'Taboão da Serra',
      'Suzano',
    ],
  },
};

/** Number of branches per country. */
const BRANCHES = 24;
/**
 * Maximum distance of a branch from the center, in millionths of a degree. Singapore is small, so its value is lower.
 */
const spread = (country: Country): number => (country === 'SG' ? 60_000 : 150_000);

const HOURS = [
  'Mon-Fri 08:00-17:00; Sat 09:00-12:00',
  'Mon-Sun 09:00-21:00',
  'Mon-Sat 08:00-20:00',
  'Mon-Sun 00:00-24:00',
] as const;

const SLOTS = [
  {
    slot: 1,
    days: 'Mon, Tue, Wed, Thu, Fri, Sat',
    startTime: '09:00',
    endTime: '12:00',
    cutoff: '08:00',
    capacity: 300,
  },
  {
    slot: 2,
    days: 'Mon, Tue, Wed, Thu, Fri, Sat',
    startTime: '13:00',
    endTime: '17:00',
    cutoff: '12:00',
    capacity: 400,
  },
  { slot: 3, days: 'Mon, Tue, Wed, Thu, Fri', startTime: '17:00', endTime: '20:00', cutoff: '15:30', capacity: 150 },
  { slot: 4, days: 'Sun', startTime: '10:00', endTime: '14:00', cutoff: '08:00', capacity: null },
] as const;

/** An integer from -1000 to 1000 that looks random but is the same each time the demo is loaded. */
const chance = (n: number): number => (recordNumber([n]) % 2001) - 1000;

const statusOf = ({ status }: DemoChannel) => (status === STATUS.disabled ? STATUS.disabled : STATUS.normal);

const pickupOf = (channel: DemoChannel) => {
  const { id, name } = channel;
  const pickupType = id % 3 === 2 ? PICKUP_TYPE.dropOff : PICKUP_TYPE.pickup;
  return {
    channelId: id,
    name,
    pickupType,
    firstDay: id % 2,
    daysOffered: 2 + (id % 4),
    cutoff: id % 2 === 0 ? '14:00' : null,
    timeslotRequired: pickupType === PICKUP_TYPE.pickup && id % 2 === 0,
    maxAttempts: 2 + (id % 2),
    status: statusOf(channel),
  };
};

const timeslotsOf = (channel: DemoChannel) =>
  SLOTS.slice(0, 2 + (channel.id % 3)).map(slot => ({
    ...slot,
    channelId: channel.id,
    name: channel.name,
    status: statusOf(channel),
  }));

async function insertBranches(client: pg.ClientBase, country: Country) {
  const { state, cities = null } = AROUND[country];
  const { rows: places } = await client.query<{ id: string; name: string }>(
    `SELECT city.location_id AS id, city.name FROM locations city JOIN locations state ON state.location_id = city.parent_id
      WHERE city.country = $1 AND city.level = 1 AND state.name = $2 AND ($3::text[] IS NULL OR city.name = ANY ($3))
      ORDER BY city.location_id LIMIT $4`,
    [country, state, cities, BRANCHES],
  );
  if (places.length === 0) throw new Error(`The demo data has no cities in ${state}.`);
  const [latitude, longitude] = CENTER[country];
  const degrees = (center: number, n: number) => Math.round(center * 1e6) + chance(n) * (spread(country) / 1000);
  return insertRecords(
    client,
    branch,
    country,
    Array.from({ length: BRANCHES }, (_, at) => ({ at, ...(places[at % places.length] as (typeof places)[0]) })).map(
      ({ at, id, name }) => ({
        code: `${country}-${String(at + 1).padStart(3, '0')}`,
        name: `${name} Branch${at < places.length ? '' : ` ${Math.floor(at / places.length) + 1}`}`,
        locationId: Number(id),
        address: '',
        latitude: degrees(latitude, at * 2),
        longitude: degrees(longitude, at * 2 + 1),
        openingHours: HOURS[at % HOURS.length] as string,
        dropOff: at % 5 !== 4,
        collects: at % 3 !== 2,
        returns: at % 2 === 0,
        cod: at % 4 === 0,
        status: at % 10 === 9 ? STATUS.disabled : STATUS.normal,
      }),
    ),
  );
}

/**
 * Writes a pickup configuration and timeslots for each channel of a country, and branches in and around a large city.
 */
export async function insertBranchService(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const pickups = await insertRecords(client, pickup, country, channels.map(pickupOf));
  const slots = await insertRecords(client, timeslot, country, channels.flatMap(timeslotsOf));
  const branches = await insertBranches(client, country);
  onProgress(
    `${COUNTRIES[country].name}: ${formatCount(pickups)} pickup configurations, ${formatCount(slots)} timeslots, ${formatCount(branches)} branches`,
  );
}
