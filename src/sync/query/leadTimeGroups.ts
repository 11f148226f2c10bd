import type { ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { Country } from '../../domain/country.ts';
import type { LeadTimeGroup } from '../../domain/leadTimeShift.ts';
import { ALL, isByState, readRegion } from '../../domain/nonWorkingDays.ts';
import { keyOfChannel, OF_ENTITY } from '../../contract/owner.ts';
import type { CachedColumns } from '../mirror/cachedColumns.ts';
import { drawnColumns, type Pending } from './ownerRecords.ts';
import type { PlaceIndex } from './placeIndex.ts';
import type { ColumnSource } from './serviceChecks.ts';

/** A channel's lead times, grouped to show the effect of changing its non-working days. */
export interface ChannelLeadTimes {
  groups: LeadTimeGroup[];
  /** Days added before Location CDT; null if the channel has none or they are not on this device. */
  channel: ChannelCdtValues | null;
}

/** Base for encoding min and max days in one number; no lead time has that many days. */
const DAYS = 10_000;
/** Base for encoding two regions in one number; no country has that many. */
const REGIONS = 1000;

/** The channel's delivery times, taken from those of its entity; null if it has none. */
export function channelTimes(columns: CachedColumns, channelId: number): ChannelCdtValues | null {
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

/** The regions of the rows of a column, as numbers; each distinct name is looked up once. */
function regionsOf(columns: CachedColumns, column: string, regions: string[], regionOf: (name: string) => string) {
  const numbers = columns.texts(column).map(name => {
    const region = regionOf(name);
    const number = regions.indexOf(region);
    return number < 0 ? regions.push(region) - 1 : number;
  });
  const rows = columns.numbers(column);
  return (row: number): number => numbers[rows[row] as number] as number;
}

/**
 * Counts rows with the same days and regions.
 * @param regionOf returns the region of an origin's or destination's name; null if days off do not depend on regions
 */
export function groupLeadTimes(columns: CachedColumns, regionOf: ((name: string) => string) | null): LeadTimeGroup[] {
  const [least, most] = [columns.numbers('minDays'), columns.numbers('maxDays')];
  const regions = [ALL];
  const [from, to] = regionOf
    ? [regionsOf(columns, 'origin', regions, regionOf), regionsOf(columns, 'destination', regions, regionOf)]
    : [() => 0, () => 0];
  const counts = new Map<number, number>();
  for (let row = 0; row < columns.length; row++) {
    const ends = from(row) * REGIONS + to(row);
    const key = (ends * DAYS + (least[row] as number)) * DAYS + (most[row] as number);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, rows]) => {
    const ends = Math.floor(key / DAYS / DAYS);
    const origin = Math.floor(ends / REGIONS);
    return {
      region: regions[ends % REGIONS] as string,
      ...(origin === 0 ? {} : { origin: regions[origin] as string }),
      minDays: Math.floor(key / DAYS) % DAYS,
      maxDays: key % DAYS,
      rows,
    };
  });
}

/**
 * A channel's last-mile lead times, grouped, with the person's pending writes; null if its rows are not completely
 * cached.
 */
export async function readLeadTimes(
  source: ColumnSource,
  entity: Country,
  places: PlaceIndex,
  channelId: number,
  pending: Pending,
): Promise<ChannelLeadTimes | null> {
  const owner = { kind: 'channel', id: channelId, country: entity } as const;
  const cached = await source.columns(entity, 'locationCdts', keyOfChannel(channelId));
  if (!cached) return null;
  const columns = drawnColumns('locationCdts', cached, owner, pending);
  const cachedTimes = await source.columns(entity, 'channelCdts', OF_ENTITY);
  const times = cachedTimes && drawnColumns('channelCdts', cachedTimes, owner, pending);
  const stateOf = (name: string): string => {
    const id = Number(name);
    return Number.isSafeInteger(id) ? (readRegion(places.namesOf(id).state) ?? ALL) : ALL;
  };
  return {
    groups: groupLeadTimes(columns, isByState(entity, 'LM') ? stateOf : null),
    channel: times && channelTimes(times, channelId),
  };
}
