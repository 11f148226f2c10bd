import { isResourceCollection } from '../../contract/cached.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { Deletion } from '../db/deletions.ts';
import type { Queryable } from '../db/transaction.ts';
import * as locations from './channelLocation/rows.ts';
import { locationsByKey } from './locationRows.ts';
import { recordsByKey, whoDeletedByKey } from './records.ts';

/** Finds the records of a collection by their keys in the change feed. */
export interface Finder {
  /** Records of an entity; keys that name none are left out. */
  find: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, { version: number }>>;
  /** Who deleted records of an entity, by key; keys that the log does not have are left out. */
  whoDeleted: (db: Queryable, entity: Country, keys: readonly string[]) => Promise<Map<string, Deletion>>;
}

/** Serviceable locations have SQL of their own, which their size is worth. */
const LOCATIONS: Finder = { find: locations.channelLocationsByKey, whoDeleted: locations.whoDeletedByKey };

/** Nobody deletes a place. */
const TREE: Finder = { find: locationsByKey, whoDeleted: async () => new Map() };

const finder = (collection: ResourceCollection): Finder =>
  collection === 'channelLocations'
    ? LOCATIONS
    : { find: recordsByKey(collection), whoDeleted: whoDeletedByKey(collection) };

/** The finder of a collection; null for one that nobody writes. */
export const finderOf = (collection: string): Finder | null => {
  if (collection === 'locations') return TREE;
  return isResourceCollection(collection) ? finder(collection) : null;
};
