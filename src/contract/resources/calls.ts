import type { CallDefinition } from '../call.ts';
import * as location from '../channelLocation.ts';
import { routeCalls } from '../channelRoute.ts';
import type { RowOf, Resource } from '../resource.ts';
import { callList, callsOf, type ResourceCalls } from '../resourceCalls.ts';
import { RESOURCES, type ResourceCollection } from './all.ts';

/** Those of resources some of whose calls are written by hand. */
const BY_HAND: Readonly<Record<string, object>> = {
  channelLocations: location.LOCATION_CALLS,
  channelRoutes: routeCalls,
};

/** The calls of every declared resource, by collection. */
export const RESOURCE_CALLS = Object.fromEntries(
  RESOURCES.map(resource => [resource.collection, BY_HAND[resource.collection] ?? callsOf<Resource>(resource)]),
) as unknown as Readonly<Record<ResourceCollection, ResourceCalls<RowOf<Resource>>>>;

/** Their list, in the order of the API's page. */
export const ALL_RESOURCE_CALLS: readonly CallDefinition[] = Object.entries(RESOURCE_CALLS).flatMap(
  ([collection, calls]) => {
    const all = callList(calls as ResourceCalls<never>);
    return collection === 'channelLocations' ? [...all.slice(0, 2), ...location.FURTHER_READS, ...all.slice(2)] : all;
  },
);
