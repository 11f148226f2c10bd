import { dayLabel } from '../../domain/dayNames.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import type { LeadTimeShift } from '../../domain/leadTimeShift.ts';
import { SHIFT_DAYS, type ShiftedDay } from '../../domain/daysOff.ts';
import { ALL } from '../../domain/nonWorkingDays.ts';

/** What a change of a schedule shifts, in words. */

/** So many days, and so many states of one day, are named. */
const NAMED = 4;

const named = (words: readonly string[], most = NAMED): string => {
  const rest = words.length - most;
  return rest > 0 ? `${words.slice(0, most).join(', ')} and ${formatCount(rest)} more` : words.join(', ');
};

/** "2 days become non-working: Fri 2026-12-25 in Kedah, Thu 2026-12-31". */
function turned(shifted: readonly ShiftedDay[], becomesWorking: boolean): string | null {
  const states = new Map<string, string[]>();
  for (const { day, region, after } of shifted) {
    if ((after === 'working') !== becomesWorking) continue;
    states.set(day, [...(states.get(day) ?? []), region]);
  }
  if (states.size === 0) return null;
  const days = [...states].map(([day, regions]) => {
    const own = regions.filter(region => region !== ALL);
    return own.length === 0
      ? dayLabel(day)
      : `${dayLabel(day)} in ${own.length > NAMED ? `${own.length} states` : own.join(', ')}`;
  });
  const verb = `${states.size === 1 ? 'becomes' : 'become'} ${becomesWorking ? 'a working day' : 'non-working'}`;
  const verbs = becomesWorking && states.size > 1 ? 'become working days' : verb;
  return `${countText(states.size, 'day')} ${verbs}: ${named(days)}.`;
}

/** What is known of a channel's lead times. null: nothing that is asked for, since its last mile stays as it is. */
export type KnownLeadTimes = LeadTimeShift | 'absent' | 'loading' | null;

/** What happens to lead times. `online`: whether what is missing can come. */
function leadTimeWords(channelId: number, known: KnownLeadTimes, online: boolean): string {
  if (known === null) return 'No lead time changes: lead times count the days of the last mile (LM) alone.';
  if (known === 'loading') return `Counting the lead times of channel ${channelId} ...`;
  if (known === 'absent')
    return `How many lead times change is not known: those of channel ${channelId} are not on this device${
      online ? ', or you may not see them.' : ', and the server cannot be reached.'
    }`;
  if (known.total === 0) return `Channel ${channelId} has no lead times that could change.`;
  if (known.changed === 0) return `None of the ${countText(known.total, 'lead time')} of the channel changes.`;
  const parts = [
    known.later > 0 ? `up to ${countText(known.later, 'day')} later` : '',
    known.earlier > 0 ? `up to ${countText(known.earlier, 'day')} earlier` : '',
  ].filter(part => part !== '');
  return `${formatCount(known.changed)} of its ${countText(known.total, 'lead time')} ${known.changed === 1 ? 'changes' : 'change'}${
    parts.length === 0 ? '' : `: delivered ${parts.join(' or ')}`
  }.`;
}

/**
 * "What does this shift?": the sentences of a change of one channel's schedule, none while nothing is changed.
 *
 * @param isChanged whether anything is to be saved at all
 */
export function shiftSentences(
  channelId: number,
  isChanged: boolean,
  shifted: readonly ShiftedDay[],
  leadTimes: KnownLeadTimes,
  online: boolean,
): string[] {
  if (!isChanged) return [];
  if (shifted.length === 0 && (leadTimes === null || typeof leadTimes === 'string' || leadTimes.changed === 0))
    return [`Shifts nothing in the next ${SHIFT_DAYS} days: no channel and no lead time changes.`];
  const days = [turned(shifted, false), turned(shifted, true)].filter(words => words !== null);
  const channels = shifted.length === 0 ? 'No day changes' : '1 channel changes';
  return [`${channels} in the next ${SHIFT_DAYS} days.`, ...days, leadTimeWords(channelId, leadTimes, online)];
}
