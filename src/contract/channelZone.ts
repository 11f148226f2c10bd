import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { recordNumber } from '../domain/recordNumber.ts';
import { defineCall } from './call.ts';
import { channelChoices } from './channelChoices.ts';
import { applicableType } from './channelLocation.ts';
import { country, listOf, paging, recordId, sortBy, stamp, version } from './common.ts';
import { CHANNEL_ZONE_SORTS } from './sorts.ts';

/** Zone limits of a channel: the zone that a place lies in (channels spec 2.4, 3, 7.2; SAZ-1 to SAZ-6). */

/** The zone's code. */
export const zone = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

export const channelZoneRow = z.object({
  /** Made from channel, applicable type and location (domain/recordNumber). */
  id: recordId,
  channelId: recordId,
  channelName: z.string(),
  country,
  applicableType,
  /** A state, a city or a district; names below its level are empty. */
  locationId: recordId,
  state: z.string(),
  city: z.string(),
  district: z.string(),
  zone: z.string(),
  ...stamp,
});
export type ChannelZoneRow = z.output<typeof channelZoneRow>;

/** What a zone limit is about; a place has one zone in a channel and applicable type. */
export interface ZonedPlace {
  channelId: number;
  applicableType: number;
  locationId: number;
}

export const channelZoneId = (place: ZonedPlace): number =>
  recordNumber([place.channelId, place.applicableType, place.locationId]);

export const channelZoneKey = (row: { channelId: number; id: number }): string => `${row.channelId}/${row.id}`;

/** The filters of the Zone screen (SAZ-2); small forms as parameter names (G17). */
export const channelZoneFilters = z.object({
  channelId: z.optional(recordId),
  applicableType: z.optional(applicableType),
  state: z.optional(z.string()),
  city: z.optional(z.string()),
  district: z.optional(z.string()),
  locationId: z.optional(recordId),
  /** Part of the zone's code. */
  zone: z.optional(z.string()),
});
export type ChannelZoneFilters = z.input<typeof channelZoneFilters>;

const PATH = '/channelZoneService';

export const listChannelZones = defineCall({
  id: 'channelZone.list',
  method: 'GET',
  path: `${PATH}/`,
  input: z.extend(channelZoneFilters, { ...paging, sort: sortBy(CHANNEL_ZONE_SORTS) }),
  output: listOf(channelZoneRow),
  permission: FEATURE.serviceableArea,
  offline: 'cached',
  paging: 'offset',
  summary: 'Zone limits by filter, a page at a time (SAZ-5)',
});

export const channelZoneChannels = channelChoices('channelZone', 'channelZoneService');

export const addChannelZone = defineCall({
  id: 'channelZone.add',
  method: 'POST',
  path: `${PATH}/add`,
  input: z.object({ channelId: recordId, applicableType, locationId: recordId, zone }),
  output: channelZoneRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: {
    collection: 'channelZones',
    kind: 'create',
    key: input => channelZoneKey({ channelId: input.channelId, id: channelZoneId(input) }),
  },
  summary: 'Adds a zone limit; an existing one is a conflict (SAZ-5)',
});

export const updateChannelZone = defineCall({
  id: 'channelZone.update',
  method: 'POST',
  path: `${PATH}/update`,
  /** `version`: the row's version the edit was made from (OB8). A caller outside the console may leave it out. */
  input: z.object({ id: recordId, channelId: recordId, zone, version: z.optional(version) }),
  output: channelZoneRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelZones', kind: 'update', key: channelZoneKey },
  summary: "Changes a place's zone (SAZ-5)",
});

export const deleteChannelZone = defineCall({
  id: 'channelZone.delete',
  method: 'POST',
  path: `${PATH}/delete`,
  input: z.object({ id: recordId, channelId: recordId, version: z.optional(version) }),
  output: z.null(),
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelZones', kind: 'delete', key: channelZoneKey },
  summary: 'Deletes a zone limit (SAZ-6)',
});
