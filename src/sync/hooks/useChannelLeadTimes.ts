import { useEffect, useState } from 'react';
import { changeCount } from '../mirror/counts.ts';
import type { ChannelLeadTimes } from '../query/leadTimeGroups.ts';
import { useOpened } from './useLeadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

export type { ChannelLeadTimes };

/**
 * The lead times of a channel, grouped by the worker that has its rows in memory, live. 'absent': they are not on this device, and
 * asked for; 'loading': on their way; undefined while it is looked up or nothing is asked (null).
 */
export function useChannelLeadTimes(channelId: number | null): ChannelLeadTimes | 'absent' | 'loading' | undefined {
  const { client, entity } = useSync();
  useOpened(channelId);
  const standing = useMirror(`lead times ${entity} ${channelId}`, async db => {
    if (channelId === null) return null;
    const set = await db.held.get([entity, 'locationCdts', channelId]);
    const counts = await Promise.all([changeCount(db, entity, 'locationCdts'), changeCount(db, entity, 'channelCdts')]);
    return { state: set?.state ?? null, key: `${set?.generation} ${counts.join()}` };
  });
  const isReady = standing?.state === 'ready';
  const key = isReady ? `${entity} ${channelId} ${standing.key}` : null;
  const [found, setFound] = useState<{ channelId: number; key: string; value: ChannelLeadTimes | null } | null>(null);
  useEffect(() => {
    if (key === null || channelId === null) return undefined;
    let current = true;
    const ask = async () => {
      const { ready, value } = await client.places.leadTimes(entity, channelId);
      if (current && ready) setFound({ channelId, key, value });
    };
    void ask();
    const stop = client.signals.listen(signal => {
      if (signal.t === 'places' && signal.entity === entity) void ask();
    });
    return () => {
      current = false;
      stop();
    };
  }, [client, entity, channelId, key]);
  if (channelId === null || standing === undefined) return undefined;
  if (!isReady) return standing?.state === null || standing?.state === 'noRoom' || !standing ? 'absent' : 'loading';
  // While it is counted again the numbers before stay.
  return found?.channelId === channelId ? (found.value ?? 'absent') : 'loading';
}
