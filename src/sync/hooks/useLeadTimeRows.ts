import { useEffect, useMemo } from 'react';
import type { ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import type { End } from '../../domain/leadTime.ts';
import { OF_ENTITY } from '../../contract/owner.ts';
import type { CachedSet } from '../mirror/db.ts';
import { readHeld } from '../mirror/loadSet.ts';
import { noteOpened } from '../mirror/opened.ts';
import type { CachedColumns } from '../query/cachedColumns.ts';
import { rowsForWay } from '../query/leadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** What a lead time is worked out from. `state` is that of the channel's cached rows; null where nothing is cached of it. */
export interface LeadTimeRows {
  state: CachedSet['state'] | null;
  rows: readonly CdtValues[];
  /** Rows that the channel has. */
  total: number;
  /** Delivery times of the channel; null where it has none. */
  channel: ChannelCdtValues | null;
}

interface Cached {
  state: CachedSet['state'] | null;
  columns: CachedColumns | null;
  channel: ChannelCdtValues | null;
}

/**
 * The cached rows of a channel that fit a way, live; undefined until they were read. A channel that is not cached is asked for, as one
 * whose list is opened.
 */
export function useLeadTimeRows(
  channelId: number | null,
  origin: End,
  destination: End,
): LeadTimeRows | null | undefined {
  const { client, entity } = useSync();
  useEffect(() => {
    if (channelId === null) return;
    void client.mirror.then(async db => {
      if (!db) return;
      await noteOpened(db, [entity, channelId], client.env.clock.now());
      client.signals.post({ t: 'kick' });
    });
  }, [client, entity, channelId]);
  const cached = useMirror<Cached | null>(`lead time ${entity} ${channelId}`, async db => {
    if (channelId === null) return null;
    const set = await db.held.get([entity, 'locationCdts', channelId]);
    const times = await db.held.get([entity, 'channelCdts', OF_ENTITY]);
    const columns =
      set?.state === 'ready'
        ? await db.transaction('r', [db.heldSegments, db.heldRows], () => readHeld(db, set))
        : null;
    const all =
      times?.state === 'ready'
        ? await db.transaction('r', [db.heldSegments, db.heldRows], () => readHeld(db, times))
        : null;
    return { state: set?.state ?? null, columns, channel: all && channelTimes(all, channelId) };
  });
  return useMemo(() => {
    if (!cached) return cached;
    const { state, columns, channel } = cached;
    return {
      state,
      rows: columns ? rowsForWay(columns, origin, destination) : [],
      total: columns?.length ?? 0,
      channel,
    };
  }, [cached, origin, destination]);
}

function channelTimes(columns: CachedColumns, channelId: number): ChannelCdtValues | null {
  const row = columns.numbers('channelId').subarray(0, columns.length).indexOf(channelId);
  if (row < 0) return null;
  const value = (name: string): number => columns.numbers(name)[row] as number;
  return {
    category: value('category'),
    status: value('status'),
    firstMileMin: value('firstMileMin'),
    firstMileMax: value('firstMileMax'),
    crossBorderMin: value('crossBorderMin'),
    crossBorderMax: value('crossBorderMax'),
  };
}
