import { dayLabel } from '../../../domain/dayNames.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import { formatCount } from '../../../domain/format.ts';
import { lastCutoff, type Slot } from '../../../domain/lcs/slots.ts';
import type { LeadTime, SkippedDay } from '../../../domain/leadTime.ts';
import { ALL, isByState, readRegion } from '../../../domain/nonWorkingDays.ts';
import { STATUS } from '../../../domain/permission.ts';
import { hourText } from './leadTimeState.ts';

/**
 * Which non-working days of a channel's last mile count: all of them, only nationwide ones, none because they are
 * disabled or do not exist, or none because they are unknown to this device.
 */
export type ScheduleState = 'counted' | 'partly' | 'disabled' | 'none' | 'absent';

/** @param region the destination's state; All if it is unknown */
export function scheduleState(row: NonWorkingRow | null | undefined, region: string): ScheduleState {
  if (row === undefined) return 'absent';
  if (row === null) return 'none';
  if (row.status !== STATUS.normal) return 'disabled';
  return isPartly(row, region) ? 'partly' : 'counted';
}

/** Whether only nationwide days of a schedule are known to apply, because the state is unknown. */
export const isPartly = (row: NonWorkingRow | null | undefined, region: string): boolean =>
  !!row && (readRegion(region) ?? ALL) === ALL && isByState(row.country, row.serviceType);

const PARTLY =
  'Weekends and holidays of single states were not counted: this channel keeps them state by state. Choose a destination.';

/** The text if no day was skipped. */
const NO_DAYS_SKIPPED: Readonly<Record<ScheduleState, string>> = {
  counted: 'No day was skipped: the channel works on every day of this period.',
  partly: PARTLY,
  disabled: 'No day was skipped: the non-working days of this channel are disabled.',
  none: 'No day was skipped: this channel has no non-working days.',
  absent: 'Every day was counted: non-working days are not on this device, or you may not see them.',
};

/** Maximum number of skipped days to list. */
const NAMED_DAYS = 20;

/** The days with their reasons; if there are many, only the first ones are listed. */
function namedDays(days: readonly SkippedDay[]): string {
  const named = days.slice(0, NAMED_DAYS).map(({ day, why }) => `${dayLabel(day)} (${why})`);
  const more = days.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}

/** When a parcel was handed over, and the cutoff until which the channel accepts it on the same day. */
export interface HandedOver {
  day: string;
  /** Time of day, e.g. 15:30. */
  hour: string;
  /** Null if the channel has no cutoff, undefined if it is unknown to this device. */
  cutoff: number | null | undefined;
  /** Whether the channel has separate days off for the first mile. */
  ownDays: boolean;
  /** Whether the origin's state is unknown, although the last mile's days off depend on it. */
  partly?: boolean;
  /** The channel's timeslots; undefined if they are unknown to this device. */
  slots: readonly Slot[] | undefined;
}

/** The timeslot that picks up a parcel, and why earlier days were skipped; empty for a channel without timeslots. */
function slotText(
  { slot, withoutSlot }: Pick<LeadTime, 'slot' | 'withoutSlot'>,
  { day, slots }: Pick<HandedOver, 'day' | 'slots'>,
): string {
  if (slots === undefined)
    return ' Its timeslots are not on this device, or you may not see them, so they are not taken into account.';
  if (slot === null) return '';
  const last = withoutSlot.includes(day) ? lastCutoff(slots, day) : null;
  const passed =
    last === null
      ? ''
      : ` The cutoff of each timeslot of ${dayLabel(day)} had passed by then, the last one at ${last}.`;
  const without = withoutSlot.filter(other => other !== day || last === null);
  const none =
    without.length === 0
      ? ''
      : ` No timeslot on ${without.slice(0, NAMED_DAYS).map(dayLabel).join(', ')}${
          without.length > NAMED_DAYS ? ` and ${formatCount(without.length - NAMED_DAYS)} more days` : ''
        }.`;
  return `${passed}${none} It is picked up in timeslot ${slot.slot}, ${slot.from} to ${slot.to}, whose cutoff is ${slot.cutoff}.`;
}

/** The day on which a parcel starts, and why. */
export function startText(
  { start, late, waited, slot, withoutSlot }: Pick<LeadTime, 'start' | 'late' | 'waited' | 'slot' | 'withoutSlot'>,
  { day, hour, cutoff, ownDays, partly = false, slots }: HandedOver,
): string {
  const known =
    cutoff === undefined
      ? 'the cutoff hour of this channel is not on this device, or you may not see it, so the parcel is treated as on time'
      : cutoff === null
        ? 'this channel has no cutoff hour'
        : `${late ? 'after' : 'by'} the cutoff hour ${hourText(cutoff)}`;
  const starts = start === day ? 'It starts on that day.' : `It starts on ${dayLabel(start)}.`;
  const days = ownDays ? 'the first mile' : 'the last mile at the origin, since the first mile has none of its own';
  const isTimed = (cutoff ?? null) !== null || (slots ?? []).length > 0;
  const unknown =
    partly && !ownDays && isTimed
      ? ' Weekends and holidays of the origin’s state were not counted for the pickup. Choose an origin.'
      : '';
  const off = waited.length === 0 ? '' : ` It waits on non-working days of ${days}: ${namedDays(waited)}.`;
  return `Handed over on ${dayLabel(day)} at ${hour}, ${known}. ${starts}${off}${unknown}${slotText({ slot, withoutSlot }, { day, slots })}`;
}

/** The days that a lead time skips, or why it skips none. */
export function skippedText(
  { skipped, madeUp }: Pick<LeadTime, 'skipped' | 'madeUp'>,
  schedule: ScheduleState,
): string {
  const worked =
    madeUp.length === 0 ? '' : ` Counted as working days although on a weekend: ${madeUp.map(dayLabel).join(', ')}.`;
  if (skipped.length === 0) return `${NO_DAYS_SKIPPED[schedule]}${worked}`;
  return `Non-working days skipped: ${namedDays(skipped)}.${worked}${schedule === 'partly' ? ` ${PARTLY}` : ''}`;
}
