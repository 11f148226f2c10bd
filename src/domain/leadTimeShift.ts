import { dayNumber, weekdayOf } from './cdt/dayNumber.ts';
import { daysOffOf, SHIFT_DAYS, type NonWorkingRow } from './daysOff.ts';

/**
 * How many lead times a change of non-working days moves ("What does this shift?"): what leadTime() would answer for each row of
 * Location CDT and each day of handing over, before and after, worked out for all rows of equal days at once.
 */

/** Rows of a channel's Location CDT that are counted alike. */
export interface LeadTimeGroup {
  /** State of the destination; `All` where it has none or the channel's days are not kept by state. */
  region: string;
  minDays: number;
  maxDays: number;
  rows: number;
}

export interface LeadTimeShift {
  /** Lead times of the channel. */
  total: number;
  /** Those whose first or last day of delivery moves for at least one day of handing over. */
  changed: number;
  /** Most days that a last day of delivery comes later, and earlier; 0 for none. */
  later: number;
  earlier: number;
}

/** Working days of one region from a day on, as ascending day numbers, and for each day of the span the first that is not before it. */
interface Working {
  days: number[];
  /** By days since `begin`: position of the first working day from that day on. */
  from: Int32Array;
  begin: number;
}

/** At most three days of a week are a weekend, so that four of seven work but for the holidays. */
const WEEK = 7;
const WORKING_LEAST = 4;

function workingFrom(row: NonWorkingRow, region: string, begin: number, span: number, most: number): Working {
  const { weekends, holidays } = daysOffOf(row, region);
  const off = new Set(holidays.map(day => dayNumber(day)));
  const length = span + WEEK * Math.ceil((most + holidays.length + WEEK) / WORKING_LEAST);
  const days: number[] = [];
  const from = new Int32Array(length + 1);
  for (let at = 0; at < length; at++) {
    from[at] = days.length;
    const day = begin + at;
    if (!off.has(day) && !weekends.includes(weekdayOf(day))) days.push(day);
  }
  from[length] = days.length;
  return { days, from, begin };
}

/** The n-th working day after a day; for 0 the day itself, or the first one that works behind it. */
function nth({ days, from, begin }: Working, start: number, count: number): number {
  const at = count === 0 ? start - begin : start - begin + 1;
  return days[(from[at] as number) + Math.max(0, count - 1)] as number;
}

/**
 * What a change of a channel's last-mile days does to its lead times.
 *
 * @param ahead calendar days on the way before Location CDT is counted (cdt/channelCdt daysBefore)
 * @param today first day of handing over, YYYY-MM-DD
 * @param days days of handing over that are looked at
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
