import type { HeldCollection } from '../../contract/call.ts';
import type { CachedSet } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** How a channel's records of a collection are cached; undefined while unknown or not cached. */
export function useCachedSet(
  channelId: number,
  collection: HeldCollection = 'channelLocations',
): CachedSet | undefined {
  const { entity } = useSync();
  return (
    useMirror(`${entity} ${collection} ${channelId}`, db => db.held.get([entity, collection, channelId])) ?? undefined
  );
}
