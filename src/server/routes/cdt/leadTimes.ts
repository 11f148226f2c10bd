import type { countLeadTimes } from '../../../contract/cdtCalls.ts';
import type { CallOutput } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import { ALL, isByState, readRegion } from '../../../domain/nonWorkingDays.ts';
import type { Queryable } from '../../db/transaction.ts';

type Counted = CallOutput<typeof countLeadTimes>['channels'][number];

/** Groups rows with the same days. The states are looked up only if days off depend on them. */
const GROUPS = `SELECT channel_id AS "channelId", NULL AS origin, NULL AS state, min_days AS "minDays", max_days AS "maxDays", count(*)::int AS rows
    FROM location_cdts WHERE country = $1 AND channel_id = ANY ($2::int8[])
   GROUP BY channel_id, min_days, max_days ORDER BY 1, 4, 5`;
const GROUPS_BY_STATE = `SELECT c.channel_id AS "channelId", f.name AS origin, s.name AS state, c.min_days AS "minDays", c.max_days AS "maxDays",
         count(*)::int AS rows
    FROM location_cdts c
    LEFT JOIN locations d ON d.country = $1
      AND d.location_id = CASE WHEN c.destination ~ '^[0-9]{1,15}$' THEN c.destination::int8 END
    LEFT JOIN locations s ON s.location_id = d.state_id
    LEFT JOIN locations o ON o.country = $1
      AND o.location_id = CASE WHEN c.origin ~ '^[0-9]{1,15}$' THEN c.origin::int8 END
    LEFT JOIN locations f ON f.location_id = o.state_id
   WHERE c.country = $1 AND c.channel_id = ANY ($2::int8[])
   GROUP BY c.channel_id, f.name, s.name, c.min_days, c.max_days ORDER BY 1, 2, 3, 4, 5`;

/**
 * Returns the lead times of channels, in which rows with the same days are grouped in the same way as devices group
 * cached rows (sync/query/leadTimeGroups).
 */
export async function leadTimesOf(db: Queryable, entity: Country, channelIds: readonly number[]): Promise<Counted[]> {
  const byState = isByState(entity, 'LM');
  const groups = await db.query<
    Omit<Counted['groups'][number], 'region' | 'origin'> & {
      channelId: number;
      origin: string | null;
      state: string | null;
    }
  >({
    name: byState ? 'lead-times-by-state' : 'lead-times',
    text: byState ? GROUPS_BY_STATE : GROUPS,
    values: [entity, channelIds],
  });
  const times = await db.query<NonNullable<Counted['channel']> & { channelId: number }>({
    name: 'delivery-times-of-channels',
    text: `SELECT channel_id AS "channelId", category, status, first_mile_min AS "firstMileMin", first_mile_max AS "firstMileMax",
                  cross_border_min AS "crossBorderMin", cross_border_max AS "crossBorderMax"
             FROM channel_cdts WHERE country = $1 AND channel_id = ANY ($2::int8[])`,
    values: [entity, channelIds],
  });
  const found = new Map(
    channelIds.map((channelId): [number, Counted] => [channelId, { channelId, groups: [], channel: null }]),
  );
  for (const { channelId, ...channel } of times.rows) (found.get(channelId) as Counted).channel = channel;
  const regionOf = (state: string | null): string => (state === null ? null : readRegion(state)) ?? ALL;
  for (const { channelId, origin: from, state, minDays, maxDays, rows } of groups.rows) {
    const own = found.get(channelId) as Counted;
    const [origin, region] = [regionOf(from), regionOf(state)];
    const same = own.groups.find(
      group =>
        (group.origin ?? ALL) === origin &&
        group.region === region &&
        group.minDays === minDays &&
        group.maxDays === maxDays,
    );
    if (same) same.rows += rows;
    else own.groups.push({ region, ...(origin === ALL ? {} : { origin }), minDays, maxDays, rows });
  }
  return channelIds.map(channelId => found.get(channelId) as Counted);
}
