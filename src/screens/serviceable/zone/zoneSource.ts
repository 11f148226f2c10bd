import { listChannelZones, type ChannelZoneFilters, type ChannelZoneRow } from '../../../contract/channelZone.ts';
import { heldSource } from '../heldSource.ts';

/** What the Zone Limit list reads (SAZ-1, SAZ-2). */
export const zoneSource = heldSource<ChannelZoneFilters, ChannelZoneRow>(
  'serviceable.zone-limit',
  'channelZones',
  listChannelZones,
  'applicableType',
);
