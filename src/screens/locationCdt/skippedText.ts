import { dayLabel } from '../../domain/dayNames.ts';
import type { NonWorkingRow } from '../../domain/daysOff.ts';
import { formatCount } from '../../domain/format.ts';
import type { LeadTime } from '../../domain/leadTime.ts';
import { ALL, isByState, readRegion } from '../../domain/nonWorkingDays.ts';
import { STATUS } from '../../domain/permission.ts';

/**
 * Whether the non-working days of a channel's last mile count: all of them, those of the whole country alone, none since they are
 * deleted or there are none, or none that this device knows.
 */
export type ScheduleState = 'counted' | 'partly' | 'deleted' | 'none' | 'absent';

/** @param region the state of the destination; All where it is not known */
export function scheduleState(row: NonWorkingRow | null | undefined, region: string): ScheduleState {
  if (row === undefined) return 'absent';
  if (row === null) return 'none';
  if (row.status !== STATUS.normal) return 'deleted';
  return (readRegion(region) ?? ALL) === ALL && isByState(row.country, row.serviceType) ? 'partly' : 'counted';
}

const PARTLY =
  'Weekends and holidays of single states were not counted: this channel keeps them state by state. Choose a destination.';

/** Said where no day was skipped. */
const NO_DAYS_SKIPPED: Readonly<Record<ScheduleState, string>> = {
  counted: 'No day was skipped: the channel works on every day of this time.',
  partly: PARTLY,
  deleted: 'No day was skipped: the non-working days of this channel are deleted.',
  none: 'No day was skipped: this channel has no non-working days.',
  absent: 'Every day was counted: non-working days are not on this device, or you may not see them.',
};

/** So many skipped days are named. */
const NAMED_DAYS = 20;

/** Which days a lead time skips, or why none. */
export function skippedText(skipped: LeadTime['skipped'], schedule: ScheduleState): string {
  if (skipped.length === 0) return NO_DAYS_SKIPPED[schedule];
  const named = skipped.slice(0, NAMED_DAYS).map(({ day, why }) => `${dayLabel(day)} (${why})`);
  const more = skipped.length - named.length;
  const all = named.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
  return `Skipped, because nobody works: ${all}.${schedule === 'partly' ? ` ${PARTLY}` : ''}`;
}
