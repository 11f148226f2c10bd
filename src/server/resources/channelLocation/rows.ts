import { channelLocationKey, type ChannelLocationRow } from '../../../contract/channelLocation.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { LOCATION_LEVEL } from '../../../domain/serviceable.ts';
import { whoDeleted, type Deletion } from '../../db/deletions.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Place } from './placeNames.ts';

/** A record with its names, as the database answers it. */
export interface ChannelLocationRecord {
  channel_id: number;
  channel_name: string;
  country: Country;
  type: 0 | 1;
  location_id: number;
  state: string | null;
  city: string | null;
  district: string | null;
  street: string | null;
  can_deliver: boolean;
  can_cod: boolean;
  can_pickup: boolean;
  can_cod_pickup: boolean;
  version: number;
  updated_by: string;
  updated_at: number;
}

/** Columns of a record; `p` is the page of channel_locations, the names come by NAME_JOINS. */
export const RECORD_COLUMNS = `
  p.channel_id, c.name AS channel_name, p.country, p.type, p.location_id, s.name AS state, ci.name AS city,
  d.name AS district, CASE WHEN l.level = 3 THEN l.name END AS street, p.can_deliver, p.can_cod, p.can_pickup,
  p.can_cod_pickup, p.version, p.updated_by, p.updated_at`;

export const NAME_JOINS = `
  LEFT JOIN channels c ON c.channel_id = p.channel_id
  LEFT JOIN locations l ON l.location_id = p.location_id
  LEFT JOIN locations s ON s.location_id = p.state_id
  LEFT JOIN locations ci ON ci.location_id = p.city_id
  LEFT JOIN locations d ON d.location_id = p.district_id`;

export const toChannelLocationRow = (record: ChannelLocationRecord): ChannelLocationRow => ({
  channelId: record.channel_id,
  channelName: record.channel_name,
  country: record.country,
  type: record.type,
  locationId: record.location_id,
  state: record.state ?? '',
  city: record.city ?? '',
  district: record.district ?? '',
  street: record.street ?? '',
  canDeliver: record.can_deliver,
  canCOD: record.can_cod,
  canPickup: record.can_pickup,
  canCODPickup: record.can_cod_pickup,
  version: record.version,
  updatedBy: record.updated_by,
  updatedAt: record.updated_at,
});

/** A record as its table holds it, without names. */
export interface StoredRecord {
  channel_id: number;
  country: Country;
  type: 0 | 1;
  location_id: number;
  state_id: number | null;
  city_id: number | null;
  district_id: number | null;
  can_deliver: boolean;
  can_cod: boolean;
  can_pickup: boolean;
  can_cod_pickup: boolean;
  version: number;
  updated_by: string;
  updated_at: number;
}

/** Every place that a record names. */
export const placesOf = (record: StoredRecord): number[] =>
  [record.state_id, record.city_id, record.district_id, record.location_id].filter(id => id !== null);

/** Puts the names to a stored record. */
export function withNames(
  record: StoredRecord,
  channelName: string,
  places: ReadonlyMap<number, Place>,
): ChannelLocationRow {
  const nameOf = (id: number | null): string => (id === null ? '' : (places.get(id)?.name ?? ''));
  const own = places.get(record.location_id);
  return {
    channelId: record.channel_id,
    channelName,
    country: record.country,
    type: record.type,
    locationId: record.location_id,
    state: nameOf(record.state_id),
    city: nameOf(record.city_id),
    district: nameOf(record.district_id),
    street: own?.level === LOCATION_LEVEL.street ? own.name : '',
    canDeliver: record.can_deliver,
    canCOD: record.can_cod,
    canPickup: record.can_pickup,
    canCODPickup: record.can_cod_pickup,
    version: record.version,
    updatedBy: record.updated_by,
    updatedAt: record.updated_at,
  };
}

export interface RecordKey {
  channelId: number;
  type: number;
  locationId: number;
}

/**
 * One record by its key, or null.
 *
 * @param lock keeps it from every other writer until the transaction ends
 */
export async function findRecord(db: Queryable, key: RecordKey, lock = false): Promise<ChannelLocationRow | null> {
  const { rows } = await db.query<ChannelLocationRecord>({
    name: lock ? 'channel-location-lock' : 'channel-location-one',
    text: `SELECT ${RECORD_COLUMNS} FROM channel_locations p ${NAME_JOINS}
            WHERE p.channel_id = $1 AND p.type = $2 AND p.location_id = $3 ${lock ? 'FOR UPDATE OF p' : ''}`,
    values: [key.channelId, key.type, key.locationId],
  });
  return rows[0] ? toChannelLocationRow(rows[0]) : null;
}

/** A record's key as the change feed writes it. */
const KEY = /^\d{1,15}\/\d{1,15}\/[01]$/;

/** Records of an entity by the keys of the change feed; keys that name none are left out. */
export async function channelLocationsByKey(
  db: Queryable,
  entity: Country,
  keys: readonly string[],
): Promise<Map<string, ChannelLocationRow>> {
  const parts = keys.filter(key => KEY.test(key)).map(key => key.split('/').map(Number));
  const { rows } = await db.query<ChannelLocationRecord>({
    name: 'channel-locations-by-key',
    text: `SELECT ${RECORD_COLUMNS} FROM channel_locations p ${NAME_JOINS}
             JOIN unnest($2::int8[], $3::int8[], $4::int4[]) AS k(channel_id, location_id, type)
               ON k.channel_id = p.channel_id AND k.location_id = p.location_id AND k.type = p.type
            WHERE p.country = $1`,
    values: [entity, ...[0, 1, 2].map(at => parts.map(part => part[at] ?? 0))],
  });
  return new Map(rows.map(record => [keyOf(record), toChannelLocationRow(record)]));
}

const keyOf = (record: ChannelLocationRecord): string =>
  channelLocationKey({ channelId: record.channel_id, locationId: record.location_id, type: record.type });

/** Who deleted a record, by itself or by an import; null where neither log says. */
export async function whoDeletedRecord(db: Queryable, entity: Country, key: RecordKey): Promise<Deletion | null> {
  const { channelId, locationId, type } = key;
  const alone = await whoDeleted(
    db,
    FEATURE.serviceableArea,
    entity,
    { scope: 'channel', id: channelId },
    { locationId, type },
  );
  const { rows } = await db.query<Deletion>({
    name: 'who-deleted-by-import',
    text: `SELECT i.email AS by, i.finished_at AS at
             FROM channel_location_import_rows r
             JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND i.entity = $4
            WHERE r.after_flags IS NULL AND r.channel_id = $1 AND r.location_id = $2 AND r.type = $3
            ORDER BY i.no DESC LIMIT 1`,
    values: [channelId, locationId, type, entity],
  });
  const imported = rows[0] ?? null;
  return alone && imported ? (alone.at >= imported.at ? alone : imported) : (alone ?? imported);
}

/** The same for some keys of the change feed. */
export async function whoDeletedByKey(
  db: Queryable,
  entity: Country,
  keys: readonly string[],
): Promise<Map<string, Deletion>> {
  const found = new Map<string, Deletion>();
  for (const key of keys.filter(text => KEY.test(text))) {
    const [channelId = 0, locationId = 0, type = 0] = key.split('/').map(Number);
    const deletion = await whoDeletedRecord(db, entity, { channelId, locationId, type });
    if (deletion) found.set(key, deletion);
  }
  return found;
}
