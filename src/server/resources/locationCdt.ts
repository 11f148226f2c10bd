import type { locationCdt } from '../../contract/resources/locationCdt.ts';
import { CDT_LEVEL } from '../../domain/cdt/levels.ts';
import type { RowOf } from '../../contract/resource.ts';
import { CdtRangeRule, endsProblem, type CdtValues } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import type { Problem } from '../../domain/problem.ts';
import { lockName, type Queryable } from '../db/transaction.ts';
import type { Extras } from './extras.ts';

/**
 * Location CDT. A new row is checked against the locations to which it refers and against the CEP ranges of its
 * channel.
 */
export const locationCdtExtras: Extras<typeof locationCdt> = { check };

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
  // Ranges of a channel are added one at a time, so that each is compared with the previous ones.
  await lockName(db, `CEP ranges|${channelId}`);
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
