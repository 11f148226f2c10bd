import { useEffect, useState } from 'react';
import { COUNTED_CHANNELS_MOST, countLeadTimes } from '../../contract/cdtCalls.ts';
import { keyOfChannel } from '../../contract/owner.ts';
import type { CachedSet } from '../mirror/db.ts';
import { changeCount } from '../mirror/counts.ts';
import type { ChannelLeadTimes } from '../query/leadTimeGroups.ts';
import { AGAIN_AFTER } from './keepAsking.ts';
import { useTimedWrites } from './useLeadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { pendingOf } from './useServiceChecks.ts';
import { useSync } from './useSync.ts';

export type { ChannelLeadTimes };

/**
 * 'absent': neither on this device nor available from the server; 'loading': requested; 'counting': loaded and being
 * grouped.
 */
export type KnownChannel = ChannelLeadTimes | 'absent' | 'loading' | 'counting';

type Times = ReadonlyMap<number, ChannelLeadTimes>;

/**
 * Lead times from the server, without pending writes; undefined until it responds. Requested again when the server is
 * reachable again.
 */
function useServerLeadTimes(channelIds: readonly number[], online: boolean): Times | undefined {
  const { client, entity } = useSync();
  const asked = channelIds.join();
  const key = `${entity} ${asked}`;
  const [found, setFound] = useState<{ key: string; values: Times }>();
  useEffect(() => {
    if (asked === '' || !online) return undefined;
    let current = true;
    const ask = async () => {
      const values = new Map<number, ChannelLeadTimes>();
      for (let at = 0; at < channelIds.length; at += COUNTED_CHANNELS_MOST) {
        const some = channelIds.slice(at, at + COUNTED_CHANNELS_MOST);
        const outcome = await client.transport.call(countLeadTimes, { channelIds: some }, { entity });
        if (!current) return;
        if (outcome.kind !== 'ok') continue;
        for (const { channelId, ...times } of outcome.data.channels) values.set(channelId, times);
      }
      setFound({ key, values });
    };
    void ask();
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the channels
  }, [client, key, online]);
  return found?.key === key ? found.values : undefined;
}

/**
 * The channels' lead times, grouped and live. For cached channels, the worker that has their rows in memory computes
 * them with pending writes applied; for the others, they come from the server. Those are not cached, because many
 * channels would evict the ones in use. Undefined while the cache is checked.
 * @param channelIds unique, in any order
 * @param online whether the server is called
 */
export function useChannelLeadTimes(
  channelIds: readonly number[],
  online: boolean,
): ReadonlyMap<number, KnownChannel> | undefined {
  const { client, entity } = useSync();
  const asked = channelIds.join();
  const pending = useTimedWrites();
  const cached = useMirror(`lead times ${entity} ${asked}`, async db => {
    const sets = await db.sets.bulkGet(channelIds.map(id => [entity, 'locationCdts', keyOfChannel(id)]));
    const counts = await Promise.all([changeCount(db, entity, 'locationCdts'), changeCount(db, entity, 'channelCdts')]);
    return {
      ready: channelIds.filter((_, at) => isReady(sets[at])),
      key: `${sets.map(set => (isReady(set) ? set?.generation : '')).join()} ${counts.join()}`,
    };
  });
  const key = cached ? `${entity} ${asked} ${cached.key}` : null;
  const [found, setFound] = useState<{ asked: string; values: Times; gone: ReadonlySet<number> }>();
  useEffect(() => {
    if (!cached || pending === undefined) return undefined;
    let current = true;
    let asks = 0;
    let stopWaiting: () => void = () => undefined;
    const ask = async () => {
      stopWaiting();
      const own = (asks += 1);
      const values = new Map<number, ChannelLeadTimes>();
      const gone = new Set<number>();
      let isSilent = false;
      for (const id of cached.ready) {
        const { ready, value } = await client.ops.leadTimes(entity, id, pendingOf(pending, keyOfChannel(id)));
        if (!current || own !== asks) return;
        isSilent ||= !ready;
        if (!ready) continue;
        if (value) values.set(id, value);
        else gone.add(id);
      }
      setFound({ asked: `${entity} ${asked}`, values, gone });
      // The places are still loading, or the worker is slow.
      if (isSilent) stopWaiting = client.env.clock.after(AGAIN_AFTER, () => void ask());
    };
    void ask();
    const stop = client.signals.listen(signal => {
      if (signal.t === 'places' && signal.entity === entity) void ask();
    });
    return () => {
      current = false;
      stopWaiting();
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the channels and what is cached of them
  }, [client, entity, key, pending]);
  // During a recount, the previous numbers remain.
  const here = found?.asked === `${entity} ${asked}` ? found : undefined;
  const ready = new Set(cached?.ready);
  const others = cached === undefined ? [] : channelIds.filter(id => !ready.has(id) || here?.gone.has(id));
  const server = useServerLeadTimes(others, online);
  if (cached === undefined) return undefined;
  const elsewhere = new Set(others);
  return new Map(
    channelIds.map((id): [number, KnownChannel] =>
      elsewhere.has(id)
        ? [id, server?.get(id) ?? (server ? 'absent' : 'loading')]
        : [id, here?.values.get(id) ?? 'counting'],
    ),
  );
}

const isReady = (set: CachedSet | undefined): boolean => set?.state === 'ready';
