import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall } from './call.ts';
import { channelChoices } from './channelChoices.ts';
import { country, listOf, paging, recordId, sortBy, stamp, version } from './common.ts';
import { CHANNEL_LOCATION_SORTS } from './sorts.ts';

/** Serviceable location records of a channel (channels spec 2.4, 3, 7.2; SAL-14 to SAL-26). */

export const applicableType = z.union([z.literal(0), z.literal(1)]);

export const supportFlags = z.object({
  canDeliver: z.boolean(),
  canCOD: z.boolean(),
  canPickup: z.boolean(),
  canCODPickup: z.boolean(),
});

export const channelLocationRow = z.extend(supportFlags, {
  channelId: recordId,
  channelName: z.string(),
  country,
  type: applicableType,
  locationId: recordId,
  state: z.string(),
  city: z.string(),
  district: z.string(),
  street: z.string(),
  ...stamp,
});
export type ChannelLocationRow = z.output<typeof channelLocationRow>;

/** Key of a record: channel, location, applicable type. */
export const channelLocationKey = (row: { channelId: number; locationId: number; type: number }): string =>
  `${row.channelId}/${row.locationId}/${row.type}`;

/** The filters of the Location screen (SAL-15, SAL-16); names as on the record (G17). */
export const channelLocationFilters = z.object({
  channelId: z.optional(recordId),
  type: z.optional(applicableType),
  locationId: z.optional(recordId),
  state: z.optional(z.string()),
  city: z.optional(z.string()),
  district: z.optional(z.string()),
  street: z.optional(z.string()),
  /** false hides records whose four flags are all No (G59). */
  displayUnsupported: z._default(z.boolean(), true),
});
export type ChannelLocationFilters = z.input<typeof channelLocationFilters>;

export type ChannelLocationSort = (typeof CHANNEL_LOCATION_SORTS)[number];

const FORWARD = '/v2/sls/forward/sls-ops/serviceable_area/channelLocationService';

export const listChannelLocations = defineCall({
  id: 'channelLocation.list',
  method: 'GET',
  path: '/channelLocationService',
  input: z.extend(channelLocationFilters, { ...paging, sort: sortBy(CHANNEL_LOCATION_SORTS) }),
  output: listOf(channelLocationRow),
  permission: FEATURE.serviceableArea,
  offline: 'cached',
  paging: 'offset',
  summary: 'Serviceable locations by filter, a page at a time (channels spec 7.2)',
});

export const channelLocationChannels = channelChoices('channelLocation', 'channelLocationService');

export const channelLocationAddresses = defineCall({
  id: 'channelLocation.getListByAddressType',
  method: 'GET',
  path: '/channelLocationService/getListByAddressType',
  input: z.object({ type: z.int().check(z.minimum(0), z.maximum(3)), str: z._default(z.string(), '') }),
  output: z.object({ list: z.array(z.string()) }),
  permission: FEATURE.serviceableArea,
  offline: 'mirror',
  summary: 'Names of one level that contain a text: 0 state, 1 city, 2 district (G60)',
});

export const channelLocationById = defineCall({
  id: 'channelLocation.getListByLocationID',
  method: 'GET',
  path: '/channelLocationService/getListByLocationID',
  input: z.object({ location_id: recordId }),
  output: z.object({ list: z.array(channelLocationRow) }),
  permission: FEATURE.serviceableArea,
  offline: 'network',
  summary: "A location's records in the entity's channels (channels spec 7.2)",
});

const writeInput = z.extend(supportFlags, {
  channelId: recordId,
  type: applicableType,
  locationId: recordId,
});

export const addChannelLocation = defineCall({
  id: 'channelLocation.add',
  method: 'POST',
  path: '/channelLocationService/add',
  input: writeInput,
  output: channelLocationRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelLocations', kind: 'create', key: channelLocationKey },
  summary: 'Adds a serviceable location; an existing one is a conflict (channels spec 7.2)',
});

export const updateChannelLocation = defineCall({
  id: 'channelLocation.update',
  method: 'POST',
  path: '/channelLocationService/update',
  /** `version`: the row's version the edit was made from (OB8). A caller outside the console may leave it out. */
  input: z.extend(writeInput, { version: z.optional(version) }),
  output: channelLocationRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelLocations', kind: 'update', key: channelLocationKey },
  summary: 'Changes the four support flags (channels spec 7.2)',
});

export const deleteChannelLocation = defineCall({
  id: 'channelLocation.delete',
  method: 'POST',
  path: '/channelLocationService/delete/',
  input: z.object({
    channel_id: recordId,
    location_id: recordId,
    applicable_type: applicableType,
    version: z.optional(version),
  }),
  output: z.null(),
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: {
    collection: 'channelLocations',
    kind: 'delete',
    key: input =>
      channelLocationKey({ channelId: input.channel_id, locationId: input.location_id, type: input.applicable_type }),
  },
  summary: 'Deletes a serviceable location (SAL-24)',
});

/** Answers a spreadsheet, not an envelope (G63). */
export const exportChannelLocations = defineCall({
  id: 'channelLocation.export',
  method: 'GET',
  path: FORWARD,
  aliases: [FORWARD.replace('/v2', '')],
  input: channelLocationFilters,
  output: z.never(),
  permission: `${FEATURE.serviceableArea}.read`,
  offline: 'network',
  summary: 'The filtered records as .xlsx, streamed (SAL-25, G21, G63)',
});
