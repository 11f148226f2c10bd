import { useEffect, useMemo } from 'react';
import type { ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import type { End } from '../../domain/leadTime.ts';
import type { NonWorkingRow } from '../../domain/daysOff.ts';
import { OF_ENTITY } from '../../contract/owner.ts';
import type { CachedSet, MirrorDb } from '../mirror/db.ts';
import { readHeld } from '../mirror/loadSet.ts';
import { noteOpened } from '../mirror/opened.ts';
import type { CachedColumns } from '../query/cachedColumns.ts';
import { channelTimes } from '../query/leadTimeGroups.ts';
import { rowsForWay } from '../query/leadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** What a lead time is worked out from. `state` is that of the channel's cached rows; null where nothing is cached of it. */
export interface LeadTimeRows {
  state: CachedSet['state'] | null;
  /** Share of their load that is in, 0 to 1. */
  progress: number;
  rows: readonly CdtValues[];
  /** Rows that the channel has. */
  total: number;
  /** Delivery times of the channel; null where it has none. */
  channel: ChannelCdtValues | null;
  /** Non-working days of its last mile; null where it has none, undefined where they are not on this device. */
  nonWorking: NonWorkingRow | null | undefined;
}

interface Cached {
  state: CachedSet['state'] | null;
  progress: number;
  columns: CachedColumns | null;
  channel: ChannelCdtValues | null;
  nonWorking: NonWorkingRow | null | undefined;
}

/** All rows of an entity's collection; null where they are not held whole. */
async function heldOfEntity(db: MirrorDb, entity: Country, collection: string): Promise<CachedColumns | null> {
  const set = await db.held.get([entity, collection, OF_ENTITY]);
  if (set?.state !== 'ready') return null;
  return db.transaction('r', [db.heldSegments, db.heldRows], () => readHeld(db, set));
}

/** Asks for the rows of a channel that are not cached, as one whose list is opened. */
export function useOpened(channelId: number | null): void {
  const { client, entity } = useSync();
  useEffect(() => {
    if (channelId === null) return;
    void client.mirror.then(async db => {
      if (!db) return;
      await noteOpened(db, [entity, channelId], client.env.clock.now());
      client.signals.post({ t: 'kick' });
    });
  }, [client, entity, channelId]);
}

/**
 * The cached rows of a channel that fit a way, live; undefined until they were read, none where an end is not known. A channel that
 * is not cached is asked for, as one whose list is opened.
 */
export function useLeadTimeRows(
  channelId: number | null,
  origin: End | null,
  destination: End | null,
): LeadTimeRows | null | undefined {
  const { entity } = useSync();
  useOpened(channelId);
  const cached = useMirror<Cached | null>(`lead time ${entity} ${channelId}`, async db => {
    if (channelId === null) return null;
    const set = await db.held.get([entity, 'locationCdts', channelId]);
    const columns =
      set?.state === 'ready'
        ? await db.transaction('r', [db.heldSegments, db.heldRows], () => readHeld(db, set))
        : null;
    const times = await heldOfEntity(db, entity, 'channelCdts');
    const schedules = await heldOfEntity(db, entity, 'nonWorkingDays');
    return {
      state: set?.state ?? null,
      progress: set?.progress ?? 0,
      columns,
      channel: times && channelTimes(times, channelId),
      nonWorking: schedules ? lastMileDays(schedules, entity, channelId) : undefined,
    };
  });
  return useMemo(() => {
    if (!cached) return cached;
    const { state, progress, columns, channel, nonWorking } = cached;
    return {
      state,
      progress,
      rows: columns && origin && destination ? rowsForWay(columns, origin, destination) : [],
      total: columns?.length ?? 0,
      channel,
      nonWorking,
    };
  }, [cached, origin, destination]);
}

/** The schedule of a channel's last mile, which is what Location CDT counts; null where it has none. */
export function lastMileDays(columns: CachedColumns, country: Country, channelId: number): NonWorkingRow | null {
  const channels = columns.numbers('channelId');
  const text = (name: string, row: number): string =>
    columns.texts(name)[columns.numbers(name)[row] as number] as string;
  for (let row = 0; row < columns.length; row++) {
    if (channels[row] !== channelId || text('serviceType', row) !== 'LM') continue;
    return {
      country,
      serviceType: 'LM',
      WeekendsSetting: text('WeekendsSetting', row),
      HolidaysSetting: text('HolidaysSetting', row),
      status: columns.numbers('status')[row] as number,
    };
  }
  return null;
}
