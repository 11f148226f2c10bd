import { dayLabel } from '../../../domain/dayNames.ts';
import { formatCount } from '../../../domain/format.ts';
import { countText } from '../../../domain/import/countsText.ts';
import type { LeadTimeShift, ManyShift } from '../../../domain/leadTimeShift.ts';
import { SHIFT_DAYS, type ShiftedDay } from '../../../domain/daysOff.ts';
import { ALL } from '../../../domain/nonWorkingDays.ts';

/** Describes the effect of a schedule change on lead times. */

/** Maximum number of days to list, and of states for each day. */
const NAMED = 4;

const named = (words: readonly string[], most = NAMED): string => {
  const rest = words.length - most;
  return rest > 0 ? `${words.slice(0, most).join(', ')} and ${formatCount(rest)} more` : words.join(', ');
};

/** Describes the changed days, e.g. "2 days become non-working: Fri 2026-12-25 in Kedah, Thu 2026-12-31". */
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
  return `${countText(states.size, 'day')} ${becomeWords(states.size, becomesWorking)}: ${named(days)}.`;
}

function becomeWords(days: number, becomesWorking: boolean): string {
  if (!becomesWorking) return days === 1 ? 'becomes non-working' : 'become non-working';
  return days === 1 ? 'becomes a working day' : 'become working days';
}

/** What is known about a channel's lead times. */
export type KnownLeadTimes = LeadTimeShift | 'absent' | 'loading';

/** Lead times that are missing on this device can be loaded only online. */
export const loadingWord = (state: 'absent' | 'loading', online: boolean): 'absent' | 'loading' =>
  online ? state : 'absent';

const NOTHING = `Nothing shifts in the next ${SHIFT_DAYS} days: no channel and no lead time changes.`;

/** The effect on lead times. `online`: whether missing ones can be loaded. */
function leadTimeWords(channelId: number, known: KnownLeadTimes, online: boolean): string {
  if (known === 'loading') return `Counting the lead times of channel ${channelId} ...`;
  if (known === 'absent')
    return `How many lead times change is unknown because those of channel ${channelId} are not on this device${
      online ? ', or you may not see them.' : ', and the server cannot be reached.'
    }`;
  if (known.total === 0) return `Channel ${channelId} has no lead times that could change.`;
  if (known.changed === 0) return unmovedWords(known.total, 'the channel');
  return movedWords(`its ${countText(known.total, 'lead time')}`, known);
}

/** E.g. "1,204 of its 5,310 lead times change: delivered up to 2 days later." */
function movedWords(all: string, { changed, later, earlier }: LeadTimeShift): string {
  const parts = [
    later > 0 ? `up to ${countText(later, 'day')} later` : '',
    earlier > 0 ? `up to ${countText(earlier, 'day')} earlier` : '',
  ].filter(part => part !== '');
  return `${formatCount(changed)} of ${all} ${changed === 1 ? 'changes' : 'change'}${
    parts.length === 0 ? '' : `: delivered ${parts.join(' or ')}`
  }.`;
}

/**
 * "What does this shift?": the sentences for a change to one channel's schedule; empty if nothing changes.
 *
 * @param isChanged whether there is a change to save
 */
export function shiftSentences(
  channelId: number,
  isChanged: boolean,
  shifted: readonly ShiftedDay[],
  leadTimes: KnownLeadTimes,
  online: boolean,
): string[] {
  if (!isChanged) return [];
  if (shifted.length === 0 && (typeof leadTimes === 'string' || leadTimes.changed === 0)) return [NOTHING];
  const days = [turned(shifted, false), turned(shifted, true)].filter(words => words !== null);
  const channels = shifted.length === 0 ? 'No day changes' : '1 channel changes';
  return [`${channels} in the next ${SHIFT_DAYS} days.`, ...days, leadTimeWords(channelId, leadTimes, online)];
}

/**
 * Describes the days changed for many channels, e.g. "2 days become non-working: Fri 2026-12-25 for 12 channels, Thu
 * 2026-12-31 for 1 channel."
 */
function turnedForMany({ days }: ManyShift, becomesWorking: boolean): string[] {
  const own = days.filter(day => day.becomesWorking === becomesWorking);
  if (own.length === 0) return [];
  const words = own.map(({ day, channels }) => `${dayLabel(day)} for ${countText(channels, 'channel')}`);
  return [`${countText(own.length, 'day')} ${becomeWords(own.length, becomesWorking)}: ${named(words)}.`];
}

/** Answers "What does this shift?" for a change to many channels' schedules, in sentences. */
export function manyShiftSentences(shift: ManyShift, online: boolean): string[] {
  const { channels, moved, loading, absent, leadTimes } = shift;
  const isAllKnown = loading === 0 && absent === 0;
  if (channels === 0 && leadTimes.changed === 0 && isAllKnown) return [NOTHING];
  const words =
    channels === 0 ? 'No day changes' : `${countText(channels, 'channel')} ${channels === 1 ? 'changes' : 'change'}`;
  return [
    `${words} in the next ${SHIFT_DAYS} days.`,
    ...turnedForMany(shift, false),
    ...turnedForMany(shift, true),
    ...(moved > loading + absent ? [countedWords(moved - loading - absent, leadTimes)] : []),
    ...(loading > 0 ? [`Counting the lead times of ${countText(loading, 'channel')} ...`] : []),
    ...(absent > 0
      ? [
          `How many lead times of ${countText(absent, absent === moved ? 'channel' : 'other channel')} change is unknown because they are not on this device${
            online ? ', or you may not see them.' : ', and the server cannot be reached.'
          }`,
        ]
      : []),
  ];
}

/** The sentence for one or many channels if no lead time changes. */
const unmovedWords = (total: number, whose: string): string =>
  total === 1
    ? `The only lead time of ${whose} does not change.`
    : `None of the ${countText(total, 'lead time')} of ${whose} change.`;

function countedWords(channels: number, leadTimes: LeadTimeShift): string {
  const whose = channels === 1 ? 'one channel' : `${formatCount(channels)} channels`;
  if (leadTimes.total === 0)
    return `${countText(channels, 'channel')} ${channels === 1 ? 'has' : 'have'} no lead times that could change.`;
  if (leadTimes.changed === 0) return unmovedWords(leadTimes.total, whose);
  return movedWords(`the ${countText(leadTimes.total, 'lead time')} of ${whose}`, leadTimes);
}
