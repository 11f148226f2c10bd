import type { Resource } from '../../contract/resource.ts';
import { resourceCallsOf } from '../../contract/resources/calls.ts';
import { sheetOf } from '../../contract/resources/sheets.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { threePlRoute } from '../../contract/resources/threePl.ts';
import { channelConfigExtras } from './channelConfig.ts';
import { channelLocationExtras } from './channelLocation.ts';
import { routeExtras } from './channelRoute.ts';
import type { Extras, Served } from './extras.ts';
import { locationCdtExtras } from './locationCdt.ts';
import { nonWorkingDaysExtras } from './nonWorkingDays.ts';

const pair = <R extends Resource>(resource: R, extras: Extras<R>): [Resource, Extras] => [resource, extras as Extras];

/** The resources that need server code beyond their declaration, each with that code. */
const EXTRAS: ReadonlyMap<Resource, Extras> = new Map([
  pair(channelLocation, channelLocationExtras),
  pair(channelRoute, routeExtras),
  pair(threePlRoute, routeExtras as Extras),
  pair(channelConfig, channelConfigExtras),
  pair(nonWorkingDays, nonWorkingDaysExtras),
  pair(locationCdt, locationCdtExtras),
]);

const NONE: Extras = {};

/** The server code of a resource beyond its declaration. */
export const extrasOf = (resource: Resource): Extras => EXTRAS.get(resource) ?? NONE;

/** A resource, with everything that the server needs to serve it. */
export const servedOf = (resource: Resource): Served => ({
  resource,
  extras: extrasOf(resource),
  calls: resourceCallsOf(resource),
  sheet: sheetOf(resource),
});
