import { locationOf } from './channelLocation.ts';
import { postcodeOf } from './channelPostcode.ts';
import { routeOf } from './channelRoute.ts';
import { zoneOf } from './channelZone.ts';

/**
 * The serviceable areas of 3PLs: the channels' declarations with a 3PL in place of the channel, and with separate
 * locations and postcodes for origin and destination (TPL-1 to TPL-8, G84, G85).
 */

export const threePlOriginLocation = locationOf({
  id: 'threePlOriginLocation',
  collection: 'threePlOriginLocations',
  feed: 21,
  label: { one: 'Origin Location', many: '3PL origin locations' },
  page: { path: '/carrier/serviceable3pl/origin-location', title: 'Origin Location' },
  scope: '3pl',
  base: '/threePLLocationService/origin',
});

export const threePlDestinationLocation = locationOf({
  id: 'threePlDestinationLocation',
  collection: 'threePlDestinationLocations',
  feed: 22,
  label: { one: 'Destination Location', many: '3PL destination locations' },
  page: { path: '/carrier/serviceable3pl/destination-location', title: 'Destination Location' },
  scope: '3pl',
  base: '/threePLLocationService/destination',
});

export const threePlOriginPostcode = postcodeOf({
  id: 'threePlOriginPostcode',
  collection: 'threePlOriginPostcodes',
  feed: 23,
  label: { one: 'Origin Postcode', many: '3PL origin postcodes' },
  page: { path: '/carrier/serviceable3pl/origin-postcode', title: 'Origin Postcode' },
  scope: '3pl',
  base: '/threePLPostcodeService/origin',
});

export const threePlDestinationPostcode = postcodeOf({
  id: 'threePlDestinationPostcode',
  collection: 'threePlDestinationPostcodes',
  feed: 24,
  label: { one: 'Destination Postcode', many: '3PL destination postcodes' },
  page: { path: '/carrier/serviceable3pl/destination-postcode', title: 'Destination Postcode' },
  scope: '3pl',
  base: '/threePLPostcodeService/destination',
});

export const threePlRoute = routeOf({
  id: 'threePlRoute',
  collection: 'threePlRoutes',
  feed: 25,
  label: { one: 'Route Limit', many: '3PL route limits' },
  page: { path: '/carrier/serviceable3pl/route-limit', title: 'Route Limit' },
  scope: '3pl',
  base: '/sls/threePLRouteService',
});

export const threePlZone = zoneOf({
  id: 'threePlZone',
  collection: 'threePlZones',
  feed: 26,
  label: { one: 'Zone Limit', many: '3PL zone limits' },
  page: { path: '/carrier/serviceable3pl/zone-limit', title: 'Zone Limit' },
  scope: '3pl',
  base: '/sls/threePLZoneService',
  list: '/sls/threePLZoneService/',
});

/** The resources of 3PLs, in the order of their tabs. */
export const THREE_PL_RESOURCES = [
  threePlOriginLocation,
  threePlDestinationLocation,
  threePlOriginPostcode,
  threePlDestinationPostcode,
  threePlRoute,
  threePlZone,
] as const;
