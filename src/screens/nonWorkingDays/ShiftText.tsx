import { useMemo } from 'react';
import { daysBefore } from '../../domain/cdt/channelCdt.ts';
import { formatDate } from '../../domain/format.ts';
import { shiftedLeadTimes } from '../../domain/leadTimeShift.ts';
import { shiftedDays, type NonWorkingRow } from '../../domain/daysOff.ts';
import { useChannelLeadTimes } from '../../sync/hooks/useChannelLeadTimes.ts';
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
  const isLastMile = row['serviceType'] === 'LM';
  const asked = useMemo(() => (isLastMile ? [channelId] : []), [isLastMile, channelId]);
  const all = useChannelLeadTimes(asked, online);
  const found = all?.get(channelId);
  const changeKey = JSON.stringify(change);
  const sentences = useMemo(() => {
    if (change === null) return [];
    const before = scheduleRow(row, entity);
    const after = { ...before, ...change };
    const known: KnownLeadTimes = !isLastMile
      ? null
      : found === undefined || found === 'counting'
        ? 'loading'
        : found === 'loading' || found === 'absent'
          ? loadingWord(found, online)
          : shiftedLeadTimes(found.groups, before, after, daysBefore(found.channel), today);
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    return shiftSentences(channelId, isChanged, shiftedDays(before, after, today), known, online);
    // oxlint-disable-next-line react/exhaustive-deps -- `changeKey` covers the change
  }, [row, entity, changeKey, found, isLastMile, today, channelId, online]);
  return <ShiftNote sentences={sentences} />;
}
