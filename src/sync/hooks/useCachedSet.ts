import type { CachedOwner } from '../../contract/owner.ts';
import type { CachedSet } from '../mirror/db.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** How an owner's records of one collection are cached; undefined while unknown or if they are not cached. */
export function useCachedSet(
  owner: CachedOwner | null,
  collection: ResourceCollection = 'channelLocations',
): CachedSet | undefined {
  const { entity } = useSync();
  return (
    useMirror(`${entity} ${collection} ${owner}`, async db =>
      owner === null ? undefined : db.sets.get([entity, collection, owner]),
    ) ?? undefined
  );
}
