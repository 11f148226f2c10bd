import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { PLACE_NAME_MOST } from '../domain/placeName.ts';
import { defineCall } from './call.ts';
import { country, filterText, listOf, listPaging, parentId, recordId, sortBy, stamp, version } from './common.ts';
import { LOCATION_TREE } from './locationTree.ts';

/** A node of a country's location tree. Level 0 is a state, 1 a city, 2 a district, 3 a street (G60, G65). */
export const locationRow = z.object({
  locationId: recordId,
  name: z.string(),
  /** The id of the parent; 0 for a top-level place. */
  parentId,
  country,
  level: z.int().check(z.minimum(0), z.maximum(3)),
  /** Empty if the country defines no postcode for the place, or several. */
  postcode: z.string(),
  version,
});
export type LocationRow = z.output<typeof locationRow>;

/** A location's key in the change feed, the mirror and the outbox. */
export const locationKey = (locationId: number): string => String(locationId);

/**
 * A location as returned by lists and the change feed, with the names of its ancestors and itself (empty for levels
 * below its own) and the person who last changed it.
 */
export const locationTreeRow = z.object({
  ...locationRow.shape,
  state: z.string(),
  city: z.string(),
  district: z.string(),
  ...stamp,
});
export type LocationTreeRow = z.output<typeof locationTreeRow>;

const level = z.int().check(z.minimum(0), z.maximum(3));

const treeFilters = {
  locationId: z.optional(recordId),
  name: z.optional(filterText),
  level: z.optional(level),
  state: z.optional(filterText),
  city: z.optional(filterText),
  district: z.optional(filterText),
  /** Words from the quick search box, looked up in the id, the name and the names of ancestors. */
  quick: z.optional(z.string().check(z.maxLength(100))),
};

const childRow = z.pick(locationRow, { locationId: true, name: true, parentId: true, country: true, level: true });
const children = z.object({ list: z.array(childRow) });

export const locationChildren = defineCall({
  id: 'locations.children',
  method: 'GET',
  path: '/locations/children',
  input: z.object({ parentId }),
  output: children,
  permission: 'signedIn',
  offline: 'mirror',
  summary: 'Lists the children of a location in the current entity; parentId 0 selects the roots (channels spec 7.2)',
});

export const locationCountryChildren = defineCall({
  id: 'locations.countryChildren',
  method: 'GET',
  path: '/locations/country/children',
  input: z.object({ parentId, country }),
  output: children,
  permission: 'signedIn',
  offline: 'network',
  summary: 'Lists the children of a location in a named country (shell spec 7)',
});

export const locationSingle = defineCall({
  id: 'locations.single',
  method: 'GET',
  path: '/locations/single',
  input: z.object({ locationId: recordId }),
  output: locationRow,
  permission: 'signedIn',
  offline: 'network',
  summary: 'Returns one location (shell spec 7)',
});

export const locationSubtree = defineCall({
  id: 'locations.subtree',
  method: 'GET',
  path: '/locations/subtree',
  input: z.object({
    locationId: z._default(parentId, 0),
    /**
     * The place whose subtree is requested, without the place itself. Named like the parameter of the tree's other
     * calls.
     */
    parentId: z.optional(parentId),
    depth: z._default(z.int().check(z.minimum(1), z.maximum(4)), 1),
  }),
  output: children,
  permission: 'signedIn',
  offline: 'network',
  costly: 'search',
  summary: 'Returns a location and its descendants, down to a depth (shell spec 7)',
});

export const listLocations = defineCall({
  id: LOCATION_TREE.listId,
  method: 'GET',
  path: '/v2/ops/locations',
  input: z.object({ ...treeFilters, ...listPaging, sort: sortBy(LOCATION_TREE.sorts) }),
  output: listOf(locationTreeRow),
  permission: FEATURE.locationTree,
  offline: 'cached',
  paging: 'offset',
  summary: "Lists the entity's locations by filter, a page at a time; a complete name finds only that location",
});

/** Returns a spreadsheet instead of an envelope. */
export const exportLocations = defineCall({
  id: 'locations.export',
  method: 'GET',
  path: '/v2/ops/locations/export',
  input: z.object(treeFilters),
  output: z.never(),
  permission: `${FEATURE.locationTree}.read`,
  offline: 'network',
  costly: 'export',
  summary: "Returns the entity's filtered locations as .xlsx, streamed",
});

/**
 * Renames a place; the documents mention only the call's name. A place keeps its id, parent and country: other records
 * refer to the id, and `state_id` and similar fields are derived from the place's position. A caller that sends a
 * complete location may include its parent and country, as long as they are unchanged.
 */
export const updateLocation = defineCall({
  id: 'locations.update',
  method: 'POST',
  path: '/locations/update',
  input: z.object({
    locationId: recordId,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(PLACE_NAME_MOST)),
    parentId: z.optional(parentId),
    country: z.optional(country),
    version: z.optional(version),
  }),
  output: locationTreeRow,
  permission: `${FEATURE.locationTree}.write`,
  offline: 'outbox',
  write: {
    collection: 'locations',
    kind: 'update',
    key: input => locationKey(input.locationId),
    fields: { locationId: true, name: true, parentId: false, country: false },
  },
  summary: 'Renames a location (shell spec 7, LOC-4)',
});
