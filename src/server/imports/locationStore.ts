import { channelLocationKey } from '../../contract/channelLocation.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import type { Country } from '../../domain/country.ts';
import { APPLICABLE_TYPES, packFlags, unpackFlags } from '../../domain/serviceable.ts';
import type { Queryable } from '../db/transaction.ts';
import type { ChangedRow } from '../resources/extras.ts';
import type { Asked, ExistingRows, LocationPlan } from './reader/api.ts';
import {
  appliedImport,
  IMPORT_FIELDS,
  type ImportPlan,
  type ImportStore,
  type RecordImport,
  type BulkRows,
  type StagedAt,
} from './store.ts';
import type { BulkChange } from './records.ts';
import { recordsByKey } from '../resources/records.ts';
import { stageParts } from './stageParts.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { bulkSql, tombstoneOf } from './staged.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Imports of serviceable locations, which have up to half a million rows. Their flags are packed, and they have a table
 * of their own.
 */

const COLLECTION = channelLocation.collection;

/** A record's key in the change feed. */
const KEY = (row: string): string => `${row}.channel_id || '/' || ${row}.location_id || '/' || ${row}.type`;
const SAME = (a: string, b: string): string =>
  `${a}.channel_id = ${b}.channel_id AND ${a}.type = ${b}.type AND ${a}.location_id = ${b}.location_id`;
const BITS = (flags: string): string => [1, 2, 4, 8].map(bit => `(${flags} & ${bit}) <> 0`).join(', ');

/**
 * SQL that applies one chunk: changes, removals and additions with their versions and tombstones, and the entries of
 * the feed, whose rows are looked up when the feed is read (routes/feed/read). $1 import, $2 first row, $3 end row
 * (exclusive), $4 author, $5 time, $6 entity.
 */
const APPLY_CHUNK = `
  WITH r AS MATERIALIZED (
    SELECT * FROM channel_location_import_rows WHERE import_no = $1 AND n >= $2 AND n < $3
  ), upd AS (
    UPDATE channel_locations p
       SET (can_deliver, can_cod, can_pickup, can_cod_pickup) = ROW(${BITS('r.after_flags')}),
           version = r.after_version, updated_by = $4, updated_at = $5
      FROM r
     WHERE r.before_flags IS NOT NULL AND r.after_flags IS NOT NULL AND ${SAME('p', 'r')} AND p.version = r.before_version
    RETURNING p.channel_id, p.type, p.location_id, p.version
  ), del AS (
    DELETE FROM channel_locations p USING r
     WHERE r.after_flags IS NULL AND ${SAME('p', 'r')} AND p.version = r.before_version
    RETURNING p.channel_id, p.type, p.location_id, p.version + 1 AS version
  ), ins AS (
    INSERT INTO channel_locations (channel_id, type, location_id, country, state_id, city_id, district_id,
                                   can_deliver, can_cod, can_pickup, can_cod_pickup, version, updated_by, updated_at)
    SELECT r.channel_id, r.type, r.location_id, l.country, l.state_id, l.city_id, l.district_id, ${BITS('r.after_flags')},
           coalesce(${tombstoneOf(COLLECTION, KEY('r'))}, 0) + 1, $4, $5
      FROM r JOIN locations l ON l.location_id = r.location_id AND l.country = $6
     WHERE r.before_flags IS NULL AND r.after_flags IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING channel_id, type, location_id, version
  ), renumbered AS (
    UPDATE channel_location_import_rows w SET after_version = ${tombstoneOf(COLLECTION, KEY('w'))} + 1
     WHERE (SELECT bool_or(ins.version <> 1) FROM ins) AND w.import_no = $1 AND w.n >= $2 AND w.n < $3
       AND w.before_flags IS NULL AND ${tombstoneOf(COLLECTION, KEY('w'))} IS NOT NULL
  ), tombstones AS (
    INSERT INTO deleted_versions (collection, key, version)
    SELECT '${COLLECTION}', ${KEY('del')}, del.version FROM del
    ON CONFLICT (collection, key) DO UPDATE SET version = excluded.version
  ), feed AS (
    INSERT INTO changes (entity, collection, key, version, row, at)
    SELECT $6, '${COLLECTION}', ${KEY('upd')}, upd.version, 'true'::jsonb, $5 FROM upd
    UNION ALL SELECT $6, '${COLLECTION}', ${KEY('ins')}, ins.version, 'true'::jsonb, $5 FROM ins
    UNION ALL SELECT $6, '${COLLECTION}', ${KEY('del')}, del.version, NULL, $5 FROM del
  )
  SELECT (SELECT count(*) FROM r) AS wanted,
         (SELECT count(*) FROM upd) + (SELECT count(*) FROM del) + (SELECT count(*) FROM ins) AS done`;

const PAGE = 10_000;
const FLAGS = 'can_deliver::int + can_cod::int * 2 + can_pickup::int * 4 + can_cod_pickup::int * 8';
type ExistingRow = [channel: number, type: number, location: number, flags: number, version: number];

/** Formats numbers as the text of a PostgreSQL array, because the driver would convert each number separately. */
const arrayText = (values: ArrayLike<number>, from = 0, to = values.length, none?: number): string => {
  let text = '';
  for (let at = from; at < to; at++) {
    const value = values[at] as number;
    text += `${at === from ? '' : ','}${value === none ? 'NULL' : value}`;
  }
  return `{${text}}`;
};

/**
 * The current records to which the rows of a checked import may refer. They are read in pages, so that other calls can
 * run in between.
 */
async function readExisting(db: Queryable, entity: Country, { channels: ids, keys }: Asked): Promise<ExistingRows> {
  const channels: number[] = [];
  const types: number[] = [];
  const locations: number[] = [];
  const flags: number[] = [];
  const versions: number[] = [];
  const take = (rows: readonly ExistingRow[]): void => {
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
    const { rows } = await db.query<ExistingRow>({
      text: `SELECT ${columns} FROM channel_locations p
               JOIN unnest($2::int8[], $3::int2[], $4::int8[]) AS k(channel_id, type, location_id)
                 ON k.channel_id = p.channel_id AND k.type = p.type AND k.location_id = p.location_id
              WHERE p.country = $1`,
      // In the order of the declaration's key: channel, location, type.
      values: [entity, ...[0, 2, 1].map(at => arrayText(keys[at] as Float64Array))],
      rowMode: 'array',
    } as never);
    take(rows);
  } else {
    for (const id of ids) {
      for (let after: [number, number] = [-1, 0], round = rounds('Reading stored records'); ; round()) {
        const { rows } = await db.query<ExistingRow>({
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
        await yieldToEventLoop();
      }
    }
  }
  return {
    count: channels.length,
    columns: {
      channelId: Float64Array.from(channels),
      type: Float64Array.from(types),
      locationId: Float64Array.from(locations),
      flags: Uint8Array.from(flags),
    },
    versions: Int32Array.from(versions),
  };
}

/** Converts the result of the reader to a plan. */
const planOf = (plan: LocationPlan): ImportPlan => ({
  count: plan.count,
  counts: plan.counts,
  broken: [],
  key: at =>
    channelLocationKey({
      channelId: plan.channels[at] as number,
      type: plan.types[at] as number,
      locationId: plan.locations[at] as number,
    }),
  change: at => ((plan.before[at] as number) < 0 ? 'added' : (plan.after[at] as number) < 0 ? 'removed' : 'changed'),
  channel: at => plan.channels[at] as number,
  stage: (on, no) => stagePlan(on, no, plan),
});

/** Stages a plan. */
async function stagePlan(db: Queryable, no: number, plan: LocationPlan): Promise<void> {
  await db.query('DELETE FROM channel_location_import_rows WHERE import_no = $1', [no]);
  await stageParts(plan.count, (from, to) =>
    db.query(
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
    ),
  );
}

/** Stages the effect of a bulk change on some records; without flags, the records are deleted. */
async function stageBulk(
  db: Queryable,
  { keys, versions, own }: BulkRows,
  { set }: BulkChange,
  { no, at, entity, email }: StagedAt,
): Promise<number> {
  const sql = bulkSql(channelLocation);
  const none = unpackFlags(0);
  const mask = packFlags({ ...none, ...Object.fromEntries(Object.keys(set ?? {}).map(name => [name, true])) });
  const bits = set && packFlags({ ...none, ...set });
  const staged = await db.query(
    `INSERT INTO channel_location_import_rows (import_no, n, channel_id, type, location_id, before_flags, after_flags,
            before_version, after_version)
     SELECT $6, $7::int4 - 1 + row_number() OVER (ORDER BY k.place), p.channel_id, p.type, p.location_id, f.flags,
            (f.flags & ~$8::int4) | $9::int4, p.version, p.version + 1
       FROM ${sql.keys} JOIN ${sql.join} AND ${sql.asSeen}
      CROSS JOIN LATERAL (SELECT ${FLAGS} AS flags) f
      WHERE (f.flags & ~$8::int4) | $9::int4 IS DISTINCT FROM f.flags`,
    [keys, versions, own, entity, email, no, at, mask, bits],
  );
  return staged.rowCount ?? 0;
}

interface FlagRow {
  channelId: number;
  type: number;
  locationId: number;
  before: number | null;
  after: number | null;
  version: number;
}

async function rowsOf(db: Queryable, no: number, from: number, before: number): Promise<ChangedRow[]> {
  const { rows } = await db.query<FlagRow>(
    `SELECT channel_id AS "channelId", type, location_id AS "locationId", before_flags AS before, after_flags AS after,
            after_version AS version
       FROM channel_location_import_rows
      WHERE import_no = $1 AND n >= $2 AND n < $3 ORDER BY n`,
    [no, from, before],
  );
  return rows.map(({ before: old, after, version, ...key }) => ({
    key: channelLocationKey(key),
    before: old === null ? null : { ...key, ...unpackFlags(old) },
    after: after === null ? null : { ...key, ...unpackFlags(after) },
    version,
  }));
}

/** The parts of a record's key as callers send it; null if no record can have this key. */
function readKey(key: string): { channelId: number; locationId: number; type: number } | null {
  const [channelId = 0, locationId = 0, type = -1, ...more] = key.split('/').map(Number);
  const known = APPLICABLE_TYPES.some(({ value }) => value === type);
  if (more.length > 0 || !known || !Number.isSafeInteger(channelId) || !Number.isSafeInteger(locationId)) return null;
  return { channelId, locationId, type };
}

async function ofRecord(db: Queryable, entity: Country, key: string, most: number): Promise<RecordImport[]> {
  const parts = readKey(key);
  if (!parts) return [];
  const { channelId, locationId, type } = parts;
  const { rows } = await db.query<Omit<RecordImport, 'before' | 'after'> & Pick<FlagRow, 'before' | 'after'>>({
    name: 'location-imports-of-record',
    text: `SELECT r.before_flags AS before, r.after_flags AS after, r.after_version AS version, ${IMPORT_FIELDS}
             FROM channel_location_import_rows r ${appliedImport(channelLocation)}
            WHERE r.location_id = $3 AND r.channel_id = $1 AND r.type = $4
            ORDER BY r.after_version DESC LIMIT $5`,
    values: [channelId, entity, locationId, type, most],
  });
  return rows.map(row => ({
    ...row,
    before: row.before === null ? null : { channelId, type, locationId, ...unpackFlags(row.before) },
    after: row.after === null ? null : { channelId, type, locationId, ...unpackFlags(row.after) },
  }));
}

async function importsOf(db: Queryable, entity: Country, keys: readonly string[], most: number): Promise<string[]> {
  const parts = keys.map(readKey).filter(part => part !== null);
  const { rows } = await db.query<{ id: string }>(
    `SELECT i.id FROM (
       SELECT DISTINCT r.import_no FROM channel_location_import_rows r
         JOIN unnest($1::int8[], $3::int8[], $4::int4[]) AS k(channel_id, location_id, type) ON ${SAME('r', 'k')}) r
       ${appliedImport(channelLocation)} ORDER BY i.no DESC LIMIT $5`,
    [
      parts.map(({ channelId }) => channelId),
      entity,
      parts.map(({ locationId }) => locationId),
      parts.map(({ type }) => type),
      most,
    ],
  );
  return rows.map(({ id }) => id);
}

export const locationStore: ImportStore = {
  resource: channelLocation,
  collection: COLLECTION,
  table: 'channel_location_import_rows',
  scope: 'channel_id',
  before: 'before_flags',
  after: 'after_flags',
  flags: side => `coalesce(${side}, 0)`,
  identity: ['channel_id', 'type', 'location_id'],
  key: KEY,
  joinRecord: `LEFT JOIN channel_locations p ON ${SAME('p', 'r')}`,
  isOfKey: SAME('r', 'k'),
  chunk: APPLY_CHUNK,
  find: recordsByKey(channelLocation),
  readExisting,
  planOf: plan => planOf(plan as LocationPlan),
  stageBulk,
  rows: rowsOf,
  ofRecord,
  importsOf,
};
