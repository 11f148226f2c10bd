import { dayNumber, weekdayOf } from './cdt/dayNumber.ts';
import { daysOffOf, SHIFT_DAYS, shiftedDays, type NonWorkingRow } from './daysOff.ts';
import type { Slot } from './lcs/slots.ts';
import { ALL } from './nonWorkingDays.ts';
import { STATUS } from './permission.ts';

/**
 * Counts the lead times that change when non-working days change ("What does this shift?"). The results equal those of
 * leadTime() for each Location CDT row and each handover day, before and after the change, for parcels that are handed
 * over in time. They are computed together for all rows with the same days.
 */

/** Location CDT rows of a channel that specify the same number of days. */
export interface LeadTimeGroup {
  /** The destination's state; `All` if the destination has none, or if the channel's days are not kept by state. */
  region: string;
  /** The origin's state, likewise; omitted for `All`. */
  origin?: string | undefined;
  minDays: number;
  maxDays: number;
  rows: number;
}

/** A channel's schedules, by service type; null if it has none. */
export interface ChannelSchedules {
  FL: NonWorkingRow | null;
  LM: NonWorkingRow | null;
}

/** What determines a channel's lead times besides its schedules and its Location CDT. */
export interface LeadTimeParts {
  /** The days of the first mile and of the border crossing (cdt/channelCdt partsBefore). */
  firstMile: { min: number; max: number };
  border: { min: number; max: number };
  /** Whether the channel has a cutoff hour, so that parcels start only on its working days. */
  hasCutoff: boolean;
  /** The channel's timeslots; empty if it picks up parcels at any time. */
  slots: readonly Slot[];
}

export interface LeadTimeShift {
  /** The number of the channel's lead times. */
  total: number;
  /** How many of them have a different first or last delivery day for at least one handover day. */
  changed: number;
  /** The maximum number of days by which the last delivery day becomes later or earlier; 0 if it never does. */
  later: number;
  earlier: number;
}

type IsOff = (day: number) => boolean;

/** Whether a day is off in a region, according to a schedule; never if there is no schedule. */
function offIn(row: NonWorkingRow | null, region: string): IsOff {
  if (!row) return () => false;
  const { weekends, holidays, working } = daysOffOf(row, region);
  const worked = new Set(working.map(day => dayNumber(day)));
  const off = new Set(holidays.map(day => dayNumber(day)));
  return day => off.has(day) || (weekends.includes(weekdayOf(day)) && !worked.has(day));
}

/** The maximum number of days to search, as in leadTime. */
const COUNTED_MOST = 20 * 366;

/** The working days from a given day onward, as day numbers, computed lazily. */
class WorkingDays {
  private readonly days: number[] = [];
  /** For each day since `begin`: the index of the first working day on or after it. */
  private readonly from: number[] = [];

  constructor(
    private readonly begin: number,
    private readonly isOff: IsOff,
  ) {}

  /** Evaluates one more day; false if the search limit has been reached. */
  private more(): boolean {
    if (this.from.length > COUNTED_MOST) return false;
    const day = this.begin + this.from.length;
    this.from.push(this.days.length);
    if (!this.isOff(day)) this.days.push(day);
    return true;
  }

  /**
   * The n-th working day after a given day; for n = 0, the day itself or, if it is off, the next working day. Null if
   * there is none.
   */
  nth(start: number, count: number): number | null {
    const at = start - this.begin + (count === 0 ? 0 : 1);
    while (this.from.length <= at) if (!this.more()) return null;
    const index = (this.from[at] as number) + Math.max(0, count - 1);
    while (this.days.length <= index) if (!this.more()) return null;
    return this.days[index] as number;
  }
}

/** The days on which parcels from one region to another start, leave the first mile and arrive, with given schedules. */
class Journeys {
  /** Null if parcels start on every day. */
  private readonly starts: WorkingDays | null;
  /** Null if the days of the first mile are calendar days. */
  private readonly first: WorkingDays | null;
  private readonly last: WorkingDays;

  constructor(
    begin: number,
    { FL, LM }: ChannelSchedules,
    private readonly parts: LeadTimeParts,
    { region, origin = ALL }: Pick<LeadTimeGroup, 'region' | 'origin'>,
  ) {
    const offLast = offIn(LM, region);
    const offFirst = FL?.status === STATUS.normal ? offIn(FL, ALL) : null;
    const { slots, hasCutoff } = parts;
    const slotDays = new Set(slots.flatMap(({ days }) => days));
    const offStart = offFirst ?? (hasCutoff || slots.length > 0 ? offIn(LM, origin) : null);
    this.starts =
      offStart &&
      new WorkingDays(begin, day => offStart(day) || (slots.length > 0 && !slotDays.has(weekdayOf(day) - 1)));
    this.first = offFirst && new WorkingDays(begin, offFirst);
    this.last = new WorkingDays(begin, offLast);
  }

  /** The day on which a parcel that is handed over on a given day arrives; null if it never does. */
  arrival(day: number, bound: 'min' | 'max', count: number): number | null {
    const { firstMile, border } = this.parts;
    const start = this.starts ? this.starts.nth(day, 0) : day;
    if (start === null) return null;
    const handed = this.first ? this.first.nth(start, firstMile[bound]) : start + firstMile[bound];
    return handed === null ? null : this.last.nth(handed + border[bound], count);
  }
}

/**
 * How a change to a channel's schedules affects lead times.
 *
 * @param today first handover day, YYYY-MM-DD
 * @param days number of handover days to check
 */
export function shiftedLeadTimes(
  groups: readonly LeadTimeGroup[],
  before: ChannelSchedules,
  after: ChannelSchedules,
  parts: LeadTimeParts,
  today: string,
  days = SHIFT_DAYS,
): LeadTimeShift {
  const result: LeadTimeShift = { total: 0, changed: 0, later: 0, earlier: 0 };
  const begin = dayNumber(today) ?? 0;
  const sides = new Map<string, readonly [Journeys, Journeys]>();
  const sidesOf = ({ region, origin }: LeadTimeGroup): readonly [Journeys, Journeys] => {
    const key = `${origin ?? ALL}/${region}`;
    const known = sides.get(key);
    if (known) return known;
    const between = { region, origin };
    const made = [new Journeys(begin, before, parts, between), new Journeys(begin, after, parts, between)] as const;
    sides.set(key, made);
    return made;
  };
  for (const group of groups) {
    const { minDays, maxDays, rows } = group;
    const [was, becomes] = sidesOf(group);
    result.total += rows;
    let moves = false;
    for (let day = begin; day < begin + days; day++) {
      const [last, next] = [was.arrival(day, 'max', maxDays), becomes.arrival(day, 'max', maxDays)];
      moves ||= last !== next || was.arrival(day, 'min', minDays) !== becomes.arrival(day, 'min', minDays);
      if (last === null || next === null) continue;
      result.later = Math.max(result.later, next - last);
      result.earlier = Math.max(result.earlier, last - next);
    }
    if (moves) result.changed += rows;
  }
  return result;
}

/** A change to one of many schedules. */
export interface ScheduleChange {
  channelId: number;
  before: NonWorkingRow;
  after: NonWorkingRow;
}

/** A channel's lead times and its current schedules, or why they are unknown. */
export type ChannelTimes =
  | { groups: readonly LeadTimeGroup[]; parts: LeadTimeParts; schedules: ChannelSchedules }
  | 'absent'
  | 'loading';

export interface ManyShift {
  /** The number of channels for which at least one day becomes a working day or a day off. */
  channels: number;
  /** These days in ascending order, each with the number of affected channels. */
  days: { day: string; becomesWorking: boolean; channels: number }[];
  /** The number of channels whose schedules change, so that their lead times may change. */
  moved: number;
  /** How many of these channels have lead times that are still loading, and how many have unknown lead times. */
  loading: number;
  absent: number;
  /** Totals over the remaining channels. */
  leadTimes: LeadTimeShift;
}

/** The channels whose lead times may be affected by changes to many schedules. */
export const movedChannels = (changes: readonly ScheduleChange[]): number[] => [
  ...new Set(
    changes
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
      .map(({ channelId }) => channelId),
  ),
];

/** A channel's schedules with one of them replaced. */
export const withSchedule = (schedules: ChannelSchedules, row: NonWorkingRow): ChannelSchedules => ({
  ...schedules,
  [row.serviceType]: row,
});

/** How changes to many schedules (by an import or a bulk change) together affect channels and lead times. */
export function shiftOfMany(
  changes: readonly ScheduleChange[],
  timesOf: (channelId: number) => ChannelTimes,
  today: string,
): ManyShift {
  const channels = new Set<number>();
  const days = new Map<string, Set<number>>();
  const moved = movedChannels(changes);
  const result: ManyShift = {
    channels: 0,
    days: [],
    moved: moved.length,
    loading: 0,
    absent: 0,
    leadTimes: { total: 0, changed: 0, later: 0, earlier: 0 },
  };
  const ofChannel = new Map<number, ScheduleChange[]>();
  for (const change of changes) {
    const { channelId, before, after } = change;
    ofChannel.set(channelId, [...(ofChannel.get(channelId) ?? []), change]);
    for (const { day, after: becomes } of shiftedDays(before, after, today)) {
      channels.add(channelId);
      const key = `${day} ${becomes === 'working'}`;
      days.set(key, (days.get(key) ?? new Set()).add(channelId));
    }
  }
  for (const channelId of moved) {
    const times = timesOf(channelId);
    if (typeof times === 'string') {
      result[times] += 1;
      continue;
    }
    let [was, becomes] = [times.schedules, times.schedules];
    for (const { before, after } of ofChannel.get(channelId) ?? []) {
      was = withSchedule(was, before);
      becomes = withSchedule(becomes, after);
    }
    const own = shiftedLeadTimes(times.groups, was, becomes, times.parts, today);
    const { leadTimes: all } = result;
    all.total += own.total;
    all.changed += own.changed;
    all.later = Math.max(all.later, own.later);
    all.earlier = Math.max(all.earlier, own.earlier);
  }
  result.channels = channels.size;
  result.days = [...days]
    .map(([key, own]) => ({ day: key.slice(0, 10), becomesWorking: key.endsWith('true'), channels: own.size }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return result;
}
