import type { CallDefinition } from '../call.ts';
import * as location from '../channelLocation.ts';
import { routeCalls } from '../channelRoute.ts';
import type { RowOf, Resource } from '../resource.ts';
import { callList, callsOf, type ResourceCalls } from '../resourceCalls.ts';
import type { ResourceCollection } from './all.ts';
import { channelPostcode } from './channelPostcode.ts';
import { channelZone } from './channelZone.ts';

/** The calls of every declared resource, by collection. */
export const RESOURCE_CALLS = {
  channelLocations: location.LOCATION_CALLS,
  channelPostcodes: callsOf(channelPostcode),
  channelRoutes: routeCalls,
  channelZones: callsOf(channelZone),
} as unknown as Readonly<Record<ResourceCollection, ResourceCalls<RowOf<Resource>>>>;

/** Their list, in the order of the API's page. */
export const ALL_RESOURCE_CALLS: readonly CallDefinition[] = Object.entries(RESOURCE_CALLS).flatMap(
  ([collection, calls]) => {
    const [list, choices, ...writes] = callList(calls as ResourceCalls<never>) as [CallDefinition, CallDefinition];
    const reads = collection === 'channelLocations' ? location.FURTHER_READS : [];
    return [list, choices, ...reads, ...writes];
  },
);
