import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, DismissRegular, EditRegular, EyeRegular } from '@fluentui/react-icons';
import { keyOf } from '../../contract/resource.ts';
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
import { watchGesture } from '../../ui/oneGesture.ts';
import { useUi } from '../../ui/UiContext.ts';
import { recordLine } from '../shared/recordLine.ts';
import { useWritten } from '../shared/useUndo.ts';

const WRITE = `${nonWorkingDays.feature}.write`;
const ShiftPopover = lazyPart(
  () => import('./ShiftPopover.tsx').then(module => module.ShiftPopover),
  () => null,
);
const WeekendsDialog = lazyPart(() => import('./WeekendsDialog.tsx').then(module => module.WeekendsDialog));

const useStyles = makeStyles({
  // Small and close together, so that the schedule's other columns have enough room.
  root: {
    display: 'flex',
    alignItems: 'center',
    columnGap: 0,
    '& .fui-Checkbox__label': { fontSize: tokens.fontSizeBase200 },
    // Disabled checkboxes must remain readable, so they are as dark as the text next to them.
    '& .fui-Checkbox > input:disabled ~ .fui-Checkbox__label': { color: tokens.colorNeutralForeground2 },
    '& .fui-Checkbox > input:disabled ~ .fui-Checkbox__indicator': { color: tokens.colorNeutralForeground2 },
  },
  box: {
    columnGap: 0,
    alignItems: 'center',
    '& > .fui-Checkbox__indicator': { alignSelf: 'center', marginInline: tokens.spacingHorizontalXS },
    '& > .fui-Checkbox__label': { paddingInline: '2px' },
  },
  // The label is only the accessible name and the tooltip, because a cell has no room for it.
  action: {
    minWidth: '24px',
    maxWidth: '24px',
    marginInlineStart: tokens.spacingHorizontalXXS,
    '@media screen and (max-width: 639px)': { minWidth: '40px', maxWidth: '40px', minHeight: '40px' },
  },
  text: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** Saves a row's weekends; the notice offers Undo. */
export function useSaveWeekends(row: Row): (weekends: Weekends) => Promise<void> {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const written = useWritten();
  return async weekends => {
    const values = { WeekendsSetting: weekendsText(weekends) };
    const entry = await editRecord(client, nonWorkingDays, entity, row, values);
    if (entry) written('Apply successful', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(nonWorkingDays, row));
  };
}

/** A checkbox for each day that can be part of the weekend (NWD-7). */
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

/** The checked days before Apply. */
interface Edited {
  days: readonly number[];
  /**
   * The row at the time Edit was pressed: if a colleague has changed it since, that becomes a conflict instead of being
   * overwritten (OB8).
   */
  base: Row;
}

/**
 * The edits in progress in a list's rows. They outlive the rows, e.g. when the page is turned or cards replace the
 * table.
 */
export interface WeekendEditing {
  /** The edits, by row key. */
  edited: ReadonlyMap<string, Edited>;
  /** Stores a row's edit; null if the row is no longer being edited. */
  edit: (key: string, edited: Edited | null) => void;
  /** Opens the dialog for the states. */
  openStates: (row: Row) => void;
}

const WeekendEditingContext = createContext<WeekendEditing>({
  edited: new Map(),
  edit: () => undefined,
  openStates: () => undefined,
});

/** Keeps a list's weekend edits, and the dialog for a row's states. */
export function WeekendEditingRoom({ children }: { children: ReactNode }) {
  const { can } = useUi();
  const [edited, setEdited] = useState<ReadonlyMap<string, Edited>>(new Map());
  const [states, setStates] = useState<Row | null>(null);
  const value = useMemo(
    () => ({
      edited,
      edit: (key: string, now: Edited | null) =>
        setEdited(before => {
          const next = new Map(before);
          if (now === null) next.delete(key);
          else next.set(key, now);
          return next;
        }),
      openStates: setStates,
    }),
    [edited],
  );
  return (
    <WeekendEditingContext value={value}>
      {children}
      {states && (
        <WeekendsDialog
          key={keyOf(nonWorkingDays, states)}
          row={states}
          readOnly={!can(WRITE)}
          close={() => setStates(null)}
        />
      )}
    </WeekendEditingContext>
  );
}

/**
 * A row's weekends (NWD-7 to NWD-9), shown as disabled checkboxes: Edit enables them, Cancel restores the saved ones,
 * and Apply saves. For the last mile in Malaysia, a dialog shows the states.
 */
export function WeekendCell({ row }: { row: Row }) {
  const styles = useStyles();
  const { can, entity, notify } = useUi();
  const { edited, edit, openStates } = use(WeekendEditingContext);
  const root = useRef<HTMLSpanElement>(null);
  /** Whether the edit is being stored; a second click would store it twice. */
  const busy = useRef(false);
  const text = String(row['WeekendsSetting']);
  const saved = readWeekends(text) ?? {};
  const key = keyOf(nonWorkingDays, row);
  const editing = edited.get(key);
  const days = editing?.days ?? null;
  const isEditing = days !== null;
  // Edit takes the place of Apply, so the second click of a double click would start another edit.
  useEffect(() => (isEditing ? watchGesture() : undefined), [isEditing]);
  const base = editing?.base ?? row;
  const save = useSaveWeekends(base);
  const mayWrite = can(WRITE);
  const name = `channel ${String(row['channelId'])} ${String(row['serviceType'])}`;
  if (isByState(entity, row['serviceType'])) {
    return (
      <span className={styles.root}>
        <span className={styles.text} title={text}>
          {text}
        </span>
        <Button
          size="small"
          className={styles.action}
          appearance="subtle"
          icon={mayWrite ? <EditRegular /> : <EyeRegular />}
          title={mayWrite ? 'Edit' : 'View'}
          aria-label={`${mayWrite ? 'Edit' : 'View'} weekends of ${name}`}
          onClick={() => openStates(row)}
        />
      </span>
    );
  }
  const apply = async () => {
    if (days === null || busy.current) return;
    busy.current = true;
    try {
      await save({ [ALL]: days });
      edit(key, null);
    } catch (error) {
      notify.error(failureText(error));
    } finally {
      busy.current = false;
    }
  };
  return (
    <span ref={root} className={styles.root}>
      <WeekendBoxes
        label={name}
        days={days ?? saved[ALL] ?? []}
        disabled={days === null}
        onChange={next => edit(key, { days: next, base })}
      />
      {mayWrite && days === null && (
        <Button
          size="small"
          className={styles.action}
          appearance="subtle"
          icon={<EditRegular />}
          title="Edit"
          aria-label={`Edit weekends of ${name}`}
          onClick={() => edit(key, { days: saved[ALL] ?? [], base: row })}
        />
      )}
      {days !== null && (
        <>
          <Button
            size="small"
            className={styles.action}
            appearance="primary"
            icon={<CheckmarkRegular />}
            title="Apply"
            aria-label="Apply"
            onClick={() => void apply()}
          />
          <Button
            size="small"
            className={styles.action}
            appearance="subtle"
            icon={<DismissRegular />}
            title="Cancel"
            aria-label="Cancel"
            onClick={() => edit(key, null)}
          />
          <ShiftPopover anchor={root} row={base} change={{ WeekendsSetting: weekendsText({ [ALL]: days }) }} />
        </>
      )}
    </span>
  );
}
