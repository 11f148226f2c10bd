import type { DeclaredCollection } from './cached.ts';

/**
 * Filters and sort columns of the list of locations, in the format of contract/cached. The tree is not a declared
 * resource: it is cached for the place names in every list (mirror/placeSegment), nobody adds or deletes places, and
 * its feed keys predate declarations. This file does not import zod, so that a session's first list can load it early.
 */
export const LOCATION_TREE = {
  ofEntity: true,
  owner: 'country',
  listId: 'locations.list',
  columns: { locationId: 'number', name: 'text', level: 'small', updatedAt: 'number' },
  views: {
    state: { of: 'locationId', level: 0 },
    city: { of: 'locationId', level: 1 },
    district: { of: 'locationId', level: 2 },
  },
  marks: {},
  filters: {
    locationId: { in: ['locationId'], is: 'equal' },
    name: { in: ['name'], is: 'containing' },
    level: { in: ['level'], is: 'equal' },
    state: { in: ['state'], is: 'named' },
    city: { in: ['city'], is: 'named' },
    district: { in: ['district'], is: 'named' },
    quick: { in: ['locationId', 'name', 'state', 'city', 'district'], is: 'quick' },
  },
  sorts: ['locationId', 'name', 'level', 'updatedAt'],
} as const satisfies Pick<
  DeclaredCollection,
  'ofEntity' | 'owner' | 'listId' | 'columns' | 'views' | 'marks' | 'filters' | 'sorts'
>;
