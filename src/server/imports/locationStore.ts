import type { Country } from '../../domain/country.ts';
import type { Queryable } from '../db/transaction.ts';
import { breathe } from './breathe.ts';
import type { CheckedRows, HeldRows, Plan } from './reader/api.ts';

/** The database's part of what an import of serviceable locations does: the records of now, and the plan written down. */

const PAGE = 10_000;
const FLAGS = 'can_deliver::int + can_cod::int * 2 + can_pickup::int * 4 + can_cod_pickup::int * 8';
type HeldRow = [channel: number, type: number, location: number, flags: number, version: number];

/** Numbers as the text of a PostgreSQL array: the driver's own way takes each of them apart. */
export const arrayText = (values: ArrayLike<number>, from = 0, to = values.length, none?: number): string => {
  let text = '';
  for (let at = from; at < to; at++) {
    const value = values[at] as number;
    text += `${at === from ? '' : ','}${value === none ? 'NULL' : value}`;
  }
  return `{${text}}`;
};

/**
 * Counters of all channels that an import is about, also where it changes nothing. Read before the plan is made: a record that is
 * changed afterwards then never passes for one that was compared.
 */
export async function plannedRevisions(
  db: Queryable,
  entity: Country,
  channels: Float64Array,
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ id: number; revision: number }>(
    `SELECT id, coalesce(r.revision, 0)::int8 AS revision FROM unnest($2::int8[]) AS id
       LEFT JOIN revisions r ON r.collection = 'channelLocations' AND r.entity = $1 AND r.scope = id`,
    [entity, arrayText(channels)],
  );
  return Object.fromEntries(rows.map(({ id, revision }) => [id, revision]));
}

/** Today's records that the rows of a checked import may be about. Read in pages, so that other calls pass. */
export async function readHeld(
  db: Queryable,
  entity: Country,
  { channels: ids, keys }: Pick<CheckedRows, 'channels' | 'keys'>,
): Promise<HeldRows> {
  const channels: number[] = [];
  const types: number[] = [];
  const locations: number[] = [];
  const flags: number[] = [];
  const versions: number[] = [];
  const take = (rows: readonly HeldRow[]): void => {
    for (const [channel, type, location, flag, version] of rows) {
      channels.push(channel);
      types.push(type);
      locations.push(location);
      flags.push(flag);
      versions.push(version);
    }
  };
  const columns = `p.channel_id, p.type, p.location_id, ${FLAGS}, p.version`;
  if (keys) {
    const { rows } = await db.query<HeldRow>({
      text: `SELECT ${columns} FROM channel_locations p
               JOIN unnest($2::int8[], $3::int2[], $4::int8[]) AS k(channel_id, type, location_id)
                 ON k.channel_id = p.channel_id AND k.type = p.type AND k.location_id = p.location_id
              WHERE p.country = $1`,
      values: [entity, arrayText(keys.channels), arrayText(keys.types), arrayText(keys.locations)],
      rowMode: 'array',
    } as never);
    take(rows);
  } else {
    for (const id of ids) {
      for (let after: [number, number] = [-1, 0]; ;) {
        const { rows } = await db.query<HeldRow>({
          text: `SELECT ${columns} FROM channel_locations p
                  WHERE p.channel_id = $1 AND (p.type, p.location_id) > ($2::int2, $3::int8)
                  ORDER BY p.channel_id, p.type, p.location_id LIMIT ${PAGE}`,
          values: [id, ...after],
          rowMode: 'array',
        } as never);
        take(rows);
        const last = rows.at(-1);
        if (!last || rows.length < PAGE) break;
        after = [last[1], last[2]];
        await breathe();
      }
    }
  }
  return {
    count: channels.length,
    channels: Float64Array.from(channels),
    types: Float64Array.from(types),
    locations: Float64Array.from(locations),
    flags: Uint8Array.from(flags),
    versions: Int32Array.from(versions),
  };
}

/** Rows of one INSERT. */
const STAGED = 4_000;

/** Writes a plan down, in short statements outside of the import's transaction. */
export async function stagePlan(db: Queryable, no: number, plan: Plan): Promise<void> {
  await db.query('DELETE FROM channel_location_import_rows WHERE import_no = $1', [no]);
  for (let from = 0; from < plan.count; from += STAGED) {
    const to = Math.min(plan.count, from + STAGED);
    await db.query(
      `INSERT INTO channel_location_import_rows (import_no, n, channel_id, type, location_id, before_flags, after_flags,
              before_version, after_version)
       SELECT $1, $2 + ordinality, channel_id, type, location_id, before, after, version, version + 1
         FROM unnest($3::int8[], $4::int2[], $5::int8[], $6::int2[], $7::int2[], $8::int4[])
              WITH ORDINALITY AS u(channel_id, type, location_id, before, after, version, ordinality)`,
      [
        no,
        from - 1,
        arrayText(plan.channels, from, to),
        arrayText(plan.types, from, to),
        arrayText(plan.locations, from, to),
        arrayText(plan.before, from, to, -1),
        arrayText(plan.after, from, to, -1),
        arrayText(plan.versions, from, to),
      ],
    );
    await breathe();
  }
}
