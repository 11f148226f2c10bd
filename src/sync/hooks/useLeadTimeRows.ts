import { useEffect, useMemo } from 'react';
import type { ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { Slot } from '../../domain/lcs/slots.ts';
import type { End } from '../../domain/leadTime.ts';
import type { NonWorkingRow } from '../../domain/daysOff.ts';
import { keyOfChannel, OF_ENTITY } from '../../contract/owner.ts';
import type { CachedSet, MirrorDb } from '../mirror/db.ts';
import { readSet } from '../mirror/loadSet.ts';
import { noteOpened } from '../mirror/opened.ts';
import type { CachedColumns } from '../mirror/cachedColumns.ts';
import { withBulks } from '../client/imports/waitingBulks.ts';
import type { Pending } from '../query/ownerRecords.ts';
import { readPending, TIMED } from '../query/readPending.ts';
import { drawLeadTimes, rowsForWay, type LeadTimeColumns } from '../query/leadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { useOutbox } from './useOutbox.ts';
import { useWaitingBulks } from './useWaitingBulks.ts';
import { useSync } from './useSync.ts';

/**
 * The data for computing a lead time. `state` is the state of the channel's cached rows; null if they are not cached.
 */
export interface LeadTimeRows {
  state: CachedSet['state'] | null;
  /** Fraction loaded, 0 to 1. */
  progress: number;
  /** Why the last request to the server returned no rows, as a message; null if it did, or if there was none. */
  problem: string | null;
  rows: readonly CdtValues[];
  /** The channel's total number of rows. */
  total: number;
  /** The channel's delivery times; null if the channel has none. */
  channel: ChannelCdtValues | null;
  /** Non-working days of the channel's last mile; null if there are none, undefined if they are not on this device. */
  nonWorking: NonWorkingRow | null | undefined;
  /** Non-working days of the channel's first mile, in the same form. */
  firstMile: NonWorkingRow | null | undefined;
  /** Cutoff hour for same-day pickup; null if the channel has none, undefined if unknown on this device. */
  cutoff: number | null | undefined;
  /** The channel's enabled timeslots, sorted by time; undefined if they are not on this device. */
  slots: readonly Slot[] | undefined;
}

interface Cached extends LeadTimeColumns {
  state: CachedSet['state'] | null;
  progress: number;
  problem: string | null;
}

/** All rows of a collection of the entity; null if the collection is not completely cached. */
export async function cachedOfEntity(db: MirrorDb, entity: Country, collection: string): Promise<CachedColumns | null> {
  return (await readSet(db, [entity, collection as ResourceCollection, OF_ENTITY]))?.columns ?? null;
}

/** Requests an uncached channel's rows, as if its list were opened. */
function useOpened(channelId: number | null): void {
  const { client, entity } = useSync();
  useEffect(() => {
    if (channelId === null) return;
    void client.mirror.then(async db => {
      if (!db) return;
      await noteOpened(db, [entity, keyOfChannel(channelId)], client.env.clock.now());
      client.signals.post({ t: 'kick' });
    });
  }, [client, entity, channelId]);
}

/** The person's writes, including bulk changes, that affect lead times; undefined until they have been read. */
export function useTimedWrites(): Pending | undefined {
  const { entity } = useSync();
  const writes = useOutbox(outbox => readPending(outbox, entity, TIMED));
  const bulks = useWaitingBulks();
  return useMemo(() => writes && withBulks(writes, bulks), [writes, bulks]);
}

/**
 * A channel's cached rows for an origin and a destination, with pending writes applied (MR1), live. Undefined until
 * they have been read; empty if either end is unknown. An uncached channel is requested as if its list were opened.
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
    const { set, columns = null } = (await readSet(db, [entity, 'locationCdts', keyOfChannel(channelId)])) ?? {};
    const times = await cachedOfEntity(db, entity, 'channelCdts');
    const schedules = await cachedOfEntity(db, entity, 'nonWorkingDays');
    const settings = await cachedOfEntity(db, entity, 'channelConfigs');
    const timeslots = await cachedOfEntity(db, entity, 'timeslots');
    return {
      state: set?.state ?? null,
      progress: set?.progress ?? 0,
      problem: set?.problem ?? null,
      columns,
      times,
      schedules,
      settings,
      timeslots,
    };
  });
  const pending = useTimedWrites();
  const drawn = useMemo(() => {
    if (!cached || !pending || channelId === null) return null;
    return drawLeadTimes(cached, { kind: 'channel', id: channelId, country: entity }, pending);
  }, [cached, pending, channelId, entity]);
  return useMemo(() => {
    if (!cached) return cached;
    if (!drawn) return undefined;
    const { columns, channel, nonWorking, firstMile, cutoff, slots } = drawn;
    return {
      state: cached.state,
      progress: cached.progress,
      problem: cached.problem,
      rows: columns && origin && destination ? rowsForWay(columns, origin, destination) : [],
      total: columns?.length ?? 0,
      channel,
      nonWorking,
      firstMile,
      cutoff,
      slots,
    };
  }, [cached, drawn, origin, destination]);
}
