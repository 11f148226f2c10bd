import { resourceOf } from '../../contract/resources/all.ts';
import { servedOf } from './all.ts';
import type { Finder } from './extras.ts';
import { locationsByKey } from './locationRows.ts';
import { recordsByKey, whoDeletedByKey } from './records.ts';

/** Nobody deletes a place. */
const TREE: Finder = { find: locationsByKey, whoDeleted: async () => new Map() };

/** Finds the records of a collection by their keys in the change feed; null for a collection that nobody writes. */
export const finderOf = (collection: string): Finder | null => {
  if (collection === 'locations') return TREE;
  const resource = resourceOf(collection);
  return resource ? { find: recordsByKey(resource), whoDeleted: whoDeletedByKey(servedOf(resource)) } : null;
};
