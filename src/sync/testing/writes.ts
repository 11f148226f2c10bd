import { channelLocationKey, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import { changedFields } from '../../domain/merge.ts';
import type { SupportFlags } from '../../domain/serviceable.ts';
import { NEVER_STORED } from '../outbox/entry.ts';
import type { NewWrite } from '../types.ts';
import { blank } from './shape.ts';

/** Writes for tests, built as in `sync/actions`. */

export const rowOf = (locationId: number, part: Partial<ChannelLocationRow> = {}): ChannelLocationRow => ({
  ...blank({ channelId: 10021, locationId, type: 0 }),
  ...part,
});

const flags = ({ canDeliver, canCOD, canPickup, canCODPickup }: SupportFlags): SupportFlags => ({
  canDeliver,
  canCOD,
  canPickup,
  canCODPickup,
});

const keys = ({ channelId, type, locationId }: ChannelLocationRow) => ({ channelId, type, locationId });

export function updateOf(row: ChannelLocationRow, change: Partial<SupportFlags>): NewWrite {
  const next = { ...flags(row), ...change };
  const changes = changedFields({ ...row }, next);
  return {
    callId: 'channelLocation.update',
    entity: 'ID',
    collection: 'channelLocations',
    recordKey: channelLocationKey(row),
    effect: 'update',
    input: { ...keys(row), ...next },
    changes,
    base: { ...row },
    baseVersion: row.version,
    optimistic: { ...row, ...changes },
    title: `Edit ${row.locationId}`,
  };
}

export const createOf = (row: ChannelLocationRow): NewWrite => ({
  callId: 'channelLocation.add',
  entity: 'ID',
  collection: 'channelLocations',
  recordKey: channelLocationKey(row),
  effect: 'create',
  input: { ...keys(row), ...flags(row) },
  changes: {},
  base: null,
  baseVersion: null,
  optimistic: { ...row, version: NEVER_STORED },
  title: `Add ${row.locationId}`,
});

export const deleteOf = (row: ChannelLocationRow): NewWrite => ({
  callId: 'channelLocation.delete',
  entity: 'ID',
  collection: 'channelLocations',
  recordKey: channelLocationKey(row),
  effect: 'delete',
  input: { channel_id: row.channelId, location_id: row.locationId, applicable_type: row.type },
  changes: {},
  base: { ...row },
  baseVersion: row.version,
  optimistic: null,
  title: `Delete ${row.locationId}`,
});
