import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { ALL, MALAYSIA_STATES, readWeekends, weekendsText, type Weekends } from '../../domain/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ShiftText } from './ShiftText.tsx';
import { useSaveWeekends, WeekendBoxes } from './WeekendCell.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto auto',
    alignItems: 'center',
    maxHeight: 'calc(100vh - 360px)',
    minHeight: '160px',
    marginBottom: tokens.spacingVerticalS,
    overflowY: 'auto',
    columnGap: tokens.spacingHorizontalS,
  },
});

/** Weekends of Malaysia's last mile, state by state (NWD-9). */
export function StateWeekends({ row, readOnly, close }: { row: Row; readOnly: boolean; close: () => void }) {
  const styles = useStyles();
  const save = useSaveWeekends(row);
  const saved = readWeekends(String(row['WeekendsSetting'])) ?? {};
  const [weekends, setWeekends] = useState<Weekends>(() =>
    Object.fromEntries(MALAYSIA_STATES.map(state => [state, saved[state] ?? saved[ALL] ?? []])),
  );
  const apply = async () => {
    if (!readOnly) await save(weekends);
    close();
  };
  return (
    <ConfirmDialog
      title={`Weekends of channel ${String(row['channelId'])} by state`}
      confirmLabel={readOnly ? 'Close' : 'Apply'}
      onConfirm={apply}
      onCancel={close}
    >
      <div className={styles.list}>
        {MALAYSIA_STATES.map(state => (
          <StateRow
            key={state}
            state={state}
            days={weekends[state] ?? []}
            disabled={readOnly}
            onChange={days => setWeekends(all => ({ ...all, [state]: days }))}
          />
        ))}
      </div>
      {!readOnly && <ShiftText row={row} change={{ WeekendsSetting: weekendsText(weekends) }} />}
    </ConfirmDialog>
  );
}

function StateRow(props: {
  state: string;
  days: readonly number[];
  disabled: boolean;
  onChange: (d: number[]) => void;
}) {
  const { state, ...boxes } = props;
  return (
    <>
      <span>{state}</span>
      <WeekendBoxes label={state} {...boxes} />
    </>
  );
}
