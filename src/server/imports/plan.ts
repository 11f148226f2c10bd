import { channelLocationKey } from '../../contract/channelLocation.ts';
import type { Country } from '../../domain/country.ts';
import { CHANGE, diffImport, type HeldRecords } from '../../domain/import/diff.ts';
import type { Checked } from '../../domain/import/check.ts';
import type { ImportCounts } from '../../contract/imports/calls.ts';
import type { Queryable } from '../db/transaction.ts';
import { breathe } from './breathe.ts';

/** What an import of serviceable locations does, row by row: compared with the records of now. */

/** Columns of a plan, one entry a changed row. Flags are -1 where there was or is no record. */
export interface Plan {
  count: number;
  channels: number[];
  types: number[];
  locations: number[];
  before: number[];
  after: number[];
  versions: number[];
  counts: ImportCounts;
}

type Held = HeldRecords & { versions: readonly number[] };

const PAGE = 10_000;
/** Up to this many rows the records are looked up one by one instead of reading whole channels. */
const FEW = 5_000;
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

const columnOf = (checked: Checked, key: string): number =>
  checked.declaration.columns.findIndex(column => column.key === key);

/** Channels that the rows of a checked import are about. */
function channelsNamed(checked: Checked): number[] {
  const at = columnOf(checked, 'channelId');
  const ids = new Set<number>();
  for (const { values, wrong } of checked.files)
    values[at]?.forEach((id, row) => {
      if (id > 0 && wrong[row] === 0) ids.add(id);
    });
  return [...ids];
}

/**
 * Counters of all channels that an import is about, also where it changes nothing. Read before the plan is made: a record that is
 * changed afterwards then never passes for one that was compared.
 */
export async function plannedRevisions(
  db: Queryable,
  entity: Country,
  checked: Checked,
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ id: number; revision: number }>(
    `SELECT id, coalesce(r.revision, 0)::int8 AS revision FROM unnest($2::int8[]) AS id
       LEFT JOIN revisions r ON r.collection = 'channelLocations' AND r.entity = $1 AND r.scope = id`,
    [entity, arrayText(channelsNamed(checked))],
  );
  return Object.fromEntries(rows.map(({ id, revision }) => [id, revision]));
}

/** Today's records that the rows of a checked import may be about. Read in pages, so that other calls pass. */
async function readHeld(db: Queryable, entity: Country, checked: Checked): Promise<Held> {
  const wanted = { channels: [] as number[], types: [] as number[], locations: [] as number[] };
  const ids = new Set<number>();
  const [channelAt, typeAt, locationAt] = ['channelId', 'type', 'locationId'].map(key => columnOf(checked, key));
  const few = checked.counts.rows <= FEW;
  for (const { values, wrong } of checked.files) {
    const channels = values[channelAt as number] as Float64Array;
    for (let row = 0; row < channels.length; row++) {
      const channel = channels[row] as number;
      if (!(channel > 0) || wrong[row] === 1) continue;
      ids.add(channel);
      if (!few) continue;
      wanted.channels.push(channel);
      wanted.types.push(values[typeAt as number]?.[row] as number);
      wanted.locations.push(values[locationAt as number]?.[row] as number);
    }
  }
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
  if (few) {
    const { rows } = await db.query<HeldRow>({
      text: `SELECT ${columns} FROM channel_locations p
               JOIN unnest($2::int8[], $3::int2[], $4::int8[]) AS k(channel_id, type, location_id)
                 ON k.channel_id = p.channel_id AND k.type = p.type AND k.location_id = p.location_id
              WHERE p.country = $1`,
      values: [entity, arrayText(wanted.channels), arrayText(wanted.types), arrayText(wanted.locations)],
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
    keys: checked.declaration.key.map(key =>
      Float64Array.from({ channelId: channels, type: types, locationId: locations }[key] ?? []),
    ),
    values: [0, 1, 2, 3].map(bit => Uint8Array.from(flags, flag => (flag >> bit) & 1)),
    versions,
  };
}

/**
 * Compares a checked import with the records of now.
 * @param leave keys of records that stay as they are
 */
export async function planImport(
  db: Queryable,
  entity: Country,
  checked: Checked,
  leave: ReadonlySet<string>,
): Promise<Plan> {
  const held = await readHeld(db, entity, checked);
  const diff = diffImport(checked, held);
  const plan: Plan = {
    count: 0,
    channels: [],
    types: [],
    locations: [],
    before: [],
    after: [],
    versions: [],
    counts: { added: 0, changed: 0, removed: 0, unchanged: diff.counts.unchanged, absent: diff.counts.absent, left: 0 },
  };
  const [channelAt, typeAt, locationAt] = ['channelId', 'type', 'locationId'].map(key => columnOf(checked, key));
  const flagColumns = diff.columns.map(column => checked.declaration.columns.indexOf(column));
  for (const [number, { changes, held: records }] of diff.files.entries()) {
    const { values } = checked.files[number] as Checked['files'][number];
    for (let row = 0; row < changes.length; row++) {
      const change = changes[row];
      if (change !== CHANGE.added && change !== CHANGE.changed && change !== CHANGE.removed) continue;
      const channelId = values[channelAt as number]?.[row] as number;
      const type = values[typeAt as number]?.[row] as number;
      const locationId = values[locationAt as number]?.[row] as number;
      if (leave.size > 0 && leave.has(channelLocationKey({ channelId, type, locationId }))) {
        plan.counts.left += 1;
        continue;
      }
      const record = records[row] as number;
      let before = record < 0 ? -1 : 0;
      let after = change === CHANGE.removed ? -1 : 0;
      for (const [bit, column] of flagColumns.entries()) {
        const old = record < 0 ? 0 : (held.values[bit]?.[record] ?? 0);
        const read = values[column]?.[row] as number;
        if (before >= 0) before |= old << bit;
        // A blank leaves what is there.
        if (after >= 0) after |= (read === read ? read : old) << bit;
      }
      plan.channels.push(channelId);
      plan.types.push(type);
      plan.locations.push(locationId);
      plan.before.push(before);
      plan.after.push(after);
      plan.versions.push(record < 0 ? 0 : (held.versions[record] as number));
      plan.count += 1;
      plan.counts[change === CHANGE.added ? 'added' : change === CHANGE.changed ? 'changed' : 'removed'] += 1;
    }
  }
  return plan;
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
