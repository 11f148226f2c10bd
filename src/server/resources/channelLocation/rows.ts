import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import type { Country } from '../../../domain/country.ts';
import { LOCATION_LEVEL } from '../../../domain/serviceable.ts';
import type { Place } from './placeNames.ts';

/** A record as stored in its table, without the names of places and channels. */
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

/** Ids of all places to which a record refers. */
export const placesOf = (record: StoredRecord): number[] =>
  [record.state_id, record.city_id, record.district_id, record.location_id].filter(id => id !== null);

/** Adds the names of the channel and the places to a stored record. */
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
