import { OF_ENTITY } from '../../contract/owner.ts';
import type { CachedSet } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** How many channels of the country have their lists on this device, and of how many they are still to come. */
export interface CachedChannels {
  ready: number;
  loading: number;
}

/**
 * Counts the channels whose lists are all cached; 3PLs are not among them. What is cached with the country is there without anybody opening it, so it
 * says nothing of the lists that a person needs.
 */
export function countChannels(sets: readonly Pick<CachedSet, 'channelId' | 'state'>[]): CachedChannels {
  const ofChannels = sets.filter(({ channelId }) => channelId > OF_ENTITY);
  const channels = new Set(ofChannels.map(({ channelId }) => channelId));
  const only = (...states: CachedSet['state'][]): number => {
    const lacking = ofChannels.filter(({ state }) => !states.includes(state)).map(({ channelId }) => channelId);
    return channels.size - new Set(lacking).size;
  };
  const ready = only('ready');
  // One that the disk has no room for is not on its way.
  return { ready, loading: only('ready', 'waiting', 'loading', 'stale') - ready };
}

/** Counts the channels of the current country whose lists work offline; null if the browser stores nothing. */
export function useCachedChannels(): CachedChannels | null | undefined {
  const { entity } = useSync();
  return useMirror(`channels ${entity}`, async db =>
    countChannels(await db.sets.where('entity').equals(entity).toArray()),
  );
}
