import type { locationCdt } from '../../contract/resources/locationCdt.ts';
import { CDT_LEVEL, hasCepRanges } from '../../domain/cdt/levels.ts';
import type { RowOf } from '../../contract/resource.ts';
import { CdtRangeRule, endsProblem, overlapText, type CdtValues, type Side } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import type { Problem } from '../../domain/problem.ts';
import { lockName, type Queryable } from '../db/transaction.ts';
import { PLAN_ROWS, type Extras, type PlanProblem } from './extras.ts';

/**
 * Location CDT. A new row is checked against the locations to which it refers and against the CEP ranges of its
 * channel. The rows of an import are checked against CEP ranges that were added after the import was compared, and
 * those of an undo against all ranges that it leaves in place.
 */
export const locationCdtExtras: Extras<typeof locationCdt> = {
  check,
  planProblem: stagedOverlap,
  lockPlan: lockStaged,
};

/**
 * Number of locks on CEP ranges, which the channels share: an import can have more channels than a transaction can have
 * locks, and a single lock would make every new range wait for a large import of any channel.
 */
const LOCKS = 64;

/** Ranges of a channel are added one at a time, so that each is compared with the previous ones. */
const lockRanges = (db: Queryable, lock: number): Promise<void> => lockName(db, `CEP ranges|${lock}`);

async function check(
  db: Queryable,
  entity: Country,
  values: Partial<RowOf<typeof locationCdt>>,
): Promise<Problem | null> {
  const row = values as CdtValues & { channelId: number };
  const ids = [row.origin, row.destination].filter(name => /^\d{1,15}$/.test(name)).map(Number);
  const levels = await db.query<{ id: number; level: number }>({
    name: 'levels-of-locations',
    text: 'SELECT location_id AS id, level FROM locations WHERE country = $1 AND location_id = ANY ($2::int8[])',
    values: [entity, ids],
  });
  const levelOf = (id: number) => levels.rows.find(found => found.id === id)?.level ?? null;
  return endsProblem(row, entity, levelOf) ?? (await overlapProblem(db, row));
}

/** Returns a problem if one of the row's CEP ranges overlaps another CEP range at the same end in its channel. */
async function overlapProblem(db: Queryable, values: CdtValues & { channelId: number }): Promise<Problem | null> {
  const { channelId } = values;
  if (![values.originLevel, values.destinationLevel].includes(CDT_LEVEL.cepRange)) return null;
  await lockRanges(db, channelId % LOCKS);
  const { rows } = await db.query<CdtValues>({
    name: 'cep-ranges-of-channel',
    text: `SELECT origin_level AS "originLevel", origin, destination_level AS "destinationLevel", destination
             FROM location_cdts WHERE channel_id = $1 AND ${CDT_LEVEL.cepRange} IN (origin_level, destination_level)`,
    values: [channelId],
  });
  const rule = new CdtRangeRule();
  for (const row of rows) rule.add(channelId, row);
  return rule.add(channelId, values);
}

/** Returns the channels to which the staged rows of an import add CEP ranges. */
async function channelsWithNewRanges(db: Queryable, entity: Country, importNo: number): Promise<number[]> {
  if (!hasCepRanges(entity)) return [];
  const { rows } = await db.query<{ id: number }>({
    name: 'channels-with-new-cep-ranges',
    text: `SELECT DISTINCT scope AS id FROM import_rows
            WHERE import_no = $1 AND before IS NULL
              AND '${CDT_LEVEL.cepRange}' IN (after->>'origin_level', after->>'destination_level')`,
    values: [importNo],
  });
  return rows.map(({ id }) => id);
}

async function lockStaged(db: Queryable, entity: Country, importNo: number): Promise<void> {
  const channels = await channelsWithNewRanges(db, entity, importNo);
  // All imports take the locks in the same order, so that they cannot deadlock.
  const locks = [...new Set(channels.map(id => id % LOCKS))].sort((a, b) => a - b);
  for (const lock of locks) await lockRanges(db, lock);
}

/** SQL: the CEP ranges at both ends of a row, given its four columns. */
const rangesOf = (column: (name: string) => string): string =>
  `CROSS JOIN LATERAL (VALUES ('origin', ${column('origin_level')}, ${column('origin')}),
                              ('destination', ${column('destination_level')}, ${column('destination')})) AS s(side, level, range)`;

/**
 * Returns a problem if an import would add a CEP range that overlaps another range of its channel, either one that the
 * import leaves in place or another one that it adds.
 */
async function stagedOverlap(db: Queryable, entity: Country, importNo: number): Promise<PlanProblem | null> {
  const channels = await channelsWithNewRanges(db, entity, importNo);
  if (channels.length === 0) return null;
  const { rows } = await db.query<{ channelId: number; side: Side; range: string; other: string }>({
    name: 'staged-cep-ranges-that-overlap',
    // One pass over the rows and no join with them: right after the rows of the import were stored, the planner still
    // assumes that there is only one row. Each range is counted in the rows that will have it: those that are stored,
    // minus the staged rows before the import, plus these rows after it. All ranges have the same length, so their text
    // sorts like the numbers. A range overlaps an earlier one if the last of the earlier ends is not before its start.
    text: `WITH counted AS (
             SELECT p.channel_id AS channel, s.side, s.range COLLATE "C" AS range, 1 AS rows, true AS is_stored
               FROM location_cdts p ${rangesOf(name => `p.${name}`)}
              WHERE p.channel_id = ANY ($2::int8[]) AND s.level = ${CDT_LEVEL.cepRange}
              UNION ALL
             SELECT r.scope, s.side, s.range COLLATE "C", v.rows, false
               FROM import_rows r
              CROSS JOIN LATERAL (VALUES (r.before, -1), (r.after, 1)) AS v(row, rows)
              ${rangesOf(name => `v.row->>'${name}'`)}
              WHERE r.import_no = $1 AND r.scope = ANY ($2::int8[]) AND s.level = '${CDT_LEVEL.cepRange}'
           ), becomes AS (
             SELECT channel, side, range, NOT bool_or(is_stored) AS is_new
               FROM counted GROUP BY channel, side, range HAVING sum(rows) > 0
           ), compared AS (
             SELECT channel, side, range, is_new,
                    max(right(range, 8) || '-' || left(range, 8)) OVER earlier AS other,
                    max(right(range, 8) || '-' || left(range, 8)) FILTER (WHERE is_new) OVER earlier AS new_other
               FROM becomes
             WINDOW earlier AS (PARTITION BY channel, side ORDER BY range ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
           )
           SELECT channel AS "channelId", side, range, right(o.other, 8) || '-' || left(o.other, 8) AS other
             FROM compared
            -- Ranges that overlapped before the import do not prevent it.
            CROSS JOIN LATERAL (SELECT CASE WHEN is_new THEN other ELSE new_other END AS other) o
            WHERE left(o.other, 8) >= left(range, 8) LIMIT 1`,
    values: [importNo, channels],
  });
  const [found] = rows;
  if (!found) return null;
  const { channelId, side, range, other } = found;
  const text = overlapText(channelId, side, range, other);
  const { rows: staged } = await db.query<{ n: number }>({
    name: 'staged-rows-of-cep-ranges',
    text: `SELECT n FROM import_rows WHERE import_no = $1 AND scope = $2 AND after->>$3 = ANY ($4::text[])
              AND after->>$3 IS DISTINCT FROM before->>$3 ORDER BY n LIMIT ${PLAN_ROWS}`,
    values: [importNo, channelId, side, [range, other]],
  });
  return { text: `${text}. Nothing was changed.`, rows: staged.map(({ n }) => ({ n, field: side, text })) };
}
