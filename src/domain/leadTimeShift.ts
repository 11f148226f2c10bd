import { dayNumber, weekdayOf } from './cdt/dayNumber.ts';
import { daysOffOf, SHIFT_DAYS, shiftedDays, type NonWorkingRow } from './daysOff.ts';

/**
 * Counts the lead times that change when non-working days change ("What does this shift?"). The results equal those of
 * leadTime() for each Location CDT row and each handover day, before and after the change, but are computed together
 * for all rows with the same days.
 */

/** Location CDT rows of a channel that specify the same number of days. */
export interface LeadTimeGroup {
  /** The destination's state; `All` if the destination has none, or if the channel's days are not kept by state. */
  region: string;
  minDays: number;
  maxDays: number;
  rows: number;
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

/**
 * A region's working days from a given day onward, as ascending day numbers, and for each day of the span, the index of
 * the first working day on or after it.
 */
interface Working {
  days: number[];
  /** For each day since `begin`: the index of the first working day on or after it. */
  from: Int32Array;
  begin: number;
}

/**
 * Of any seven days, at least four are working days unless they are holidays, because a weekend has at most three days.
 */
const WEEK = 7;
const WORKING_LEAST = 4;

function workingFrom(row: NonWorkingRow, region: string, begin: number, span: number, most: number): Working {
  const { weekends, holidays, working } = daysOffOf(row, region);
  const worked = new Set(working.map(day => dayNumber(day)));
  const off = new Set(holidays.map(day => dayNumber(day)));
  const length = span + WEEK * Math.ceil((most + holidays.length + WEEK) / WORKING_LEAST);
  const days: number[] = [];
  const from = new Int32Array(length + 1);
  for (let at = 0; at < length; at++) {
    from[at] = days.length;
    const day = begin + at;
    if (!off.has(day) && (worked.has(day) || !weekends.includes(weekdayOf(day)))) days.push(day);
  }
  from[length] = days.length;
  return { days, from, begin };
}

/** The n-th working day after a given day; for n = 0, the day itself or, if it is off, the next working day. */
function nth({ days, from, begin }: Working, start: number, count: number): number {
  const at = count === 0 ? start - begin : start - begin + 1;
  return days[(from[at] as number) + Math.max(0, count - 1)] as number;
}

/**
 * How a change to a channel's last-mile days affects lead times.
 *
 * @param ahead calendar days spent in transit before the Location CDT days are counted (cdt/channelCdt daysBefore)
 * @param today first handover day, YYYY-MM-DD
 * @param days number of handover days to check
 */
export function shiftedLeadTimes(
  groups: readonly LeadTimeGroup[],
  before: NonWorkingRow,
  after: NonWorkingRow,
  ahead: { min: number; max: number },
  today: string,
  days = SHIFT_DAYS,
): LeadTimeShift {
  const result: LeadTimeShift = { total: 0, changed: 0, later: 0, earlier: 0 };
  const begin = dayNumber(today) ?? 0;
  const most = groups.reduce((longest, { maxDays }) => Math.max(longest, maxDays), 0);
  const sides = new Map<string, readonly [Working, Working]>();
  const sidesOf = (region: string): readonly [Working, Working] => {
    const known = sides.get(region);
    if (known) return known;
    const span = days + ahead.max + 1;
    const made = [
      workingFrom(before, region, begin, span, most),
      workingFrom(after, region, begin, span, most),
    ] as const;
    sides.set(region, made);
    return made;
  };
  for (const { region, minDays, maxDays, rows } of groups) {
    const [was, becomes] = sidesOf(region);
    result.total += rows;
    let moves = false;
    for (let day = begin; day < begin + days; day++) {
      const first = nth(becomes, day + ahead.min, minDays) - nth(was, day + ahead.min, minDays);
      const last = nth(becomes, day + ahead.max, maxDays) - nth(was, day + ahead.max, maxDays);
      moves ||= first !== 0 || last !== 0;
      result.later = Math.max(result.later, last);
      result.earlier = Math.max(result.earlier, -last);
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

/** A channel's lead times: its groups and the days spent before them, or why they are unknown. */
export type ChannelTimes =
  | { groups: readonly LeadTimeGroup[]; ahead: { min: number; max: number } }
  | 'absent'
  | 'loading';

export interface ManyShift {
  /** The number of channels for which at least one day becomes a working day or a day off. */
  channels: number;
  /** These days in ascending order, each with the number of affected channels. */
  days: { day: string; becomesWorking: boolean; channels: number }[];
  /** The number of channels whose last-mile days change; no other days affect lead times. */
  lastMiles: number;
  /** How many of these channels have lead times that are still loading, and how many have unknown lead times. */
  loading: number;
  absent: number;
  /** Totals over the remaining channels. */
  leadTimes: LeadTimeShift;
}

/** The channels whose lead times may be affected by changes to many schedules. */
export const lastMileChannels = (changes: readonly ScheduleChange[]): number[] => [
  ...new Set(
    changes
      .filter(({ before, after }) => after.serviceType === 'LM' && JSON.stringify(before) !== JSON.stringify(after))
      .map(({ channelId }) => channelId),
  ),
];

/** How changes to many schedules (by an import or a bulk change) together affect channels and lead times. */
export function shiftOfMany(
  changes: readonly ScheduleChange[],
  timesOf: (channelId: number) => ChannelTimes,
  today: string,
): ManyShift {
  const channels = new Set<number>();
  const days = new Map<string, Set<number>>();
  const result: ManyShift = {
    channels: 0,
    days: [],
    lastMiles: 0,
    loading: 0,
    absent: 0,
    leadTimes: { total: 0, changed: 0, later: 0, earlier: 0 },
  };
  const moved = new Set(lastMileChannels(changes));
  result.lastMiles = moved.size;
  for (const { channelId, before, after } of changes) {
    for (const { day, after: becomes } of shiftedDays(before, after, today)) {
      channels.add(channelId);
      const key = `${day} ${becomes === 'working'}`;
      days.set(key, (days.get(key) ?? new Set()).add(channelId));
    }
    if (after.serviceType !== 'LM' || !moved.delete(channelId)) continue;
    const times = timesOf(channelId);
    if (typeof times === 'string') {
      result[times] += 1;
      continue;
    }
    const own = shiftedLeadTimes(times.groups, before, after, times.ahead, today);
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
