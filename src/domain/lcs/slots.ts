import { dayNumber, weekdayOf } from '../cdt/dayNumber.ts';
import { STATUS } from '../permission.ts';
import { readWeekdays, WEEK } from './week.ts';

/**
 * A channel's timeslots: the weekly schedule, and the slot in which a parcel is picked up (LCS-2; issue 30, section 3).
 */

export interface Slot {
  slot: number;
  /** The days of the week on which the slot exists, from 0 for Monday to 6 for Sunday. */
  days: readonly number[];
  /** The start, end and booking cutoff of the slot, as HH:MM. */
  from: string;
  to: string;
  cutoff: string;
  /** The maximum number of parcels per day; null if there is no limit. */
  capacity: number | null;
}

/** Converts a record to a slot; null if the record is disabled or its days cannot be parsed. */
export function slotOf(row: Readonly<Record<string, unknown>>): Slot | null {
  const days = readWeekdays(String(row['days'] ?? ''));
  if (row['status'] !== STATUS.normal || days === null) return null;
  const { slot, startTime, endTime, cutoff, capacity } = row;
  return {
    slot: Number(slot),
    days,
    from: String(startTime),
    to: String(endTime),
    cutoff: String(cutoff),
    capacity: typeof capacity === 'number' ? capacity : null,
  };
}

/** Converts records to slots in chronological order. */
export const slotsOf = (rows: readonly Readonly<Record<string, unknown>>[]): Slot[] =>
  rows
    .map(slotOf)
    .filter(slot => slot !== null)
    .toSorted((a, b) => (a.from === b.from ? a.slot - b.slot : a.from < b.from ? -1 : 1));

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The first slot on a day that can still be booked for a parcel, which requires that the parcel is handed over by the
 * slot's cutoff.
 * @param hour the hour of the day, such as 15.5; null to return the day's first slot
 */
export function bookableSlot(slots: readonly Slot[], day: number, hour: number | null): Slot | null {
  const weekday = weekdayOf(day) - 1;
  const now = hour === null ? 0 : Math.round(hour * 60);
  return slots.find(({ days, cutoff }) => days.includes(weekday) && minutesOf(cutoff) >= now) ?? null;
}

/** The latest cutoff on a day, HH:MM; null for a day without slots. */
export function lastCutoff(slots: readonly Slot[], day: string): string | null {
  const weekday = weekdayOf(dayNumber(day) ?? 0) - 1;
  const cutoffs = slots.filter(({ days }) => days.includes(weekday)).map(({ cutoff }) => cutoff);
  return cutoffs.toSorted().at(-1) ?? null;
}

/** Two slots that overlap on a day, or a gap between two consecutive slots. */
export interface WeekFinding {
  kind: 'overlap' | 'gap';
  /** The day of the week, from 0 for Monday to 6 for Sunday. */
  day: number;
  from: string;
  to: string;
  /** Indexes of the two slots that overlap, or of the slots before and after the gap. */
  slots: readonly [number, number];
}

export interface SlotWeek {
  /** The slots of each day, Monday first. */
  days: readonly (readonly Slot[])[];
  findings: readonly WeekFinding[];
  /** Days without a slot; 0 is Monday. */
  empty: readonly number[];
}

/**
 * The weekly schedule of a channel's slots. Slots are half-open intervals, so a slot that begins when another one ends
 * neither overlaps it nor leaves a gap. Only the time between a day's first and last slot can be a gap, because no
 * pickup is expected at other times.
 */
export function slotWeek(slots: readonly Slot[]): SlotWeek {
  const days = WEEK.map((_, day) => slots.filter(slot => slot.days.includes(day)));
  const findings = days.flatMap((own, day) => findingsOf(own, day));
  return { days, findings, empty: days.flatMap((own, day) => (own.length === 0 ? [day] : [])) };
}

/** @param own the slots of one day, sorted by start time */
function findingsOf(own: readonly Slot[], day: number): WeekFinding[] {
  const found: WeekFinding[] = [];
  let last: Slot | null = null;
  for (const [at, slot] of own.entries()) {
    for (const other of own.slice(0, at)) {
      if (other.to <= slot.from) continue;
      const to = other.to < slot.to ? other.to : slot.to;
      found.push({ kind: 'overlap', day, from: slot.from, to, slots: [other.slot, slot.slot] });
    }
    if (last && last.to < slot.from)
      found.push({ kind: 'gap', day, from: last.to, to: slot.from, slots: [last.slot, slot.slot] });
    if (!last || slot.to > last.to) last = slot;
  }
  return found;
}

/** Merges findings that occur on several days into one that lists all of these days. */
export function foundOnDays(findings: readonly WeekFinding[]): (Omit<WeekFinding, 'day'> & { days: number[] })[] {
  const found = new Map<string, Omit<WeekFinding, 'day'> & { days: number[] }>();
  for (const { day, ...rest } of findings) {
    const key = JSON.stringify(rest);
    const known = found.get(key);
    if (known) known.days.push(day);
    else found.set(key, { ...rest, days: [day] });
  }
  return [...found.values()];
}

/** Formats days in their shortest form: "Mon-Fri", "Mon, Wed", "every day". */
export function daysText(days: readonly number[]): string {
  if (days.length === WEEK.length) return 'every day';
  const parts: string[] = [];
  for (let at = 0; at < days.length;) {
    let last = at;
    while (days[last + 1] === (days[last] as number) + 1) last += 1;
    const [first, end] = [WEEK[days[at] as number] as string, WEEK[days[last] as number] as string];
    parts.push(last === at ? first : last === at + 1 ? `${first}, ${end}` : `${first}-${end}`);
    at = last + 1;
  }
  return parts.join(', ');
}
