import { useEffect, useState } from 'react';
import { keyOfChannel } from '../../contract/owner.ts';
import { pendingOf, useCachedState, usePending } from './useServiceChecks.ts';
import { AGAIN_AFTER } from './keepAsking.ts';
import { useSync } from './useSync.ts';

/**
 * The number of coverage findings per channel, from the cache. Channels are counted one at a time, so that lists can be
 * served in between, and recounted whenever the cache changes.
 * @param channelIds channels whose lists are completely cached
 * @returns the counts by channel, without channels still being counted
 */
export function useCoverageGaps(channelIds: readonly number[]): ReadonlyMap<number, number> {
  const { client, entity } = useSync();
  const pending = usePending();
  const cachedState = useCachedState();
  const key = JSON.stringify([entity, channelIds]);
  const [found, setFound] = useState<{ key: string; gaps: ReadonlyMap<number, number> }>({ key: '', gaps: new Map() });
  useEffect(() => {
    if (pending === undefined || cachedState === undefined) return undefined;
    let over = false;
    let stopWaiting: () => void = () => undefined;
    const [, ids] = JSON.parse(key) as [string, number[]];
    const count = async (asked: readonly number[]): Promise<void> => {
      const silent: number[] = [];
      for (const channelId of asked) {
        if (over) return;
        const owner = keyOfChannel(channelId);
        const question = { owner, type: 0 as const, level: null, parent: 0, pending: pendingOf(pending, owner) };
        const { ready, value } = await client.ops.coverage(entity, question);
        if (!ready) silent.push(channelId);
        if (over || !value) continue;
        const gaps = value.gaps.reduce((sum, { total }) => sum + total, 0);
        setFound(was => ({ key, gaps: new Map([...(was.key === key ? was.gaps : []), [channelId, gaps]]) }));
      }
      // The places are still loading, or the worker is slow.
      if (silent.length > 0 && !over) stopWaiting = client.env.clock.after(AGAIN_AFTER, () => void count(silent));
    };
    void count(ids);
    return () => {
      over = true;
      stopWaiting();
    };
  }, [client, entity, key, pending, cachedState]);
  return found.key === key ? found.gaps : new Map();
}
