import { scopeOfOwner } from '../../contract/owner.ts';
import type { CachedSet } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** Number of the country's channels whose lists are on this device, and of those still loading. */
export interface CachedChannels {
  ready: number;
  loading: number;
}

/**
 * Counts the channels whose lists are all cached, excluding 3PLs. Data cached with the country is not counted, because
 * it is cached without being opened and does not show which lists a person needs.
 */
export function countChannels(sets: readonly Pick<CachedSet, 'owner' | 'state'>[]): CachedChannels {
  const ofChannels = sets.filter(({ owner }) => scopeOfOwner(owner) === 'channel');
  const channels = new Set(ofChannels.map(({ owner }) => owner));
  const only = (...states: CachedSet['state'][]): number => {
    const lacking = ofChannels.filter(({ state }) => !states.includes(state)).map(({ owner }) => owner);
    return channels.size - new Set(lacking).size;
  };
  const ready = only('ready');
  // A channel that does not fit on the disk is not counted as loading.
  return { ready, loading: only('ready', 'waiting', 'loading', 'stale') - ready };
}

/** Counts the current country's channels whose lists work offline; null if the browser does not store data. */
export function useCachedChannels(): CachedChannels | null | undefined {
  const { entity } = useSync();
  return useMirror(`channels ${entity}`, async db =>
    countChannels(await db.sets.where('entity').equals(entity).toArray()),
  );
}
