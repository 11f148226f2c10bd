import type { ChannelRow } from '../../contract/channels.ts';
import type { Country } from '../../domain/country.ts';
import { toWords } from '../../domain/flags.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * The columns of a channel, in the form that the API returns. Requires channels as `c` and channel_service_confs as
 * `s`.
 */
export const CHANNEL_COLUMNS = `
  c.channel_id, c.name, c.display_name, c.country, c.from_country, c.type, c.flag::text AS flag, c.status, c.priority,
  c.demo, c.version, coalesce(s.is_check_serviceable, 0) = 1 AS is_check, coalesce(s.serviceable_type, 1) AS area_type,
  coalesce(s.extra_limit_type, 0) AS extra_limit_type, coalesce(s.zone_level, 0) AS zone_level`;

export const CHANNEL_TABLES = 'channels c LEFT JOIN channel_service_confs s ON s.channel_id = c.channel_id';

export interface ChannelRecord {
  channel_id: number;
  name: string;
  display_name: string;
  country: Country;
  from_country: Country;
  type: number;
  flag: string;
  status: number;
  priority: number;
  demo: boolean;
  version: number;
  is_check: boolean;
  area_type: number;
  extra_limit_type: number;
  zone_level: number;
}

/** The area type is 0 while the check is turned off (G4). */
const areaType = (record: Pick<ChannelRecord, 'is_check' | 'area_type'>): number =>
  record.is_check ? record.area_type : 0;

export const flagWords = (flag: string): [number, number] => [...toWords(BigInt(flag))];

export const toChannelRow = (record: ChannelRecord): ChannelRow => ({
  channelId: record.channel_id,
  name: record.name,
  display_name: record.display_name,
  country: record.country,
  from_country: record.from_country,
  type: record.type,
  flag: flagWords(record.flag),
  status: record.status,
  priority: record.priority,
  serviceable_area_type: areaType(record),
  extra_limit_type: record.extra_limit_type,
  zone_level: record.zone_level,
  demo: record.demo,
  version: record.version,
});

/** Returns the channels that a serviceable-area screen offers for its entity, with the content of the hint (SAL-11). */
export async function channelChoicesOf(db: Queryable, entity: Country) {
  const { rows } = await db.query<ChannelRecord>(
    `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNEL_TABLES} WHERE c.country = $1 ORDER BY c.channel_id`,
    [entity],
  );
  const list = rows.map(toChannelRow).map(channel => ({
    channelId: channel.channelId,
    name: channel.name,
    serviceable_area_type: channel.serviceable_area_type,
    extra_limit_type: channel.extra_limit_type,
    zone_level: channel.zone_level,
  }));
  return { list };
}
