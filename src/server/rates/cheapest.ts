import type { CallInput, CallOutput } from '../../contract/call.ts';
import type { RATE_TABLE_CALLS } from '../../contract/rateTable/calls.ts';
import type { Family } from '../../contract/rateTable/versions.ts';
import { daysBefore, type ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import { currencyOf } from '../../domain/currency.ts';
import { CdtRows, type End } from '../../domain/leadTime.ts';
import { compareOffers } from '../../domain/rates/offers.ts';
import { isCod } from '../../domain/rates/quote.ts';
import { checkServiceability, servicesOfAnswer, type Verdict } from '../../domain/serviceability.ts';
import type { Queryable } from '../db/transaction.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { findAddresses } from '../serviceability/addresses.ts';
import { ownersOf, recordsOf } from '../serviceability/records.ts';
import { findEnds } from './ends.ts';
import { quoteOf, quotedBy, tableOf } from './quotes.ts';
import type { SealedTables } from './sealedFiles.ts';
import { familyNo, findVersion } from './versions.ts';

/**
 * Answers "Which channel is cheapest here?" by combining serviceability, rates and lead times for an address (issue 29,
 * 4).
 */

type Calls = (typeof RATE_TABLE_CALLS)[Family];
type Answer = CallOutput<Calls['cheapest']>['list'][number];

/**
 * The channels that serve an address, cheapest first, followed by channels without a fee, each with the reason. Fees in
 * different currencies are not compared: those in the country's currency come first. The order value and the COD amount
 * are in the country's currency.
 */
export async function cheapestHere(
  db: Queryable,
  tables: SealedTables,
  { family, entity, at }: { family: Family; entity: Country; at: number },
  input: CallInput<Calls['cheapest']>,
): Promise<Answer[]> {
  const instant = input.at ?? at;
  const { origin, destination, declared, orderValue, cod, shopGroup } = input;
  const ends = await findEnds(db, entity, [origin, destination]);
  const currency = currencyOf(entity);
  const parcel = { ...ends.parcel({ origin, destination, declared, orderValue, cod, shopGroup }), currency };
  const served = await servedBy(db, entity, { origin, destination }, isCod({ cod }));
  const active = await activeVersions(db, family, entity, instant);
  const times = await leadTimesOf(db, entity, [...served.keys()], parcel.origin, parcel.destination);
  const list: Answer[] = [];
  for (const [channelId, { name, verdict }] of served) {
    if (verdict === 'no') continue;
    const id = active.get(channelId);
    const version = id === undefined ? null : await findVersion(db, { family, entity, at }, id);
    const quoted =
      version && quoteOf(await tableOf(db, tables, version), 'esf', parcel, { placeLabel: ends.placeLabel });
    list.push({
      channelId,
      channelName: name,
      by: version && quotedBy(version),
      quote: quoted as Answer['quote'],
      reason:
        version === null ? 'no version of its rate table is in effect at this time' : (quoted?.missing?.text ?? ''),
      served: verdict,
      leadTime: times.get(channelId) ?? null,
    });
    await yieldToEventLoop();
  }
  return list.sort((a, b) => compareOffers(a, b, currency) || a.channelId - b.channelId);
}

type Ends = Pick<CallInput<Calls['cheapest']>, 'origin' | 'destination'>;

/**
 * Returns, for each channel of a country, whether it delivers to an address and, for a COD parcel, whether it collects
 * cash there. Zone and route limits apply to the way from the origin; the result depends on them if the origin is
 * omitted or in another country, whose places no limit names.
 */
async function servedBy(
  db: Queryable,
  entity: Country,
  { origin, destination }: Ends,
  isCod: boolean,
): Promise<Map<number, { name: string; verdict: Verdict }>> {
  const isHere = origin.country === undefined || origin.country === entity;
  const [address = null, other = null] = await findAddresses(
    db,
    entity,
    [destination, isHere ? origin : {}].map(({ locationId, cep }) => ({
      ...(locationId ? { locationId } : {}),
      ...(cep === undefined ? {} : { postcode: cep }),
    })),
  );
  const { rows } = await db.query<{ id: number; name: string }>({
    name: 'rate-served-channels',
    text: 'SELECT channel_id AS id, name FROM channels WHERE country = $1 ORDER BY channel_id',
    values: [entity],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const found = new Map<number, { name: string; verdict: Verdict }>();
  if (!address || !other) return found;
  for (const owner of await ownersOf(db, entity, { channel: [...names.keys()], '3pl': [] })) {
    const records = await recordsOf(db, owner, [address, other]);
    const answer = servicesOfAnswer(checkServiceability({ address, other, scenario: 'checkout', shop: 0 }, records));
    const verdict = isCod && answer.deliver !== 'no' ? answer.cod : answer.deliver;
    found.set(owner.id, { name: names.get(owner.id) ?? '', verdict });
  }
  return found;
}

/** The version of each channel that is in effect at an instant. */
async function activeVersions(
  db: Queryable,
  family: Family,
  entity: Country,
  at: number,
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ channel_id: number; id: number }>({
    name: 'rate-active-versions',
    text: `SELECT DISTINCT ON (channel_id) channel_id, id FROM rate_versions
            WHERE family = $1 AND country = $2 AND state = 1 AND active_from <= $3
            ORDER BY channel_id, active_from DESC`,
    values: [familyNo(family), entity, at],
  });
  return new Map(rows.map(row => [row.channel_id, row.id]));
}

const namesOf = ({ country, locations, cep }: End): string[] => [
  country,
  ...locations.map(String),
  ...(cep === undefined ? [] : [cep]),
];

/**
 * Delivery time by channel, in days, without non-working days: that of the most specific row that matches, plus the
 * time for the channel's preceding legs.
 */
async function leadTimesOf(
  db: Queryable,
  entity: Country,
  channelIds: readonly number[],
  origin: End,
  destination: End,
): Promise<Map<number, { min: number; max: number }>> {
  const { rows } = await db.query<CdtValues & { channelId: number }>({
    name: 'rate-lead-times',
    text: `SELECT channel_id AS "channelId", origin_level AS "originLevel", origin, destination_level AS "destinationLevel", destination,
                  min_days AS "minDays", max_days AS "maxDays"
             FROM location_cdts
            WHERE country = $1 AND channel_id = ANY ($2::int8[])
              AND (origin = ANY ($3::text[]) OR origin LIKE '%-%') AND (destination = ANY ($4::text[]) OR destination LIKE '%-%')`,
    values: [entity, channelIds, namesOf(origin), namesOf(destination)],
  });
  const before = await db.query<ChannelCdtValues & { channelId: number }>({
    name: 'rate-channel-times',
    text: `SELECT channel_id AS "channelId", category, status, first_mile_min AS "firstMileMin", first_mile_max AS "firstMileMax",
                  cross_border_min AS "crossBorderMin", cross_border_max AS "crossBorderMax"
             FROM channel_cdts WHERE country = $1 AND channel_id = ANY ($2::int8[])`,
    values: [entity, channelIds],
  });
  const timesOf = new Map(before.rows.map(({ channelId, ...values }) => [channelId, values]));
  const byChannel = new Map<number, CdtValues[]>();
  for (const { channelId, ...row } of rows) byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), row]);
  const found = new Map<number, { min: number; max: number }>();
  for (const [channelId, own] of byChannel) {
    const [fit] = new CdtRows(own).fitting(origin, destination);
    if (!fit) continue;
    const days = daysBefore(timesOf.get(channelId) ?? null);
    found.set(channelId, { min: days.min + fit.row.minDays, max: days.max + fit.row.maxDays });
  }
  return found;
}
