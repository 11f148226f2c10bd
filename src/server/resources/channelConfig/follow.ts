import type { Change } from '../../../contract/feed.ts';
import { keyOf, type Resource } from '../../../contract/resource.ts';
import { collectionOf } from '../../../contract/resources/all.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { channelServiceConf } from '../../../contract/resources/channelServiceConf.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { NO_OWNER } from '../../../contract/owner.ts';
import type { ExtraData } from '../../../domain/channelConfig/extraData.ts';
import { withSettings } from '../../../domain/channelConfig/flagSettings.ts';
import { withExtraSettings } from '../../../domain/channelConfig/settings.ts';
import type { Country } from '../../../domain/country.ts';
import { fold } from '../../../domain/fold.ts';
import { ID_MOST } from '../../../domain/recordId.ts';
import { bumpRevision } from '../../db/revisions.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Effect, Row } from '../../writes/write.ts';
import { appendChanges } from '../../db/appendChanges.ts';
import { badRequest, conflict } from '../../base/envelope.ts';
import type { ChangedRow } from '../extras.ts';
import { findRecord, readKey, type StoredRow } from '../records.ts';
import { CHANNEL_COLUMNS, CHANNEL_TABLES, toChannelRow, type ChannelRecord } from '../channelRows.ts';

/**
 * Keeps the channel record, which all other lists refer to, in sync with its configuration: names, countries, type,
 * flag, status, priority, maintenance and extra data. Both are written in one transaction. Flag bits and extra data of
 * the channel that have no name here are left unchanged (G49).
 */

interface Stored {
  flag: string;
  extra_data: ExtraData;
  name: string;
  country: Country;
}

async function lockChannel(db: Queryable, channelId: number): Promise<Stored | null> {
  const { rows } = await db.query<Stored>({
    name: 'channel-config-lock',
    text: 'SELECT flag::text AS flag, extra_data, name, country FROM channels WHERE channel_id = $1 FOR UPDATE',
    values: [channelId],
  });
  return rows[0] ?? null;
}

/** Identifies the lock under which channels are created one at a time, so that no two of them get the same id. */
const NUMBER_LOCK = 7_140_001;

/** The id of the first channel, if there are none yet. */
const FIRST_NUMBER = 10_001;

/**
 * Locks the creation of channels in all countries until the transaction ends, so that channels are created one at a
 * time.
 */
export const lockNumbers = (db: Queryable): Promise<unknown> =>
  db.query('SELECT pg_advisory_xact_lock($1)', [NUMBER_LOCK]);

/**
 * Returns the first id from `start` on that no channel in any country has, or null if none is free up to the highest
 * id.
 */
async function firstFree(db: Queryable, start: number): Promise<number | null> {
  const { rows } = await db.query<{ next: number | null }>({
    name: 'channel-config-free',
    text: `SELECT min(free) AS next
             FROM (SELECT $1::int8 AS free
                   UNION ALL SELECT channel_id + 1 FROM channels WHERE channel_id >= $1::int8) AS candidates
            WHERE free <= $2::int8 AND NOT EXISTS (SELECT 1 FROM channels WHERE channel_id = free)`,
    values: [start, ID_MOST],
  });
  const next = rows[0]?.next ?? null;
  return next === null ? null : Number(next);
}

/**
 * Returns the next free id for a channel of an entity: the first one above its highest id that no country uses, or else
 * the lowest free one. The caller must hold the lock of `lockNumbers`.
 * @throws ApiError 400 if all ids are taken
 */
export async function nextChannelId(db: Queryable, entity: Country): Promise<number> {
  const { rows } = await db.query<{ highest: number | null }>(
    `SELECT coalesce(max(channel_id) FILTER (WHERE country = $1), max(channel_id)) AS highest FROM channels`,
    [entity],
  );
  const start = Number(rows[0]?.highest ?? FIRST_NUMBER - 1) + 1;
  const next = (await firstFree(db, start)) ?? (await firstFree(db, FIRST_NUMBER));
  if (next === null) throw badRequest('channelId: every number is taken; free one first');
  return next;
}

/**
 * Makes sure that the channel of a new configuration exists.
 * @throws ApiError 409 with the existing configuration, 400 if the channel belongs to another country
 */
export async function ensureChannel(db: Queryable, entity: Country, values: Row, demo = false): Promise<void> {
  const channelId = Number(values['channelId']);
  const known = await lockChannel(db, channelId);
  if (known === null) {
    await db.query({
      name: 'channel-config-channel',
      text: `INSERT INTO channels (channel_id, name, display_name, country, from_country, demo, version)
             VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING`,
      values: [channelId, values['channelName'], values['display_name'], entity, values['from_country'], demo],
    });
    return;
  }
  if (known.country !== entity)
    throw badRequest(`channelId: the number ${channelId} is taken; choose another one, or leave it empty`);
  const row = await findRecord(db, channelConfig, { country: entity, channelId });
  if (row) throw conflict(`The channel ${channelId} already exists.`, row);
}

const changeOf = (resource: Resource, row: StoredRow): Change => ({
  collection: collectionOf(resource),
  key: keyOf(resource, row),
  version: row.version,
  row,
});

/**
 * Renames the channel in its non-working day schedules, which contain its name. There is one schedule for each service
 * type.
 */
async function renameSchedules(db: Queryable, entity: Country, channelId: number, name: string, by: Row) {
  const { rows } = await db.query<{ serviceType: string }>({
    name: 'channel-config-rename-schedules',
    text: `UPDATE non_working_days SET channel_name = $2, channel_name_folded = $3, version = version + 1, updated_by = $4,
                  updated_at = $5
            WHERE channel_id = $1 AND channel_name <> $2 RETURNING service_type AS "serviceType"`,
    values: [channelId, name, fold(name), by['updatedBy'], by['updatedAt']],
  });
  if (rows.length === 0) return [];
  await bumpRevision(db, entity, { collection: nonWorkingDays.collection, scope: NO_OWNER });
  const changes: Change[] = [];
  for (const { serviceType } of rows) {
    const row = await findRecord(db, nonWorkingDays, { country: entity, channelId, serviceType });
    if (!row) continue;
    changes.push(changeOf(nonWorkingDays, row));
  }
  return changes;
}

/** Renames the channel in its serviceable-area configuration, which contains its name, too. */
async function renameConfiguration(db: Queryable, entity: Country, channelId: number, name: string, by: Row) {
  const { rowCount } = await db.query({
    name: 'channel-config-rename',
    text: `UPDATE channel_service_confs SET name = $2, name_folded = $3, version = version + 1, updated_by = $4, updated_at = $5
            WHERE channel_id = $1 AND name <> $2`,
    values: [channelId, name, fold(name), by['updatedBy'], by['updatedAt']],
  });
  if (rowCount === 0) return [];
  await bumpRevision(db, entity, { collection: channelServiceConf.collection, scope: NO_OWNER });
  const row = await findRecord(db, channelServiceConf, { country: entity, channelId });
  if (!row) return [];
  return [changeOf(channelServiceConf, row)];
}

/**
 * Updates the channel, and the records that contain its name, after its configuration has been written.
 * @returns the effect, including these changes
 */
export async function withChannel(db: Queryable, effect: Effect, entity: Country): Promise<Effect> {
  const after = effect.after as Row;
  const channelId = Number(after['channelId']);
  const stored = await lockChannel(db, channelId);
  if (!stored) return effect;
  const { flag } = withSettings({ flag: BigInt(stored.flag), delivery: 0, permission: 0n }, after as never);
  const extra = withExtraSettings(stored.extra_data, effect.before ?? {}, after);
  await db.query({
    name: 'channel-config-follow',
    text: `UPDATE channels SET name = $2, display_name = $3, from_country = $4, type = $5, flag = $6::int8, status = $7,
                  priority = $8, maintenance = $9, extra_data = $10::jsonb, version = version + 1, updated_by = $11,
                  updated_at = $12
            WHERE channel_id = $1`,
    values: [
      channelId,
      after['channelName'],
      after['display_name'],
      after['from_country'],
      after['channel_type'],
      String(flag),
      after['status'],
      after['priority'],
      after['maintenance'],
      JSON.stringify(extra),
      after['updatedBy'],
      after['updatedAt'],
    ],
  });
  const { rows } = await db.query<ChannelRecord>({
    name: 'channel-config-channel-row',
    text: `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNEL_TABLES} WHERE c.channel_id = $1`,
    values: [channelId],
  });
  const row = toChannelRow(rows[0] as ChannelRecord);
  await bumpRevision(db, entity, { collection: 'channels', scope: NO_OWNER });
  const channel: Change = { collection: 'channels', key: String(channelId), version: row.version, row };
  const renamed =
    stored.name === after['channelName']
      ? []
      : [
          ...(await renameConfiguration(db, entity, channelId, String(after['channelName']), after)),
          ...(await renameSchedules(db, entity, channelId, String(after['channelName']), after)),
        ];
  return { ...effect, follows: [channel, ...renamed] };
}

/** Updates the channels whose configurations were changed in bulk, and appends the changes to the feed. */
export async function followRows(
  db: Queryable,
  entity: Country,
  rows: readonly ChangedRow[],
  at: number,
): Promise<void> {
  for (const { key, before } of rows) {
    const own = readKey(channelConfig, key);
    const after = own && (await findRecord(db, channelConfig, own));
    if (!after) continue;
    const { follows = [] } = await withChannel(db, { before, after } as unknown as Effect, entity);
    await appendChanges(db, entity, follows, at);
  }
}
