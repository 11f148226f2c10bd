import type { CachedSet } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** How many channels of the country have their lists on this device, and of how many they are still to come. */
export interface CachedChannels {
  ready: number;
  loading: number;
}

/** Counts the channels of the current country whose lists work offline; null where the browser stores nothing. */
export function useCachedChannels(): CachedChannels | null | undefined {
  const { entity } = useSync();
  return useMirror(`channels ${entity}`, async db => {
    const sets = await db.held.where('entity').equals(entity).toArray();
    const all = new Set(sets.map(({ channelId }) => channelId));
    const only = (...states: CachedSet['state'][]): number => {
      const lacking = new Set(sets.filter(({ state }) => !states.includes(state)).map(({ channelId }) => channelId));
      return all.size - lacking.size;
    };
    const ready = only('ready');
    // One that the disk has no room for is not on its way.
    return { ready, loading: only('ready', 'waiting', 'loading', 'stale') - ready };
  });
}
