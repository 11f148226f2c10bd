import type { Declarations } from '../../contract/declarations.ts';
import { servedOf } from './all.ts';
import type { Finder } from './extras.ts';
import { locationsByKey } from './locationRows.ts';
import { recordsByKey, whoDeletedByKey } from './records.ts';

/** Places are never deleted. */
const TREE: Finder = { find: locationsByKey, whoDeleted: async () => new Map() };

/**
 * Returns the finder for the records of a collection, by their keys in the change feed, or null if people do not write
 * records of the collection.
 */
export const finderOf = ({ resourceOf }: Declarations, collection: string): Finder | null => {
  if (collection === 'locations') return TREE;
  const resource = resourceOf(collection);
  return resource ? { find: recordsByKey(resource), whoDeleted: whoDeletedByKey(servedOf(resource)) } : null;
};
