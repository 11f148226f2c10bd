import { dayNumber, weekdayOf } from '../cdt/dayNumber.ts';
import { STATUS } from '../permission.ts';
import { readWeekdays, WEEK } from './week.ts';

/** A channel's timeslots: its weekly schedule, and which slot picks up a parcel (LCS-2; issue 30, section 3). */

export interface Slot {
  slot: number;
  /** 0 is Monday. */
  days: readonly number[];
  /** HH:MM. */
  from: string;
  to: string;
  cutoff: string;
  /** The maximum number of parcels per day; null if there is no limit. */
  capacity: number | null;
}

/** Converts a record to a slot; null if it is disabled or its days cannot be parsed. */
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

/** The slots of some records, in chronological order. */
export const slotsOf = (rows: readonly Readonly<Record<string, unknown>>[]): Slot[] =>
  rows
    .map(slotOf)
    .filter(slot => slot !== null)
    .toSorted((a, b) => (a.from === b.from ? a.slot - b.slot : a.from < b.from ? -1 : 1));

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The first slot of a day that a parcel can still be booked into, that is, whose cutoff is not before the time at which
 * the parcel is handed over.
 *
 * @param hour the hour of the day, such as 15.5; null for any slot of the day
 */
export function bookableSlot(slots: readonly Slot[], day: number, hour: number | null): Slot | null {
  const weekday = weekdayOf(day) - 1;
  const now = hour === null ? 0 : Math.round(hour * 60);
  return slots.find(({ days, cutoff }) => days.includes(weekday) && minutesOf(cutoff) >= now) ?? null;
}

/** The latest cutoff of a day, HH:MM; null for a day without slots. */
export function lastCutoff(slots: readonly Slot[], day: string): string | null {
  const weekday = weekdayOf(dayNumber(day) ?? 0) - 1;
  const cutoffs = slots.filter(({ days }) => days.includes(weekday)).map(({ cutoff }) => cutoff);
  return cutoffs.toSorted().at(-1) ?? null;
}

/** Two overlapping slots of a day, or a gap between two consecutive slots. */
export interface WeekFinding {
  kind: 'overlap' | 'gap';
  /** 0 is Monday. */
  day: number;
  from: string;
  to: string;
  /** Indexes of the two overlapping slots, or of the slots before and after the gap. */
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
 * neither overlaps it nor leaves a gap. Only the time between the first and last slot of a day can be a gap; outside of
 * them, no pickup is expected.
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

/** Merges findings that are the same on several days into one that lists all of these days. */
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

/** Days in their shortest form: "Mon-Fri", "Mon, Wed", "every day". */
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
