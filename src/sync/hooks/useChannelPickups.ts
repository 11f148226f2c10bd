import { useMemo } from 'react';
import type { ChannelSchedules } from '../../domain/leadTimeShift.ts';
import type { Slot } from '../../domain/lcs/slots.ts';
import { drawLeadTimes } from '../query/leadTimeRows.ts';
import { cachedOfEntity, useTimedWrites } from './useLeadTimeRows.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** What determines on which days a channel picks up parcels. */
export interface ChannelPickup {
  schedules: ChannelSchedules;
  hasCutoff: boolean;
  slots: readonly Slot[];
}

/** If the browser does not store data, this is always unknown. */
const UNKNOWN: ChannelPickup = { schedules: { FL: null, LM: null }, hasCutoff: false, slots: [] };

/**
 * The pickups of channels, with pending writes applied, live. Data that the person may not read counts as missing, as
 * on the Lead Time page. Undefined until it has been read.
 * @param channelIds unique, in any order
 */
export function useChannelPickups(channelIds: readonly number[]): ReadonlyMap<number, ChannelPickup> | undefined {
  const { entity } = useSync();
  const pending = useTimedWrites();
  const cached = useMirror(`pickups ${entity}`, async db => ({
    schedules: await cachedOfEntity(db, entity, 'nonWorkingDays'),
    settings: await cachedOfEntity(db, entity, 'channelConfigs'),
    timeslots: await cachedOfEntity(db, entity, 'timeslots'),
  }));
  return useMemo(() => {
    if (cached === undefined || (cached && !pending)) return undefined;
    const pickupOf = (id: number): ChannelPickup => {
      if (!cached || !pending) return UNKNOWN;
      const sets = { columns: null, times: null, ...cached };
      const drawn = drawLeadTimes(sets, { kind: 'channel', id, country: entity }, pending);
      return {
        schedules: { FL: drawn.firstMile ?? null, LM: drawn.nonWorking ?? null },
        hasCutoff: typeof drawn.cutoff === 'number',
        slots: drawn.slots ?? [],
      };
    };
    return new Map(channelIds.map(id => [id, pickupOf(id)]));
  }, [cached, pending, channelIds, entity]);
}
