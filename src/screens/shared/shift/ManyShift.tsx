import { useMemo } from 'react';
import { partsBefore } from '../../../domain/cdt/channelCdt.ts';
import { formatDate } from '../../../domain/format.ts';
import { movedChannels, shiftOfMany, type ScheduleChange } from '../../../domain/leadTimeShift.ts';
import { useChannelLeadTimes } from '../../../sync/hooks/useChannelLeadTimes.ts';
import { useChannelPickups } from '../../../sync/hooks/useChannelPickups.ts';
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
  const channels = useMemo(() => movedChannels(changes), [changes]);
  const known = useChannelLeadTimes(channels, online);
  const pickups = useChannelPickups(channels);
  const sentences = useMemo(() => {
    if (changes.length === 0) return [];
    const shift = shiftOfMany(
      changes,
      channelId => {
        const pickup = pickups?.get(channelId);
        const times = (pickup && known?.get(channelId)) ?? 'counting';
        if (pickup && typeof times !== 'string') {
          const { schedules, ...rest } = pickup;
          return { groups: times.groups, parts: { ...partsBefore(times.channel), ...rest }, schedules };
        }
        return times === 'absent' || times === 'loading' ? loadingWord(times, online) : 'loading';
      },
      today,
    );
    return manyShiftSentences(shift, online);
  }, [changes, known, pickups, online, today]);
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
