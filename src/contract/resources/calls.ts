import { oncePer } from '../../domain/oncePer.ts';
import type { CallDefinition } from '../call.ts';
import * as location from '../channelLocation.ts';
import { CHANNEL_CONFIG_CALLS } from '../channelConfig.ts';
import { routeCallsOf } from '../channelRoute.ts';
import type { RowOf, Resource } from '../resource.ts';
import { callList, callsOf, type ResourceCalls } from '../resourceCalls.ts';
import { RESOURCES, type ResourceCollection } from './all.ts';
import { channelRoute } from './channelRoute.ts';
import { threePlRoute } from './threePl.ts';

/** Calls of the resources that have some handwritten calls. */
const BY_HAND: Readonly<Record<string, object>> = {
  channelLocations: location.LOCATION_CALLS,
  channelRoutes: routeCallsOf(channelRoute),
  threePlRoutes: routeCallsOf(threePlRoute),
  channelConfigs: CHANNEL_CONFIG_CALLS,
};

/** The calls of a resource. */
export const resourceCallsOf = oncePer(
  (resource: Resource): ResourceCalls<RowOf<Resource>> =>
    (BY_HAND[resource.collection] ?? callsOf<Resource>(resource)) as never,
);

/** The calls of every declared resource, by collection. */
export const RESOURCE_CALLS = Object.fromEntries(
  RESOURCES.map(resource => [resource.collection, resourceCallsOf(resource)]),
) as unknown as Readonly<Record<ResourceCollection, ResourceCalls<RowOf<Resource>>>>;

/** The calls of the given resources as a list, in the order of the API page. */
export const resourceCallList = (resources: readonly Resource[]): readonly CallDefinition[] =>
  resources.flatMap(resource => {
    const all = callList(resourceCallsOf(resource) as never);
    const further = location.FURTHER_READS[resource.collection];
    return further ? [...all.slice(0, 2), ...Object.values(further), ...all.slice(2)] : all;
  });
