import type { CallDefinition } from '../call.ts';
import * as location from '../channelLocation.ts';
import { routeCalls } from '../channelRoute.ts';
import type { RowOf, Resource } from '../resource.ts';
import { callList, callsOf, type ResourceCalls } from '../resourceCalls.ts';
import type { ResourceCollection } from './all.ts';
import { channelPostcode } from './channelPostcode.ts';
import { channelZone } from './channelZone.ts';
import { serviceCode } from './serviceCode.ts';

/** The calls of every declared resource, by collection. */
export const RESOURCE_CALLS = {
  channelLocations: location.LOCATION_CALLS,
  channelPostcodes: callsOf(channelPostcode),
  channelRoutes: routeCalls,
  channelZones: callsOf(channelZone),
  serviceCodes: callsOf(serviceCode),
} as unknown as Readonly<Record<ResourceCollection, ResourceCalls<RowOf<Resource>>>>;

/** Their list, in the order of the API's page. */
export const ALL_RESOURCE_CALLS: readonly CallDefinition[] = Object.entries(RESOURCE_CALLS).flatMap(
  ([collection, calls]) => {
    const all = callList(calls as ResourceCalls<never>);
    return collection === 'channelLocations' ? [...all.slice(0, 2), ...location.FURTHER_READS, ...all.slice(2)] : all;
  },
);
