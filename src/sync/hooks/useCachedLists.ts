import { OF_ENTITY, ownerOfKey } from '../../contract/owner.ts';
import { checkedAt } from '../mirror/cacheStatus.ts';
import type { CachedSet } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** A channel whose lists are on this device or loading. */
export interface CachedChannelLists {
  channelId: number;
  /** Whether the person pinned the channel; others are evicted once many more are opened. */
  pinned: boolean;
  /** noRoom: there is not enough disk space for the channel. */
  state: 'ready' | 'loading' | 'noRoom';
  rows: number;
}

type SetState = Pick<CachedSet, 'owner' | 'state' | 'pinned' | 'openedAt' | 'rows'>;

/** Returns one entry per channel, pinned channels first, then the most recently opened. */
export function listsByChannel(sets: readonly SetState[]): CachedChannelLists[] {
  const byChannel = new Map<number, SetState[]>();
  for (const set of sets) {
    const owner = set.owner === OF_ENTITY ? null : ownerOfKey(set.owner);
    if (owner?.kind !== 'channel') continue;
    byChannel.set(owner.id, [...(byChannel.get(owner.id) ?? []), set]);
  }
  return [...byChannel]
    .map(([channelId, own]) => ({
      channelId,
      pinned: own.some(({ pinned }) => pinned),
      openedAt: Math.max(...own.map(({ openedAt }) => openedAt)),
      state: own.some(({ state }) => state === 'noRoom')
        ? ('noRoom' as const)
        : own.every(({ state }) => state === 'ready')
          ? ('ready' as const)
          : ('loading' as const),
      rows: own.reduce((sum, { rows }) => sum + rows, 0),
    }))
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.openedAt - a.openedAt)
    .map(({ openedAt: _opened, ...rest }) => rest);
}

/**
 * The current country's channels with cached lists, and the time at which all of them were last up to date (epoch
 * milliseconds).
 */
export function useCachedLists(): { channels: CachedChannelLists[]; asOf: number } | null | undefined {
  const { entity } = useSync();
  return useMirror(`lists ${entity}`, async db => {
    const sets = await db.sets.where('entity').equals(entity).toArray();
    return { channels: listsByChannel(sets), asOf: await checkedAt(db, entity) };
  });
}
