import type { countLeadTimes } from '../../../contract/cdtCalls.ts';
import type { CallOutput } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import { ALL, isByState, readRegion } from '../../../domain/nonWorkingDays.ts';
import type { Queryable } from '../../db/transaction.ts';

type Counted = CallOutput<typeof countLeadTimes>['channels'][number];

/** Groups rows with the same days. The state of the destination is looked up only if days off depend on the state. */
const GROUPS = `SELECT channel_id AS "channelId", NULL AS state, min_days AS "minDays", max_days AS "maxDays", count(*)::int AS rows
    FROM location_cdts WHERE country = $1 AND channel_id = ANY ($2::int8[])
   GROUP BY channel_id, min_days, max_days ORDER BY 1, 3, 4`;
const GROUPS_BY_STATE = `SELECT c.channel_id AS "channelId", s.name AS state, c.min_days AS "minDays", c.max_days AS "maxDays",
         count(*)::int AS rows
    FROM location_cdts c
    LEFT JOIN locations d ON d.country = $1
      AND d.location_id = CASE WHEN c.destination ~ '^[0-9]{1,15}$' THEN c.destination::int8 END
    LEFT JOIN locations s ON s.location_id = d.state_id
   WHERE c.country = $1 AND c.channel_id = ANY ($2::int8[])
   GROUP BY c.channel_id, s.name, c.min_days, c.max_days ORDER BY 1, 2, 3, 4`;

/**
 * Returns the lead times of channels, in which rows with the same days are grouped in the same way as devices group
 * cached rows (sync/query/leadTimeGroups).
 */
export async function leadTimesOf(db: Queryable, entity: Country, channelIds: readonly number[]): Promise<Counted[]> {
  const byState = isByState(entity, 'LM');
  const groups = await db.query<
    Omit<Counted['groups'][number], 'region'> & { channelId: number; state: string | null }
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
  for (const { channelId, state, minDays, maxDays, rows } of groups.rows) {
    const own = found.get(channelId) as Counted;
    const region = (state === null ? null : readRegion(state)) ?? ALL;
    const same = own.groups.find(
      group => group.region === region && group.minDays === minDays && group.maxDays === maxDays,
    );
    if (same) same.rows += rows;
    else own.groups.push({ region, minDays, maxDays, rows });
  }
  return channelIds.map(channelId => found.get(channelId) as Counted);
}
