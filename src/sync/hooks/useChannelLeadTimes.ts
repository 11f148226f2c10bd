import { useEffect, useState } from 'react';
import type { CachedSet } from '../mirror/db.ts';
import { changeCount } from '../mirror/counts.ts';
import type { ChannelLeadTimes } from '../query/leadTimeGroups.ts';
import { useOpened, useTimedWrites } from './useLeadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { pendingOf } from './useServiceChecks.ts';
import { useSync } from './useSync.ts';

export type { ChannelLeadTimes };

/** 'absent': they are not on this device, and asked for; 'loading': on their way here; 'counting': here, and being counted. */
export type KnownChannel = ChannelLeadTimes | 'absent' | 'loading' | 'counting';

type States = readonly (CachedSet['state'] | null)[];

const stateOf = (state: States[number] | undefined): 'ready' | 'absent' | 'loading' =>
  state === 'ready' ? 'ready' : state === null || state === undefined || state === 'noRoom' ? 'absent' : 'loading';

/**
 * The lead times of channels with the person's waiting writes in, grouped by the worker that has their rows in memory, live. Channels
 * that are not cached are asked for. undefined while it is looked up.
 *
 * @param channelIds each once, in any order
 */
export function useChannelLeadTimes(channelIds: readonly number[]): ReadonlyMap<number, KnownChannel> | undefined {
  const { client, entity } = useSync();
  const asked = channelIds.join();
  useOpened(channelIds);
  const pending = useTimedWrites();
  const standing = useMirror(`lead times ${entity} ${asked}`, async db => {
    const sets = await db.held.bulkGet(channelIds.map(id => [entity, 'locationCdts', id]));
    const counts = await Promise.all([changeCount(db, entity, 'locationCdts'), changeCount(db, entity, 'channelCdts')]);
    return {
      states: sets.map(set => set?.state ?? null),
      key: `${sets.map(set => (set?.state === 'ready' ? set.generation : '')).join()} ${counts.join()}`,
    };
  });
  const states: States = standing?.states ?? [];
  const key = standing ? `${entity} ${asked} ${standing.key}` : null;
  const [found, setFound] = useState<{ asked: string; values: ReadonlyMap<number, ChannelLeadTimes | null> }>();
  useEffect(() => {
    if (key === null || pending === undefined) return undefined;
    let current = true;
    const ask = async () => {
      const values = new Map<number, ChannelLeadTimes | null>();
      for (const [at, id] of channelIds.entries()) {
        if (stateOf(states[at]) !== 'ready') continue;
        const { ready, value } = await client.places.leadTimes(entity, id, pendingOf(pending, id));
        if (!current) return;
        if (ready) values.set(id, value);
      }
      setFound({ asked: `${entity} ${asked}`, values });
    };
    void ask();
    const stop = client.signals.listen(signal => {
      if (signal.t === 'places' && signal.entity === entity) void ask();
    });
    return () => {
      current = false;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the channels and their states
  }, [client, entity, key, pending]);
  if (standing === undefined) return undefined;
  // While they are counted again the numbers before stay.
  const values = found?.asked === `${entity} ${asked}` ? found.values : undefined;
  return new Map(
    channelIds.map((id, at): [number, KnownChannel] => {
      const state = stateOf(states[at]);
      if (state !== 'ready') return [id, state];
      const value = values?.get(id);
      return [id, value === undefined ? 'counting' : (value ?? 'absent')];
    }),
  );
}
