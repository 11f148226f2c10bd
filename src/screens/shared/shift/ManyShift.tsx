import { useMemo } from 'react';
import { daysBefore } from '../../../domain/cdt/channelCdt.ts';
import { formatDate } from '../../../domain/format.ts';
import { lastMileChannels, shiftOfMany, type ScheduleChange } from '../../../domain/leadTimeShift.ts';
import { useChannelLeadTimes } from '../../../sync/hooks/useChannelLeadTimes.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { scheduleRow } from './schedules.ts';
import { ShiftNote } from './ShiftNote.tsx';
import { loadingWord, manyShiftSentences } from './shiftWords.ts';

/** The effect of a bulk schedule change on lead times, shown before it is saved. */
export function ManyShift({ changes }: { changes: readonly ScheduleChange[] }) {
  const { client } = useSync();
  const { online, timeZone } = useUi();
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);
  const channels = useMemo(() => lastMileChannels(changes), [changes]);
  const known = useChannelLeadTimes(channels, online);
  const sentences = useMemo(() => {
    if (changes.length === 0) return [];
    const shift = shiftOfMany(
      changes,
      channelId => {
        const times = known?.get(channelId) ?? 'counting';
        if (typeof times !== 'string') return { groups: times.groups, ahead: daysBefore(times.channel) };
        return times === 'counting' ? 'loading' : loadingWord(times, online);
      },
      today,
    );
    return manyShiftSentences(shift, online);
  }, [changes, known, online, today]);
  return <ShiftNote sentences={sentences} />;
}

/** The effect of a bulk change on lead times. */
export function BulkShift({ rows, set }: { rows: readonly Row[]; set: Row }) {
  const { entity } = useSync();
  const changes = useMemo(
    () =>
      rows.map((row): ScheduleChange => ({
        channelId: Number(row['channelId']),
        before: scheduleRow(row, entity),
        after: scheduleRow({ ...row, ...set }, entity),
      })),
    [rows, set, entity],
  );
  return <ManyShift changes={changes} />;
}
