import { EMPTY } from '../../contract/cached.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { readCepRange } from '../../domain/cdt/cepRange.ts';
import type { ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import type { NonWorkingRow } from '../../domain/daysOff.ts';
import { slotsOf, type Slot } from '../../domain/lcs/slots.ts';
import type { End } from '../../domain/leadTime.ts';
import type { ServiceType } from '../../domain/nonWorkingDays.ts';
import type { CachedColumns } from '../mirror/cachedColumns.ts';
import { channelTimes } from './leadTimeGroups.ts';
import { drawnColumns, type Pending, type RecordOwner } from './ownerRecords.ts';

/**
 * Names by which rows may refer to an end: its country, the locations that contain it, and those CEP ranges among the
 * rows' names that contain its CEP.
 */
function namesOf(texts: readonly string[], { country, locations, cep }: End): string[] {
  const own = [country, ...locations.map(String)];
  if (cep === undefined) return own;
  const number = Number(cep);
  const ranges = texts.filter(name => {
    const range = readCepRange(name);
    return range !== null && range.from <= number && number <= range.to;
  });
  return [...own, ...ranges];
}

/**
 * The cached rows of a channel's Location CDT that match an origin and a destination. Rows are ordered by both, so each
 * pair of names is looked up directly: for a channel with 200,000 rows, this takes a fraction of a millisecond.
 */
export function rowsForWay(columns: CachedColumns, origin: End, destination: End): CdtValues[] {
  const destinations = namesOf(columns.texts('destination'), destination);
  const number = (name: string, row: number): number => columns.numbers(name)[row] as number;
  return namesOf(columns.texts('origin'), origin).flatMap(from =>
    destinations.flatMap(to => {
      const row = columns.positionOf([from, to]);
      if (row < 0) return [];
      return {
        originLevel: number('originLevel', row),
        origin: from,
        destinationLevel: number('destinationLevel', row),
        destination: to,
        minDays: number('minDays', row),
        maxDays: number('maxDays', row),
      };
    }),
  );
}

/** The schedule of a channel's first or last mile; null if there is none. Location CDT counts the last mile's days. */
export function scheduleOf(
  columns: CachedColumns,
  country: Country,
  channelId: number,
  serviceType: ServiceType,
): NonWorkingRow | null {
  const channels = columns.numbers('channelId');
  const text = (name: string, row: number): string =>
    columns.texts(name)[columns.numbers(name)[row] as number] as string;
  for (let row = 0; row < columns.length; row++) {
    if (channels[row] !== channelId || text('serviceType', row) !== serviceType) continue;
    return {
      country,
      serviceType,
      WeekendsSetting: text('WeekendsSetting', row),
      HolidaysSetting: text('HolidaysSetting', row),
      status: columns.numbers('status')[row] as number,
    };
  }
  return null;
}

const CUTOFF = 'pickup_sameday_cutoff_hour';

/** A channel's cutoff hour for same-day pickup (Channel Config); null if it has none. */
export function cutoffHour(columns: CachedColumns, channelId: number): number | null {
  const row = columns.numbers('channelId').subarray(0, columns.length).indexOf(channelId);
  const value = row < 0 ? EMPTY.number : columns.numbers(CUTOFF)[row];
  return value === undefined || value === EMPTY.number
    ? null
    : Number(value) / 10 ** (channelConfig.fields[CUTOFF].decimals ?? 0);
}

/** A channel's enabled timeslots, sorted by time. */
export function channelSlots(columns: CachedColumns, channelId: number): Slot[] {
  const channels = columns.numbers('channelId').subarray(0, columns.length);
  const rows: Record<string, number | string | null>[] = [];
  for (let at = channels.indexOf(channelId); at >= 0; at = channels.indexOf(channelId, at + 1))
    rows.push(columns.at(at));
  return slotsOf(rows);
}

/** The cached data from which a channel's lead times are computed; null for data that is not cached. */
export interface LeadTimeColumns {
  /** The channel's Location CDT. */
  columns: CachedColumns | null;
  /** Delivery times and non-working days of the country's channels. */
  times: CachedColumns | null;
  schedules: CachedColumns | null;
  /** Settings of the country's channels, of which only the cutoff hour is used. */
  settings: CachedColumns | null;
  /** Timeslots of the country's channels. */
  timeslots: CachedColumns | null;
}

/** The data for lead times with the person's pending writes applied (MR1). */
export function drawLeadTimes(
  { columns, times, schedules, settings, timeslots }: LeadTimeColumns,
  owner: RecordOwner,
  pending: Pending,
): {
  columns: CachedColumns | null;
  channel: ChannelCdtValues | null;
  nonWorking: NonWorkingRow | null | undefined;
  firstMile: NonWorkingRow | null | undefined;
  cutoff: number | null | undefined;
  slots: Slot[] | undefined;
} {
  const { country, id } = owner;
  const drawnSchedules = schedules && drawnColumns('nonWorkingDays', schedules, owner, pending);
  const daysOf = (serviceType: ServiceType) =>
    drawnSchedules ? scheduleOf(drawnSchedules, country, id, serviceType) : undefined;
  return {
    columns: columns && drawnColumns('locationCdts', columns, owner, pending),
    channel: times && channelTimes(drawnColumns('channelCdts', times, owner, pending), id),
    nonWorking: daysOf('LM'),
    firstMile: daysOf('FL'),
    cutoff: settings ? cutoffHour(drawnColumns('channelConfigs', settings, owner, pending), id) : undefined,
    slots: timeslots ? channelSlots(drawnColumns('timeslots', timeslots, owner, pending), id) : undefined,
  };
}
