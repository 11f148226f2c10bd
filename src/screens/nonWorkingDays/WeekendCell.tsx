import { useState } from 'react';
import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import {
  ALL,
  isByState,
  readWeekends,
  WEEKEND_DAYS,
  weekendsText,
  type Weekends,
} from '../../domain/nonWorkingDays.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useWritten } from '../shared/useUndo.ts';

const StateWeekends = lazyPart(() => import('./StateWeekends.tsx').then(module => module.StateWeekends));

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  box: {
    columnGap: 0,
    '& > .fui-Checkbox__indicator': { marginInline: tokens.spacingHorizontalXS },
    '& > .fui-Checkbox__label': { paddingInline: '2px' },
  },
  action: { minWidth: 0, paddingInline: tokens.spacingHorizontalS },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', maxWidth: '180px' },
});

/** Saves the weekends of a row; the notice offers to take it back. */
export function useSaveWeekends(row: Row): (weekends: Weekends) => Promise<void> {
  const { client, entity } = useSync();
  const written = useWritten();
  return async weekends => {
    const values = { WeekendsSetting: weekendsText(weekends) };
    const entry = await editRecord(client, nonWorkingDays, entity, row, values);
    if (entry) written('Apply successful', entry);
  };
}

/** Checkboxes of the days that may be a weekend (NWD-7). */
export function WeekendBoxes(props: {
  label: string;
  days: readonly number[];
  disabled?: boolean;
  onChange: (days: number[]) => void;
}) {
  const { label, days, disabled = false, onChange } = props;
  const styles = useStyles();
  return (
    <>
      {WEEKEND_DAYS.map(({ value, label: word }) => (
        <Checkbox
          key={value}
          className={styles.box}
          label={word}
          aria-label={`${word}, weekend of ${label}`}
          checked={days.includes(value)}
          disabled={disabled}
          onChange={(_, { checked }) =>
            onChange(checked === true ? [...days, value].sort() : days.filter(day => day !== value))
          }
        />
      ))}
    </>
  );
}

/**
 * The weekends of a row (NWD-7 to NWD-9): shown with disabled checkboxes; Edit enables them, Cancel brings the saved ones back,
 * Apply saves. The last mile in Malaysia has a dialog with its states.
 */
export function WeekendCell({ row }: { row: Row }) {
  const styles = useStyles();
  const { can, entity, notify } = useUi();
  const save = useSaveWeekends(row);
  const text = String(row['WeekendsSetting']);
  const saved = readWeekends(text) ?? {};
  const [edited, setEdited] = useState<number[] | null>(null);
  const [isOpen, setOpen] = useState(false);
  const mayWrite = can(`${nonWorkingDays.feature}.write`);
  const name = `channel ${String(row['channelId'])} ${String(row['serviceType'])}`;
  if (isByState(entity, row['serviceType'])) {
    return (
      <span className={styles.root}>
        <span className={styles.text} title={text}>
          {text}
        </span>
        <Button
          size="small"
          appearance="subtle"
          aria-label={`${mayWrite ? 'Edit' : 'View'} weekends of ${name}`}
          onClick={() => setOpen(true)}
        >
          {mayWrite ? 'Edit' : 'View'}
        </Button>
        {isOpen && <StateWeekends row={row} readOnly={!mayWrite} close={() => setOpen(false)} />}
      </span>
    );
  }
  const apply = async () => {
    if (edited === null) return;
    try {
      await save({ [ALL]: edited });
      setEdited(null);
    } catch (error) {
      notify.error(failureText(error));
    }
  };
  return (
    <span className={styles.root}>
      <WeekendBoxes label={name} days={edited ?? saved[ALL] ?? []} disabled={edited === null} onChange={setEdited} />
      {mayWrite && edited === null && (
        <Button
          size="small"
          className={styles.action}
          appearance="subtle"
          aria-label={`Edit weekends of ${name}`}
          onClick={() => setEdited([...(saved[ALL] ?? [])])}
        >
          Edit
        </Button>
      )}
      {edited !== null && (
        <>
          <Button size="small" className={styles.action} appearance="primary" onClick={() => void apply()}>
            Apply
          </Button>
          <Button size="small" className={styles.action} appearance="subtle" onClick={() => setEdited(null)}>
            Cancel
          </Button>
        </>
      )}
    </span>
  );
}
