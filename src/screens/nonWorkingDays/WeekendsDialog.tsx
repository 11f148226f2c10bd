import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { keyOf } from '../../contract/resource.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { errorText } from '../../domain/errorText.ts';
import {
  ALL,
  isByState,
  readWeekends,
  weekendRegions,
  weekendsText,
  type Weekends,
} from '../../domain/nonWorkingDays.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { EnteredDialog } from '../../ui/form/EnteredDialog.tsx';
import { useEntered } from '../../ui/form/useEntered.ts';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';

import { ShiftText } from './ShiftText.tsx';
import { useSaveWeekends, WeekendBoxes } from './WeekendCell.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto auto',
    alignItems: 'center',
    maxHeight: 'calc(100vh - 360px)',
    marginBottom: tokens.spacingVerticalS,
    overflowY: 'auto',
    columnGap: tokens.spacingHorizontalS,
  },
  // In a short window, the dialog scrolls and still shows some of the states.
  states: { minHeight: '160px' },
});

/** A schedule's weekends; for Malaysia's last mile, state by state (NWD-9). */
export function WeekendsDialog({ row: shown, readOnly, close }: { row: Row; readOnly: boolean; close: () => void }) {
  // The row at the time the dialog was opened: if a colleague has changed it since, that becomes a conflict instead of
  // being overwritten (OB8).
  const [row] = useState(shown);
  const styles = useStyles();
  const { entity } = useSync();
  const save = useSaveWeekends(row);
  const serviceType = String(row['serviceType']);
  const regions = weekendRegions(entity, serviceType);
  const saved = readWeekends(String(row['WeekendsSetting'])) ?? {};
  const entered = useEntered<{ weekends: Weekends }>(`nonWorkingDays/weekends/${keyOf(nonWorkingDays, row)}`, {
    weekends: Object.fromEntries(regions.map(state => [state, saved[state] ?? saved[ALL] ?? []])),
  });
  const { weekends } = entered.values;
  const { busy, run } = useOneAtATime();
  const [problem, setProblem] = useState<string | null>(null);
  const apply = async () => {
    try {
      setProblem(null);
      await save(weekends);
      entered.draft.end();
      close();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <EnteredDialog
      title={`Weekends of channel ${String(row['channelId'])} ${isByState(entity, serviceType) ? 'by state' : serviceType}`}
      busy={busy}
      applying={busy}
      entered={entered}
      onClose={close}
      actions={
        !readOnly && (
          <Button appearance="primary" disabled={busy} onClick={() => void run(apply)}>
            Apply
          </Button>
        )
      }
    >
      <div className={mergeClasses(styles.list, regions.length > 1 && styles.states)}>
        {regions.map(state => (
          <StateRow
            key={state}
            state={state}
            days={weekends[state] ?? []}
            disabled={readOnly}
            onChange={days => entered.change(now => ({ weekends: { ...now.weekends, [state]: days } }))}
          />
        ))}
      </div>
      {!readOnly && <ShiftText row={row} change={{ WeekendsSetting: weekendsText(weekends) }} />}
      {problem !== null && <p role="alert">{problem}</p>}
    </EnteredDialog>
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
      <span>{state === ALL ? 'Every week' : state}</span>
      <WeekendBoxes label={state === ALL ? 'every week' : state} {...boxes} />
    </>
  );
}
