import type pg from 'pg';
import { FAMILIES, type Family } from '../../contract/rateTable/versions.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { currencyOf } from '../../domain/currency.ts';
import { dayStart } from '../../domain/day.ts';
import { CHANNEL_BIT, hasBit } from '../../domain/flags.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { columnsOf } from '../../domain/rates/columns.ts';
import { E5 } from '../../domain/rates/money.ts';
import { FEE_LINES, NO_ROWS, PARTS, type ExtraFeeRow, type FeeRow, type RateRows } from '../../domain/rates/rows.ts';
import type { Vat } from '../../domain/rates/vat.ts';
import { DEFAULT_WEIGHT_RULE, type WeightRule } from '../../domain/rates/weightRule.ts';
import { putRows } from '../rates/parts.ts';
import { storeSealed } from '../rates/sealedFiles.ts';
import { DEMO_AUTHOR } from './areas.ts';
import { insertColumns } from './bulk.ts';
import type { DemoChannel } from './channels.ts';
import { FIRST } from './rates.ts';

/**
 * The demo's rate tables: two channels in each country have an expired version, an active version and a draft for the
 * country's real places, as well as a month of orders. Prices are made up but realistic. Everything is marked as demo
 * data.
 */

const DAY = 86_400;
const KG = 1000;

/** The smallest price increment, in units of the currency. */
const STEP: Readonly<Record<Country, number>> = { ID: 500, MY: 0.1, PH: 1, SG: 0.05, TW: 1, TH: 1, VN: 500, BR: 0.05 };

/** How the country's carriers charge by weight (study 1 d 4). */
const RULES: Readonly<Record<Country, Partial<WeightRule>>> = {
  ID: { step: KG, rounding: 'tolerance', tolerance: 300, minimum: KG },
  MY: { step: KG / 2, sizeRounding: 'up' },
  PH: { divisor: 3500, step: KG / 2 },
  SG: { divisor: 5000, step: KG / 2, sizeRounding: 'nearest' },
  TW: { cubic: 'never', tiers: true },
  TH: { cubic: 'half', step: KG },
  VN: { step: KG / 2, bound: 'below' },
  BR: { cubic: 'above', threshold: 5 * KG, step: 100 },
};

const VAT: Readonly<Record<Country, Vat>> = {
  ID: { mode: 'exclusive', ppm: 11_000 },
  MY: { mode: 'exclusive', ppm: 60_000 },
  PH: { mode: 'inclusive', ppm: 120_000 },
  SG: { mode: 'inclusive', ppm: 90_000 },
  TW: { mode: 'inclusive', ppm: 50_000 },
  TH: { mode: 'inclusive', ppm: 70_000 },
  VN: { mode: 'exclusive', ppm: 80_000 },
  BR: { mode: 'inside', ppm: 120_000 },
};

interface Zone {
  id: number;
  name: string;
}

/** The zones of a table: the country's cities or, if there are none or too many, its states. */
async function zonesOf(client: pg.ClientBase, country: Country, level: 0 | 1, most: number): Promise<Zone[]> {
  const { rows } = await client.query<Zone>(
    'SELECT location_id AS id, name FROM locations WHERE country = $1 AND level = $2 ORDER BY location_id',
    [country, level],
  );
  if (level === 1 && (rows.length > most || rows.length === 0)) return zonesOf(client, country, 0, most);
  return rows;
}

/** A number from 0 to 1 that looks random but is the same every time. */
const scattered = (n: number): number => (((n + 1) * 7919) % 1009) / 1009;

const amountOf = (country: Country, units: number): number =>
  Math.round(Math.round(units / STEP[country]) * STEP[country] * E5);

/** Upper bounds of the weight ranges in kilograms. */
const endsOf = (count: number): number[] => [0.5, ...Array.from({ length: count - 1 }, (_, at) => at + 1)];

interface Table {
  country: Country;
  zones: readonly Zone[];
  steps: number;
  /** The level of the fees, relative to the current version, whose level is 1. */
  share: number;
  cod: boolean;
  /** How far the fees of individual zones deviate from that level, as they would after a new contract. */
  change: number;
}

function feesOf({ country, zones, steps, share, change }: Table): FeeRow[] {
  const ends = endsOf(steps);
  const tiers = RULES[country].tiers === true;
  return zones.flatMap((_, zone) => {
    const far = zone === 0 ? 0 : 0.2 + scattered(zone) * 0.9;
    const own = share * (1 + far) * (1 + change * (scattered(zone + 31) - 0.3));
    return ends.map((end, at): FeeRow => ({
      kind: 'zone',
      code: codeOf(zone),
      start: (ends[at - 1] ?? 0) * KG,
      end: end * KG,
      fee: amountOf(country, FIRST[country] * own * (end === 0.5 ? 1 : 1.2 + 0.45 * (end - 1))),
      sides: tiers ? 450 + 150 * at : null,
    }));
  });
}

const codeOf = (zone: number): string => `Z${String(zone + 1).padStart(4, '0')}`;

/** Remote and COD fees use the same codes as files do, so that an import changes them instead of adding more fees. */
function extraFeesOf({ country, zones, cod }: Table): ExtraFeeRow[] {
  const none = { place: '', shopGroup: 0, of: [], fixed: null, ppm: null, min: null, max: null } as const;
  const first = FIRST[country];
  const farthest = zones.slice(-Math.max(1, Math.floor(zones.length / 8)));
  return [
    ...farthest.map(({ id }): ExtraFeeRow => ({
      ...none,
      type: 'remote',
      code: 'remote',
      name: 'Remote fee',
      place: String(id),
      fixed: amountOf(country, first * 0.6),
    })),
    ...(cod
      ? [
          {
            ...none,
            type: 'cod' as const,
            code: 'cod',
            name: 'COD fee',
            of: ['codAmount' as const],
            ppm: 20_000,
            min: amountOf(country, first * 0.5),
            max: amountOf(country, first * 3),
          },
        ]
      : []),
    {
      ...none,
      type: 'additional',
      code: 'INSURANCE',
      name: 'Insurance',
      of: ['orderValue'],
      ppm: 2_000,
      max: amountOf(country, first * 5),
    },
    { ...none, type: 'fuel', code: 'FUEL', name: 'Fuel', of: ['base', 'remote'], ppm: 45_000 },
  ];
}

function rowsOf(table: Table): RateRows {
  const { country, zones } = table;
  const isBrazil = country === 'BR';
  return {
    ...NO_ROWS,
    settings: {
      currency: currencyOf(country),
      esfArea: 'zone',
      asfArea: 'zone',
      weightRule: { ...DEFAULT_WEIGHT_RULE, ...RULES[country] },
      vat: VAT[country],
      taxable: FEE_LINES,
    },
    names: zones.map(({ name }, zone) => ({ kind: 'zone', code: codeOf(zone), name: name.slice(0, 128) })),
    addresses: zones.map(({ id }, zone) => ({
      kind: 'zone',
      origin: '',
      destination: String(id),
      code: codeOf(zone),
    })),
    fees: feesOf(table),
    extraFees: extraFeesOf(table),
    cepLevels: isBrazil
      ? [
          { level: 1, ppm: 0, min: null, max: null },
          { level: 2, ppm: 10_000, min: amountOf(country, 1.5), max: null },
          { level: 3, ppm: 20_000, min: amountOf(country, 3.5), max: null },
        ]
      : [],
    cepRanges: isBrazil
      ? [
          { from: 1_000_000, to: 1_999_999, level: 1 },
          { from: 1_310_000, to: 1_319_999, level: 3 },
          { from: 20_000_000, to: 23_799_999, level: 2 },
        ]
      : [],
  };
}

export interface DemoClock {
  /** Time of the load in epoch seconds. Versions and orders are in the preceding months. */
  now: number;
  small: boolean;
}

/**
 * Returns the start of a month in a country's time zone, in epoch seconds: the month that is this number of months ago.
 */
function monthBefore(country: Country, now: number, months: number): number {
  const { timeZone } = COUNTRIES[country];
  const [year, month] = formatTime(now, timeZone).split('-').map(Number) as [number, number];
  const at = year * 12 + (month - 1) - months;
  const day = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  return dayStart(day, timeZone) ?? now;
}

interface NewVersion {
  family: Family;
  country: Country;
  channelId: number;
  versionNo: number;
  name: string;
  activeFrom: number | null;
  rows: RateRows;
}

/** Writes a version: either a sealed one with its start time, or a draft with its rows. */
async function insertVersion(client: pg.ClientBase, version: NewVersion, now: number): Promise<void> {
  const { family, country, channelId, versionNo, name, activeFrom, rows } = version;
  const sealed = activeFrom === null ? null : await storeSealed(client, columnsOf(rows), now);
  const counts = sealed && Object.fromEntries(PARTS.map(part => [part, rows[part].length]));
  const { rows: added } = await client.query<{ id: number }>(
    `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, state, active_from, hash, settings, counts, submitted_by,
                                submitted_at, demo, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, '', $6, $7, $8, $9, $10, $11, $12, true, $13, $14) RETURNING id`,
    [
      FAMILIES.indexOf(family),
      country,
      channelId,
      versionNo,
      name,
      sealed ? 1 : 0,
      activeFrom,
      sealed?.hash ?? null,
      JSON.stringify(rows.settings),
      counts && JSON.stringify(counts),
      sealed ? DEMO_AUTHOR : '',
      activeFrom === null ? null : activeFrom - 7 * DAY,
      DEMO_AUTHOR,
      activeFrom === null ? now : activeFrom - 7 * DAY,
    ],
  );
  if (sealed) return;
  const writer = { versionId: Number((added[0] as { id: number }).id), version: 1, by: DEMO_AUTHOR };
  for (const part of PARTS) await putRows(client, writer, part, rows[part]);
}

/** Maximum number of fee rows in a version: twenty thousand in Indonesia, which has many cities. */
const FEES_MOST: Readonly<Record<'ID' | 'other', number>> = { ID: 20_000, other: 4_000 };

/** Writes the rate tables of a country's first two channels, and the third-party fees of the first one. */
export async function insertRateTables(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  { now, small }: DemoClock,
  onProgress: (text: string) => void,
): Promise<void> {
  const [first, second] = channels.filter(({ from, status }) => from === country && status === 0);
  if (!first || !second) return;
  const most = small ? 250 : FEES_MOST[country === 'ID' ? 'ID' : 'other'];
  let fees = 0;
  const plans: [Family, DemoChannel, 0 | 1, number][] = [
    ['rate', first, 0, 1],
    ['rate', second, 1, 0.95],
    ['thirdParty', first, 0, 0.8],
  ];
  for (const [family, channel, level, price] of plans) {
    const zones = await zonesOf(client, country, level, Math.floor(most / 12));
    const wanted = level === 0 ? 1_300 : most;
    const steps = Math.max(
      Math.ceil(200 / zones.length),
      12,
      Math.min(50, Math.floor((small ? 250 : wanted) / zones.length)),
    );
    const table = { country, zones, steps, cod: hasBit(channel.flag, CHANNEL_BIT.cod) };
    const versions = [
      { name: 'Contract of last year', activeFrom: monthBefore(country, now, 14), share: 0.95, change: 0 },
      { name: 'Present contract', activeFrom: monthBefore(country, now, 2), share: 1, change: 0 },
      { name: 'Offer for next year', activeFrom: null, share: 1.03, change: 0.12 },
    ];
    for (const [at, { name, activeFrom, share, change }] of versions.entries()) {
      const rows = rowsOf({ ...table, share: share * price, change });
      fees += rows.fees.length;
      const version = { family, country, channelId: channel.id, versionNo: at + 1, name, activeFrom, rows };
      await insertVersion(client, version, now);
    }
    if (family === 'rate') await insertOrders(client, country, channel, { now, small });
  }
  onProgress(`${COUNTRIES[country].name}: ${formatCount(fees)} fees in rate tables`);
}

interface Place {
  id: number;
  /** The name of the state that contains the place. */
  state: string;
}

/** The first digits of CEPs in each Brazilian state. */
const CEP_OF_STATE: Readonly<Record<string, string>> = {
  Acre: '699',
  Alagoas: '57',
  Amapá: '689',
  Amazonas: '690',
  Bahia: '41',
  Ceará: '61',
  'Distrito Federal': '71',
  'Espírito Santo': '29',
  Goiás: '74',
  Maranhão: '65',
  'Mato Grosso': '785',
  'Mato Grosso do Sul': '79',
  'Minas Gerais': '35',
  Pará: '67',
  Paraíba: '58',
  Paraná: '83',
  Pernambuco: '54',
  Piauí: '64',
  'Rio de Janeiro': '23',
  'Rio Grande do Norte': '59',
  'Rio Grande do Sul': '94',
  Rondônia: '768',
  Roraima: '693',
  'Santa Catarina': '88',
  'São Paulo': '13',
  Sergipe: '49',
  Tocantins: '77',
};

/** A CEP in a state, scattered over its codes; empty outside Brazil. Without one, an order's CEP risk is unknown. */
function cepIn(country: Country, state: string, share: number): string {
  const digits = CEP_OF_STATE[state];
  if (country !== 'BR' || digits === undefined) return '';
  return digits + String(Math.floor(share * 10 ** (8 - digits.length))).padStart(8 - digits.length, '0');
}

/** Writes a month of orders for a channel, with destinations that it serves. */
async function insertOrders(
  client: pg.ClientBase,
  country: Country,
  channel: DemoChannel,
  { now, small }: DemoClock,
): Promise<void> {
  const { rows: served } = await client.query<Place>(
    `SELECT l.location_id AS id, s.name AS state FROM channel_locations p JOIN locations l ON l.location_id = p.location_id
       JOIN locations s ON s.location_id = l.state_id
      WHERE p.channel_id = $1 AND p.can_deliver ORDER BY (l.location_id * 7919) % 10007, l.location_id LIMIT 400`,
    [channel.id],
  );
  const { rows: all } = await client.query<Place>(
    `SELECT l.location_id AS id, s.name AS state FROM locations l JOIN locations s ON s.location_id = l.state_id
      WHERE l.country = $1 AND l.level > 0 ORDER BY (l.location_id * 7919) % 10007, l.location_id LIMIT 400`,
    [country],
  );
  const places = served.length > 0 ? served : all;
  const { rows: origins } = await client.query<Place>(
    'SELECT location_id AS id, name AS state FROM locations WHERE country = $1 AND level = 0 ORDER BY location_id LIMIT 3',
    [country],
  );
  const count = small ? 120 : 2_000;
  const end = now - (now % DAY);
  const orders = Array.from({ length: count }, (_, at) =>
    orderOf(country, channel, at, end - 30 * DAY + Math.floor((at * 30 * DAY) / count), places, origins),
  );
  const values = <K extends keyof (typeof orders)[number]>(name: K) => orders.map(order => order[name]);
  await insertColumns(client, 'rate_orders', [
    { name: 'channel_id', type: 'int8', values: orders.map(() => channel.id) },
    { name: 'at', type: 'int8', values: values('at') },
    { name: 'order_id', type: 'text', values: values('orderId') },
    { name: 'country', type: 'text', values: orders.map(() => country) },
    { name: 'origin_id', type: 'int8', values: values('originId') },
    { name: 'destination_id', type: 'int8', values: values('destinationId') },
    { name: 'cep', type: 'text', values: values('cep') },
    { name: 'grams', type: 'int4', values: values('grams') },
    { name: 'length', type: 'int4', values: values('length') },
    { name: 'width', type: 'int4', values: values('width') },
    { name: 'height', type: 'int4', values: values('height') },
    { name: 'order_value', type: 'int8', values: values('orderValue') },
    { name: 'cod', type: 'int8', values: values('cod') },
    { name: 'shop_group', type: 'int4', values: orders.map(() => null) },
    { name: 'demo', type: 'bool', values: orders.map(() => true) },
  ]);
}

function orderOf(
  country: Country,
  channel: DemoChannel,
  at: number,
  time: number,
  places: readonly Place[],
  origins: readonly Place[],
) {
  const [a, b, c, d] = [scattered(at), scattered(at * 3 + 1), scattered(at * 7 + 2), scattered(at * 11 + 3)] as const;
  const place = places[Math.floor(b * places.length)] as Place;
  // Most parcels are small, but one in fifty is far heavier than any table covers.
  const grams = at % 50 === 49 ? 250_000 : Math.round(100 + a ** 3 * 9_000);
  const side = (share: number) => 50 + Math.round(share * 250);
  const orderValue = amountOf(country, FIRST[country] * (3 + c * 40));
  return {
    orderId: `${country}${channel.id}${String(at + 1).padStart(6, '0')}`,
    at: time,
    originId: (origins[at % origins.length] as Place).id,
    destinationId: place.id,
    cep: cepIn(country, place.state, d),
    grams,
    length: side(a),
    width: side(c),
    height: Math.round(side(d) / 2),
    orderValue,
    cod: hasBit(channel.flag, CHANNEL_BIT.cod) && at % 3 === 0 ? orderValue : null,
  };
}
