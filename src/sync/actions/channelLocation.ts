import {
  addChannelLocation as addCall,
  channelLocationKey,
  deleteChannelLocation as deleteCall,
  updateChannelLocation as updateCall,
  type ChannelLocationRow,
} from '../../contract/channelLocation.ts';
import type { Country } from '../../domain/country.ts';
import { changedFields } from '../../domain/merge.ts';
import type { ApplicableType, SupportFlags } from '../../domain/serviceable.ts';
import type { SyncClient } from '../client.ts';
import type { NewWrite, OutboxEntry, Row } from '../types.ts';

/** Writes of serviceable locations (SAL-21 to SAL-24). Each resolves when it is durable (OB1), long before it is sent. */

export type NewChannelLocation = SupportFlags & { channelId: number; type: ApplicableType; locationId: number };

const placeName = (row: ChannelLocationRow): string => row.street || row.district || row.city || row.state;

const named = (row: ChannelLocationRow): string => {
  const place = placeName(row);
  return place ? `location ${row.locationId} (${place})` : `location ${row.locationId}`;
};

const flagsOf = ({ canDeliver, canCOD, canPickup, canCODPickup }: SupportFlags): SupportFlags => ({
  canDeliver,
  canCOD,
  canPickup,
  canCODPickup,
});

/** A new location, as it is queued. `shown`: the row as lists show it until the server's own comes. */
export function creationOf(entity: Country, input: NewChannelLocation, shown: ChannelLocationRow): NewWrite {
  const { channelId, type, locationId } = input;
  return {
    callId: addCall.id,
    entity,
    collection: 'channelLocations',
    recordKey: channelLocationKey(input),
    effect: 'create',
    input: { channelId, type, locationId, ...flagsOf(input) },
    changes: {},
    base: null,
    baseVersion: null,
    optimistic: { ...shown, ...input } as Row,
    title: `Add ${named(shown)} to channel ${channelId}`,
  };
}

/** Other support flags of a row, as they are queued. */
export function editOf(entity: Country, row: ChannelLocationRow, flags: SupportFlags): NewWrite {
  const { channelId, type, locationId } = row;
  const changes = changedFields({ ...row }, { ...flagsOf(flags) });
  return {
    callId: updateCall.id,
    entity,
    collection: 'channelLocations',
    recordKey: channelLocationKey(row),
    effect: 'update',
    input: { channelId, type, locationId, ...flagsOf(flags) },
    changes,
    base: { ...row },
    baseVersion: row.version,
    optimistic: { ...row, ...changes },
    title: `Edit ${named(row)} in channel ${channelId}`,
  };
}

/** The deletion of a row, as it is queued. */
export function deletionOf(entity: Country, row: ChannelLocationRow): NewWrite {
  return {
    callId: deleteCall.id,
    entity,
    collection: 'channelLocations',
    recordKey: channelLocationKey(row),
    effect: 'delete',
    input: { channel_id: row.channelId, location_id: row.locationId, applicable_type: row.type },
    changes: {},
    base: { ...row },
    baseVersion: row.version,
    optimistic: null,
    title: `Delete ${named(row)} from channel ${row.channelId}`,
  };
}

/**
 * Adds a serviceable location.
 *
 * @param shown the row as lists show it until the server's own comes
 * @throws OutboxUnavailable
 */
export const addChannelLocation = (
  client: SyncClient,
  entity: Country,
  input: NewChannelLocation,
  shown: ChannelLocationRow,
): Promise<OutboxEntry> => client.enqueue(creationOf(entity, input, shown));

/** Changes the four support flags of a row as the screen shows it. @throws OutboxUnavailable */
export const updateChannelLocation = (
  client: SyncClient,
  entity: Country,
  row: ChannelLocationRow,
  flags: SupportFlags,
): Promise<OutboxEntry> => client.enqueue(editOf(entity, row, flags));

/** Deletes a row. @throws OutboxUnavailable */
export const deleteChannelLocation = (
  client: SyncClient,
  entity: Country,
  row: ChannelLocationRow,
): Promise<OutboxEntry> => client.enqueue(deletionOf(entity, row));
