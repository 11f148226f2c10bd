import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, recordId, version } from './common.ts';

/** Node of a country's location tree. Level 0 state, 1 city, 2 district, 3 street (G60, G65). */
export const locationRow = z.object({
  locationId: recordId,
  name: z.string(),
  /** 0 for a root. */
  parentId: z.int().check(z.minimum(0)),
  country,
  level: z.int().check(z.minimum(0), z.maximum(3)),
  /** Empty where the country has none or several for the place. */
  postcode: z.string(),
  version,
});
export type LocationRow = z.output<typeof locationRow>;

export const locationKey = (locationId: number): string => String(locationId);

const childRow = z.pick(locationRow, { locationId: true, name: true, parentId: true, country: true, level: true });
const children = z.object({ list: z.array(childRow) });

export const locationChildren = defineCall({
  id: 'locations.children',
  method: 'GET',
  path: '/locations/children',
  input: z.object({ parentId: z.int().check(z.minimum(0)) }),
  output: children,
  permission: 'signedIn',
  offline: 'mirror',
  summary: 'Children of a location in the current entity; parentId 0 gives the roots (channels spec 7.2)',
});

export const locationCountryChildren = defineCall({
  id: 'locations.countryChildren',
  method: 'GET',
  path: '/locations/country/children',
  input: z.object({ parentId: z.int().check(z.minimum(0)), country }),
  output: children,
  permission: 'signedIn',
  offline: 'network',
  summary: 'Children of a location in a named country (shell spec 7)',
});

export const locationSingle = defineCall({
  id: 'locations.single',
  method: 'GET',
  path: '/locations/single',
  input: z.object({ locationId: recordId }),
  output: locationRow,
  permission: 'signedIn',
  offline: 'network',
  summary: 'One location (shell spec 7)',
});

export const locationSubtree = defineCall({
  id: 'locations.subtree',
  method: 'GET',
  path: '/locations/subtree',
  input: z.object({
    locationId: z._default(z.int().check(z.minimum(0)), 0),
    depth: z._default(z.int().check(z.minimum(1), z.maximum(4)), 1),
  }),
  output: children,
  permission: 'signedIn',
  offline: 'network',
  summary: 'A location and what lies below it, to a depth (shell spec 7)',
});
