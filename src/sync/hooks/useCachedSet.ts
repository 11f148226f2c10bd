import type { CachedSet } from '../mirror/db.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/**
 * How an owner's records of a collection are cached; undefined while unknown or not cached.
 * @param number of the owner (contract/owner); null for none
 */
export function useCachedSet(
  number: number | null,
  collection: ResourceCollection = 'channelLocations',
): CachedSet | undefined {
  const { entity } = useSync();
  return (
    useMirror(`${entity} ${collection} ${number}`, async db =>
      number === null ? undefined : db.sets.get([entity, collection, number]),
    ) ?? undefined
  );
}
