import { useMemo } from 'react';
import { partsBefore } from '../../domain/cdt/channelCdt.ts';
import { formatDate } from '../../domain/format.ts';
import { shiftedLeadTimes, withSchedule } from '../../domain/leadTimeShift.ts';
import { shiftedDays, type NonWorkingRow } from '../../domain/daysOff.ts';
import { useChannelLeadTimes, type ChannelLeadTimes, type KnownChannel } from '../../sync/hooks/useChannelLeadTimes.ts';
import { useChannelPickups, type ChannelPickup } from '../../sync/hooks/useChannelPickups.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { scheduleRow } from '../shared/shift/schedules.ts';
import { ShiftNote } from '../shared/shift/ShiftNote.tsx';
import { loadingWord, shiftSentences, type KnownLeadTimes } from '../shared/shift/shiftWords.ts';

/** The fields of a schedule that determine its non-working days. */
export type ScheduleChange = Partial<Pick<NonWorkingRow, 'WeekendsSetting' | 'HolidaysSetting' | 'status'>>;

interface ShiftTextProps {
  /** The schedule as currently displayed. */
  row: Row;
  /** The values about to be saved; null while they are invalid. */
  change: ScheduleChange | null;
}

/**
 * Answers "What does this shift?": how many channels and lead times the change would affect in the next 90 days; shown
 * before the change is saved.
 */
export function ShiftText({ row, change }: ShiftTextProps) {
  const { client, entity } = useSync();
  const { online, timeZone } = useUi();
  const channelId = Number(row['channelId']);
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);
  const asked = useMemo(() => [channelId], [channelId]);
  const found = useChannelLeadTimes(asked, online)?.get(channelId);
  const pickup = useChannelPickups(asked)?.get(channelId);
  const changeKey = JSON.stringify(change);
  const sentences = useMemo(() => {
    if (change === null) return [];
    const before = scheduleRow(row, entity);
    const after = { ...before, ...change };
    const known = knownOf(found, pickup, online, ({ groups, channel }, { schedules, ...rest }) =>
      shiftedLeadTimes(
        groups,
        withSchedule(schedules, before),
        withSchedule(schedules, after),
        { ...partsBefore(channel), ...rest },
        today,
      ),
    );
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    return shiftSentences(channelId, isChanged, shiftedDays(before, after, today), known, online);
    // oxlint-disable-next-line react/exhaustive-deps -- `changeKey` covers the change
  }, [row, entity, changeKey, found, pickup, today, channelId, online]);
  return <ShiftNote sentences={sentences} />;
}

/** The effect on lead times, or why it is not known yet. */
function knownOf(
  found: KnownChannel | undefined,
  pickup: ChannelPickup | undefined,
  online: boolean,
  effect: (times: ChannelLeadTimes, pickup: ChannelPickup) => KnownLeadTimes,
): KnownLeadTimes {
  if (found === 'absent' || found === 'loading') return loadingWord(found, online);
  return found === undefined || found === 'counting' || !pickup ? 'loading' : effect(found, pickup);
}
