import type { Country } from '../../domain/country.ts';
import type { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { lockName, type Queryable } from '../db/transaction.ts';
import { PLAN_ROWS, type Extras, type PlanProblem } from './extras.ts';

/**
 * Non-working days. A channel is either masked or not, so all its schedules must agree; otherwise, it would be in both
 * tabs of the screen (NWD-1).
 */
export const nonWorkingDaysExtras: Extras<typeof nonWorkingDays> = {
  // New schedules and imports can mask a channel, but updates cannot.
  check: newSplitProblem,
  planProblem: splitProblem,
  lockPlan: lockSchedules,
};

/**
 * Schedules of a country are added one at a time, or by one import, so that each is compared with the previous ones. A
 * lock per channel would not do: an import can have more channels than a transaction can have locks.
 */
function lockSchedules(db: Queryable, entity: Country): Promise<void> {
  return lockName(db, `non-working days|${entity}`);
}

/** Maximum number of channels that the message lists. */
const NAMED = 5;
const RULE = 'A channel is either masked or not masked, so give Masked Channel the same value for both service types.';

/**
 * Returns why a planned import cannot be applied, which is the case if it masks a channel for only one of its service
 * types; null if it can.
 */
async function splitProblem(db: Queryable, entity: Country, importNo: number): Promise<PlanProblem | null> {
  const { rows } = await db.query<{ id: number }>({
    name: 'channels-masked-in-part',
    // One sort and no join: right after the rows of the import were stored, the planner still assumes that there is
    // only one row.
    text: `WITH known AS (
             SELECT (after->>'channel_id')::int8 AS id, after->>'service_type' AS type,
                    (after->>'is_mask_channel')::int2 AS masked, 0 AS place
               FROM import_rows WHERE import_no = $1 AND after IS NOT NULL
              UNION ALL
             SELECT channel_id, service_type, is_mask_channel, 1 FROM non_working_days WHERE country = $2
           ), becomes AS (
             SELECT DISTINCT ON (id, type) id, masked, place FROM known ORDER BY id, type, place
           )
           SELECT id FROM becomes GROUP BY id HAVING min(masked) <> max(masked) AND min(place) = 0
            ORDER BY id LIMIT ${PLAN_ROWS}`,
    values: [importNo, entity],
  });
  if (rows.length === 0) return null;
  const named = rows.slice(0, NAMED).map(({ id }) => id);
  const channels = `${named.length === 1 ? 'Channel' : 'Channels'} ${named.join(', ')}${rows.length > NAMED ? ' and others' : ''}`;
  const { rows: staged } = await db.query<{ n: number; id: number }>({
    name: 'staged-schedules-of-channels',
    text: `SELECT n, (after->>'channel_id')::int8 AS id FROM import_rows
            WHERE import_no = $1 AND (after->>'channel_id')::int8 = ANY ($2::int8[]) ORDER BY n LIMIT ${PLAN_ROWS}`,
    values: [importNo, rows.map(({ id }) => id)],
  });
  const splitText = (of: string): string => `${of} would be masked for only one service type. ${RULE}`;
  return {
    text: splitText(channels),
    rows: staged.map(({ n, id }) => ({ n, field: 'isMaskChannel', text: splitText(`Channel ${id}`) })),
  };
}

/** Makes the same check for a single new record. */
async function newSplitProblem(
  db: Queryable,
  entity: Country,
  values: Readonly<Record<string, unknown>>,
): Promise<{ field: string; problem: string } | null> {
  const { channelId, serviceType, isMaskChannel } = values;
  await lockSchedules(db, entity);
  const { rows } = await db.query<{ masked: number }>({
    name: 'mask-of-other-schedule',
    text: `SELECT is_mask_channel AS masked FROM non_working_days
            WHERE country = $1 AND channel_id = $2 AND service_type <> $3 AND is_mask_channel <> $4`,
    values: [entity, channelId, serviceType, isMaskChannel],
  });
  return rows.length === 0
    ? null
    : {
        field: 'isMaskChannel',
        problem: `the other schedule of channel ${String(channelId)} has a different value. ${RULE}`,
      };
}
