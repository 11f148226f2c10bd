import { COUNTRIES, type Country } from '../../domain/country.ts';
import { currencyOf } from '../../domain/currency.ts';
import { readInstant } from '../../domain/instant.ts';
import type { End } from '../../domain/leadTime.ts';
import { CATEGORY, STATUS } from '../../domain/permission.ts';
import { formulaWords, readFormula } from '../../domain/rates/formula.ts';
import { quote, parcelProblem, type Line, type Parcel } from '../../domain/rates/quote.ts';
import { RATE_MODEL } from '../../domain/rates/rateRules.ts';
import type { RowRef } from '../../domain/rates/rows.ts';
import type { RateTable } from '../../domain/rates/table.ts';
import type { Sides } from '../../domain/rates/weightRule.ts';
import { STORED_STATE } from '../../domain/rates/versions.ts';
import { kilograms, valueAt, type WeightRow } from '../../domain/rates/weightRanges.ts';
import type { AmountParts } from '../../domain/recon/reason.ts';
import type { Queryable } from '../db/transaction.ts';
import { sha256 } from '../files/records.ts';
import { SealedTables } from '../rates/sealedFiles.ts';

/**
 * What the platform expects a parcel to cost: `quoteOf(shipment)`, based on the sealed rate table for its channel and
 * day, or on the channel's rate.
 */

/**
 * The properties of a shipment on which its quote depends. Amounts are in units of 1/100000, the weight is in grams,
 * and sizes are in millimeters.
 */
export interface Shipment {
  tracking: string;
  key: string;
  reference: string;
  channelId: number;
  shopId: number | null;
  shippedOn: string;
  originId: number | null;
  destinationId: number;
  cep: string;
  weight: number;
  length: number | null;
  width: number | null;
  height: number | null;
  orderValue: number | null;
  cod: number | null;
  status: number;
}

/** Additional input for a quote. If `zone` is null, the zone is determined by the shipment's places. */
export interface Asked {
  weight: number;
  zone: string | null;
  day: string;
  /** The sizes in millimeters. */
  sizes: Sides | null;
}

export interface QuoteLine {
  label: string;
  amount: string | null;
  row: string | null;
  words: string;
}

export interface Quoted {
  amount: bigint;
  currency: string;
  parts: AmountParts;
  /** The zone or route; empty if the rate has neither. */
  area: string;
  /** SHA-256 of the sealed table or of the formula. */
  hash: string;
  /** The lines that explain the quote; empty unless requested. */
  lines: QuoteLine[];
}

/** No price, with one line that says why. */
export interface Unpriced extends Pick<Quoted, 'area' | 'hash' | 'lines'> {
  amount: null;
}

/** Returns the quote for a shipment, or why no rate results in a price. */
export type QuoteOf = (shipment: Shipment, asked: Asked, explain: boolean) => Quoted | Unpriced;

/** @param words what is missing: "no fee for zone B above 30 kg" */
const unpriced = (words: string, hash = '', row: string | null = null): Unpriced => ({
  amount: null,
  area: '',
  hash,
  lines: [{ label: 'No price', amount: null, row, words }],
});

/** Sealed rate tables never change, so this process keeps those that were used most recently. */
const TABLES = new SealedTables();

interface Rate {
  /** The rate with weight ranges, or null if the channel has none. */
  formula: { rows: readonly WeightRow[]; text: string; hash: string } | null;
  /** Submitted versions, each with the instant at which it takes effect, earliest first. */
  versions: { from: number; hash: string }[];
}

/** Quotes for the batches of a bill, keyed by everything that a quote depends on except the place tree. */
export type KnownQuotes = Map<string, Quoted | Unpriced>;
/**
 * The maximum number of quotes that are remembered. If a bill has more different quotes, some are calculated
 * repeatedly.
 */
const QUOTES_KNOWN = 5_000;

/**
 * Loads everything that the shipments of a batch need, so that quotes can be calculated without the database.
 * @param known quotes of earlier batches, which are reused
 */
export async function loadQuotes(
  db: Queryable,
  entity: Country,
  shipments: readonly { shipment: Shipment; days: readonly string[] }[],
  known: KnownQuotes = new Map(),
): Promise<QuoteOf> {
  const channels = [...new Set(shipments.map(({ shipment }) => shipment.channelId))];
  const rates = await loadRates(db, entity, channels);
  const instants = new Map<string, number>();
  const hashes = new Set<string>();
  for (const { shipment, days } of shipments)
    for (const day of days) {
      const at = instants.get(day) ?? readInstant(`${day} 12:00`, COUNTRIES[entity].timeZone) ?? 0;
      instants.set(day, at);
      const version = versionOn(rates.get(shipment.channelId), at);
      if (version) hashes.add(version.hash);
    }
  const tables = new Map<string, RateTable>();
  for (const hash of hashes) tables.set(hash, await TABLES.of(db, hash));
  const endOf = await loadEnds(db, entity, shipments);
  const groupOf = await loadGroups(db, entity, shipments);
  if (known.size > QUOTES_KNOWN) known.clear();
  return (shipment, asked, explain) => {
    const rate = rates.get(shipment.channelId);
    const hash = rate?.formula?.hash ?? versionOn(rate, instants.get(asked.day) ?? 0)?.hash;
    if (!rate || hash === undefined)
      return unpriced(`channel ${shipment.channelId} has neither a rate nor a rate table in effect on ${asked.day}`);
    const group = groupOf(shipment.shopId);
    const key = quoteKey(shipment, asked, { hash, group, explain });
    let quoted = known.get(key);
    if (quoted !== undefined) return quoted;
    const table = tables.get(hash);
    if (rate.formula) quoted = quoteByFormula(entity, shipment, asked, rate.formula, explain);
    else if (!table) quoted = unpriced('the rate table could not be read', hash);
    else {
      const parcel = parcelOf(shipment, asked, {
        currency: currencyOf(entity),
        origin: endOf(shipment.originId, ''),
        destination: endOf(shipment.destinationId, shipment.cep),
        shopGroup: group,
      });
      quoted = quoteByTable(table, parcel, hash, explain);
    }
    known.set(key, quoted);
    return quoted;
  };
}

/**
 * Everything that a quote depends on. Parcels with the same key cost the same, so each price in a batch is calculated
 * only once.
 */
const quoteKey = (
  { channelId, originId, destinationId, cep, orderValue, cod }: Shipment,
  { weight, zone, sizes }: Asked,
  { hash, group, explain }: { hash: string; group: number | null; explain: boolean },
): string =>
  JSON.stringify([hash, channelId, group, explain, originId, destinationId, cep, weight, zone, sizes, orderValue, cod]);

/**
 * The version that applies on a day. Noon is used, so that a version that starts in the morning applies on that day.
 */
const versionOn = (rate: Rate | undefined, at: number) => rate?.versions.findLast(({ from }) => from <= at);

async function loadRates(db: Queryable, entity: Country, channels: readonly number[]): Promise<Map<number, Rate>> {
  const found = new Map(channels.map((channel): [number, Rate] => [channel, { formula: null, versions: [] }]));
  const formulas = await db.query<{ channelId: number; text: string }>(
    `SELECT channel_id AS "channelId", asf_calculation_formula AS text FROM rates
      WHERE country = $1 AND channel_id = ANY ($2::int8[]) AND asf_model = ${RATE_MODEL.weightRange} AND asf_calculation_formula <> ''
      ORDER BY category = ${CATEGORY.local}`,
    [entity, channels],
  );
  for (const { channelId, text } of formulas.rows) {
    const rate = found.get(channelId);
    if (rate) rate.formula = { rows: readFormula('', text).rows, text, hash: sha256(Buffer.from(text)) };
  }
  const versions = await db.query<{ channelId: number; from: number; hash: string }>(
    `SELECT channel_id AS "channelId", active_from AS from, hash FROM rate_versions
      WHERE family = 0 AND country = $1 AND channel_id = ANY ($2::int8[]) AND state = ${STORED_STATE.submitted}
        AND active_from IS NOT NULL AND hash IS NOT NULL ORDER BY active_from`,
    [entity, channels],
  );
  for (const { channelId, from, hash } of versions.rows) found.get(channelId)?.versions.push({ from, hash });
  return found;
}

type Shipments = readonly { shipment: Shipment }[];

/** Loads places together with the places that contain them, from the state down. */
async function loadEnds(db: Queryable, country: Country, shipments: Shipments) {
  const ids = [...new Set(shipments.flatMap(({ shipment }) => [shipment.originId ?? 0, shipment.destinationId]))];
  const { rows } = await db.query<{ id: number; path: (string | null)[] }>(
    `SELECT location_id AS id, ARRAY[state_id, city_id, district_id, location_id]::text[] AS path FROM locations
      WHERE country = $1 AND location_id = ANY ($2::int8[])`,
    [country, ids],
  );
  const paths = new Map(
    rows.map(({ id, path }) => [id, [...new Set(path.flatMap(part => (part === null ? [] : [Number(part)])))]]),
  );
  return (id: number | null, cep: string): End => {
    const digits = cep.replace(/\D/g, '');
    return {
      country,
      locations: id === null ? [] : (paths.get(id) ?? []),
      ...(digits.length === 8 ? { cep: digits } : {}),
    };
  };
}

async function loadGroups(db: Queryable, country: Country, shipments: Shipments) {
  const ids = [...new Set(shipments.flatMap(({ shipment }) => shipment.shopId ?? []))];
  if (ids.length === 0) return () => null;
  // As on the page of a shop (domain/shopFees), a shop whose group is missing or disabled counts as a shop without a
  // group.
  const { rows } = await db.query<{ id: number; group: number }>(
    `SELECT s.shop_id AS id, s.shop_group AS "group" FROM shops s JOIN shop_groups g ON g.country = s.country AND g.group_id = s.shop_group
      WHERE s.country = $1 AND s.shop_id = ANY ($2::int8[]) AND g.status = ${STATUS.normal}`,
    [country, ids],
  );
  const groups = new Map(rows.map(({ id, group }) => [id, group]));
  return (id: number | null): number | null => (id === null ? null : (groups.get(id) ?? null));
}

function parcelOf(
  shipment: Shipment,
  { weight, zone, sizes }: Asked,
  given: Pick<Parcel, 'origin' | 'destination' | 'shopGroup' | 'currency'>,
): Parcel {
  const { orderValue, cod } = shipment;
  const measures = { grams: weight, sides: sizes };
  const area = zone === null ? {} : { area: zone };
  return { ...given, declared: measures, measured: measures, orderValue, cod, ...area };
}

/** Lines that are part of the basic fee; all others, except VAT, are surcharges. */
const BASE: ReadonlySet<Line['kind']> = new Set(['base', 'volume']);

function quoteByTable(table: RateTable, parcel: Parcel, hash: string, explain: boolean): Quoted | Unpriced {
  const problem = parcelProblem(parcel);
  if (problem !== null) return unpriced(problem, hash);
  const { total, area, lines, missing } = quote(table, 'asf', parcel, explain ? {} : null);
  if (total === null) {
    const [row] = missing?.rows ?? [];
    return unpriced(missing?.text ?? '', hash, row ? rowText(row) : null);
  }
  const parts = { base: 0n, surcharges: 0n, vat: 0n };
  for (const { kind, amount } of lines) {
    if (amount === null) continue;
    parts[BASE.has(kind) ? 'base' : kind === 'vat' ? 'vat' : 'surcharges'] += BigInt(amount);
  }
  return {
    amount: BigInt(total),
    currency: table.settings.currency,
    parts,
    area: area ?? '',
    hash,
    lines: lines.map(({ label, amount, row, words }) => ({
      label,
      amount: amount === null ? null : String(amount),
      row: row === null ? null : rowText(row),
      words,
    })),
  };
}

const rowText = ({ part, key }: RowRef): string => `${part} ${key}`;

/** A rate with weight ranges has no zones, so the zone on a bill makes no difference. */
function quoteByFormula(
  entity: Country,
  { channelId }: Shipment,
  { weight, zone }: Asked,
  { rows, text, hash }: NonNullable<Rate['formula']>,
  explain: boolean,
): Quoted | Unpriced {
  const row = `rate of channel ${channelId}`;
  if (zone !== null) return unpriced(`the rate of channel ${channelId} has no zones`, hash, row);
  const amount = valueAt(rows, weight);
  if (amount === null) return unpriced(`no weight range contains ${kilograms(weight)} kg`, hash, row);
  return {
    amount: BigInt(amount),
    currency: currencyOf(entity),
    parts: { base: BigInt(amount), surcharges: 0n, vat: 0n },
    area: '',
    hash,
    lines: explain ? [{ label: 'Rate', amount: String(amount), row, words: formulaWords(text) }] : [],
  };
}
