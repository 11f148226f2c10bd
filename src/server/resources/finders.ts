import { resourceOf } from '../../contract/resources/all.ts';
import { servedOf } from './all.ts';
import type { Finder } from './extras.ts';
import { locationsByKey } from './locationRows.ts';
import { recordsByKey, whoDeletedByKey } from './records.ts';

/** Places are never deleted. */
const TREE: Finder = { find: locationsByKey, whoDeleted: async () => new Map() };

/**
 * Returns the finder for a collection's records, by their keys in the change feed, or null for a collection without
 * records that people write.
 */
export const finderOf = (collection: string): Finder | null => {
  if (collection === 'locations') return TREE;
  const resource = resourceOf(collection);
  return resource ? { find: recordsByKey(resource), whoDeleted: whoDeletedByKey(servedOf(resource)) } : null;
};
