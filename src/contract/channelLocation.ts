import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import type { ApplicableType, SupportFlags } from '../domain/serviceable.ts';
import { defineCall } from './call.ts';
import { filterText, listOf, recordId } from './common.ts';
import { OWNERS } from './owner.ts';
import type { Resource } from './resource.ts';
import { channelLocation, type ChannelLocationRow } from './resources/channelLocation.ts';
import { threePlDestinationLocation, threePlOriginLocation } from './resources/threePl.ts';
import { callsOf, rowShape, type ResourceCalls } from './resourceCalls.ts';

/**
 * Calls for serviceable locations, with their types: those derived from the declaration, and two reads that the
 * specification adds (channels spec 7.2; SAL-14 to SAL-26).
 */

export type { ChannelLocationRow };

/** A record's key: channel, location, applicable type. */
export const channelLocationKey = (row: { channelId: number; locationId: number; type: number }): string =>
  `${row.channelId}/${row.locationId}/${row.type}`;

/** The filters of the Location screen (SAL-15, SAL-16), named after the record's fields (G17). */
export type ChannelLocationFilters = {
  channelId?: number | undefined;
  type?: ApplicableType | undefined;
  locationId?: number | readonly number[] | undefined;
  /** Words to look up in ids and names. */
  quick?: string | undefined;
  state?: string | undefined;
  city?: string | undefined;
  district?: string | undefined;
  street?: string | undefined;
  /** false excludes records whose four flags are all No (G59). */
  displayUnsupported?: boolean | undefined;
};

type LocationWrite = SupportFlags & { channelId: number; type: ApplicableType; locationId: number };

type LocationDeletion = { channel_id: number; location_id: number; applicable_type: ApplicableType };

export const LOCATION_CALLS = callsOf(channelLocation) as unknown as ResourceCalls<
  ChannelLocationRow,
  ChannelLocationFilters,
  LocationWrite,
  LocationDeletion
>;

export const listChannelLocations = LOCATION_CALLS.list;
export const channelLocationChannels = LOCATION_CALLS.choices as NonNullable<typeof LOCATION_CALLS.choices>;
export const addChannelLocation = LOCATION_CALLS.add;
export const updateChannelLocation = LOCATION_CALLS.update as NonNullable<typeof LOCATION_CALLS.update>;
export const deleteChannelLocation = LOCATION_CALLS.remove as NonNullable<typeof LOCATION_CALLS.remove>;
/** Returns a spreadsheet instead of an envelope (G63). */
export const exportChannelLocations = LOCATION_CALLS.export;

const furtherReadsOf = (resource: Resource) => ({
  addresses: defineCall({
    id: `${resource.id}.getListByAddressType`,
    method: 'GET',
    path: `${resource.calls.base}/getListByAddressType`,
    input: z.object({ type: z.int().check(z.minimum(0), z.maximum(3)), str: z._default(filterText, '') }),
    output: z.object({ list: z.array(z.string()) }),
    permission: FEATURE.serviceableArea,
    offline: 'mirror',
    costly: 'search',
    summary: 'Lists names of one level that contain a string: 0 state, 1 city, 2 district (G60)',
  }),
  byId: defineCall({
    id: `${resource.id}.getListByLocationID`,
    method: 'GET',
    path: `${resource.calls.base}/getListByLocationID`,
    input: z.object({ location_id: recordId }),
    output: z.pick(listOf(rowShape(resource) as z.ZodMiniType<ChannelLocationRow>), { list: true }),
    permission: FEATURE.serviceableArea,
    offline: 'network',
    costly: 'search',
    summary: `Returns a location's records in the entity's ${OWNERS[resource.scope].word}s (channels spec 7.2)`,
  }),
});

/** The reads of each serviceable-location collection that are not derived from its declaration (SAL-21, TPL-3). */
export const FURTHER_READS: Readonly<Record<string, ReturnType<typeof furtherReadsOf>>> = Object.fromEntries(
  [channelLocation, threePlOriginLocation, threePlDestinationLocation].map(resource => [
    resource.collection,
    furtherReadsOf(resource),
  ]),
);

export const { addresses: channelLocationAddresses, byId: channelLocationById } = furtherReadsOf(channelLocation);
