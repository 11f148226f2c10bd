import type { locationCdt } from '../../contract/resources/locationCdt.ts';
import { CDT_LEVEL } from '../../domain/cdt/levels.ts';
import { CdtRangeRule, cdtProblem, type CdtValues, type RowProblem } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Extras, Input } from './extras.ts';

/** Location CDT: a row is looked at with the locations that it names and with the CEP ranges of its channel. */
export const locationCdtExtras: Extras<typeof locationCdt> = {
  check: (db, entity, values) => checkLocationCdt(db, entity, values),
  mayHave: (row, set) => Number({ ...row, ...set }['minDays']) <= Number({ ...row, ...set }['maxDays']),
};

/** A row of Location CDT; an edit has its days alone. */
async function checkLocationCdt(db: Queryable, entity: Country, input: Input): Promise<RowProblem | null> {
  const values = input as unknown as CdtValues & { channelId: number };
  if (input['originLevel'] === undefined) {
    return values.minDays > values.maxDays
      ? { field: 'maxDays', problem: `Max CDT must not be below Min CDT, which is ${values.minDays}` }
      : null;
  }
  const ids = [values.origin, values.destination].filter(name => /^\d{1,15}$/.test(name)).map(Number);
  const levels = await db.query<{ id: number; level: number }>({
    name: 'levels-of-locations',
    text: 'SELECT location_id AS id, level FROM locations WHERE country = $1 AND location_id = ANY ($2::int8[])',
    values: [entity, ids],
  });
  const levelOf = (id: number) => levels.rows.find(row => row.id === id)?.level ?? null;
  return cdtProblem(values, entity, levelOf) ?? (await overlapProblem(db, values));
}

/** Whether a CEP range of the row overlaps another one of the same end of its channel. */
async function overlapProblem(db: Queryable, values: CdtValues & { channelId: number }): Promise<RowProblem | null> {
  const { channelId } = values;
  if (![values.originLevel, values.destinationLevel].includes(CDT_LEVEL.cepRange)) return null;
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
