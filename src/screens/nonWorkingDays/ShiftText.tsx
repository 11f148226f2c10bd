import { useMemo } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { daysBefore } from '../../domain/cdt/channelCdt.ts';
import { formatDate } from '../../domain/format.ts';
import { shiftedLeadTimes } from '../../domain/leadTimeShift.ts';
import { shiftedDays, type NonWorkingRow } from '../../domain/daysOff.ts';
import { useChannelLeadTimes } from '../../sync/hooks/useChannelLeadTimes.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { scheduleRow } from './calendar/schedules.ts';
import { shiftSentences, type KnownLeadTimes } from './shiftWords.ts';

const useStyles = makeStyles({
  root: {
    display: 'block',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  head: { display: 'block', fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  line: { display: 'block' },
});

/** Fields of a schedule that decide which days are off. */
export type ScheduleChange = Partial<Pick<NonWorkingRow, 'WeekendsSetting' | 'HolidaysSetting' | 'status'>>;

interface ShiftTextProps {
  /** The schedule as it is shown. */
  row: Row;
  /** What is about to be saved of it; null while that is wrong. */
  change: ScheduleChange | null;
}

/** "What does this shift?": how many channels and lead times the change moves in the next 90 days, before it is saved. */
export function ShiftText({ row, change }: ShiftTextProps) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { online, timeZone } = useUi();
  const channelId = Number(row['channelId']);
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);
  const isLastMile = row['serviceType'] === 'LM';
  const found = useChannelLeadTimes(isLastMile ? channelId : null);
  const changeKey = JSON.stringify(change);
  const sentences = useMemo(() => {
    if (change === null) return [];
    const before = scheduleRow(row, entity);
    const after = { ...before, ...change };
    const known: KnownLeadTimes = !isLastMile
      ? null
      : found === undefined || found === 'loading'
        ? online
          ? 'loading'
          : 'absent'
        : found === 'absent'
          ? found
          : shiftedLeadTimes(found.groups, before, after, daysBefore(found.channel), today);
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    return shiftSentences(channelId, isChanged, shiftedDays(before, after, today), known, online);
    // oxlint-disable-next-line react/exhaustive-deps -- `changeKey` stands for the change
  }, [row, entity, changeKey, found, isLastMile, today, channelId, online]);
  return (
    <output
      className={sentences.length === 0 ? undefined : styles.root}
      aria-live="polite"
      aria-label="What does this shift?"
    >
      {sentences.length > 0 && <strong className={styles.head}>What does this shift?</strong>}
      {sentences.map(sentence => (
        <span key={sentence} className={styles.line}>
          {sentence}{' '}
        </span>
      ))}
    </output>
  );
}
