import { ArrowUndoRegular, CalendarEditRegular, DeleteRegular } from '@fluentui/react-icons';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { wordOf } from '../../contract/recordChange.ts';
import { STATUS } from '../../domain/permission.ts';
import type { Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { ListDialogProps, OfflineDownloadProps } from '../../ui/list/definition.ts';
import { screenOf } from '../resource/screen.tsx';
import { NON_WORKING_DAYS_PATH, calendarHref } from './paths.ts';
import { scheduleText, holidaysCount } from './words.ts';
import { WeekendCell } from './WeekendCell.tsx';
import { makeStyles, tokens } from '@fluentui/react-components';
import { PageLink } from '../shared/PageLink.tsx';

/** The number of a schedule's holidays, as a link to its calendar. */
function HolidaysCell({ row }: { row: Row }) {
  const text = String(row['HolidaysSetting']);
  return (
    <span title={text}>
      <PageLink href={calendarHref(row)} label={`${holidaysCount(text)}: calendar of the ${scheduleText(row)}`}>
        {holidaysCount(text)}
      </PageLink>
    </span>
  );
}

const useStyles = makeStyles({
  // Shows as many lines as the density allows; the tooltip contains the full text.
  lines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 'var(--cell-lines, 2)',
    overflow: 'hidden',
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Text in a narrower column. */
function NarrowCell({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <span className={styles.lines} data-full={text}>
      {text}
    </span>
  );
}

/** The two tabs of Non-working days (NWD-1), with the additions to the declarations of their resources. */

/** Width in pixels of three checkboxes next to Apply and Cancel. */
const WEEKENDS_WIDTH = 200;
/** Width of a number of days, e.g. "32 days". */
const HOLIDAYS_WIDTH = 68;
/** Width of a date above its time. */
const TIME_WIDTH = 88;
/** Width of "Non-Integrated" on two lines. */
const TYPE_WIDTH = 80;
const ID_WIDTH = 66;
const WRITE = `${nonWorkingDays.feature}.write`;
const StatusDialog = lazyPart(() => import('./StatusDialog.tsx').then(module => module.StatusDialog));
const HolidaysForm = lazyPart(() => import('./HolidaysForm.tsx').then(module => module.HolidaysForm));
const BulkShift = lazyPart(
  () => import('../shared/shift/ManyShift.tsx').then(module => module.BulkShift),
  () => null,
);
const RemoveDialog = (props: ListDialogProps<Row>) => <StatusDialog {...props} to={STATUS.disabled} />;
const RestoreDialog = (props: ListDialogProps<Row>) => <StatusDialog {...props} to={STATUS.normal} />;

const lastUpdated = (row: Row) => row['updatedAt'] as number;

function listOf(mask: 0 | 1) {
  const list = screenOf({
    resource: nonWorkingDays,
    id: `nonWorkingDays.${mask}`,
    path: `${NON_WORKING_DAYS_PATH}/${mask}`,
    // G23: the log's path is that of the screen, without the tab.
    history: selected =>
      `${NON_WORKING_DAYS_PATH}/log?code=${nonWorkingDays.feature}${typeof selected['channelId'] === 'number' ? `&channel=${selected['channelId']}` : ''}`,
    BulkConsequence: BulkShift,
    texts: {
      idle: '',
      empty: 'No schedule matches these filters',
      none: 'No channel of this tab has a schedule yet. Import one from a spreadsheet.',
    },
  });
  const isNormal = (row: Row): boolean => row['status'] === STATUS.normal;
  return {
    ...list,
    ...(list.card
      ? {
          card: { ...list.card, title: scheduleText, detail: () => '', fields: ['WeekendsSetting', 'HolidaysSetting'] },
        }
      : {}),
    filters: list.filters
      .filter(({ key }) => key !== 'isMaskChannel')
      .map(filter =>
        filter.key === 'serviceType'
          ? {
              key: filter.key,
              label: filter.label,
              kind: 'select' as const,
              options: [
                { value: 'FL', label: 'FL' },
                { value: 'LM', label: 'LM' },
              ],
            }
          : filter,
      ),
    columns: list.columns
      .filter(({ key }) => key !== 'isMaskChannel')
      .map(column => {
        if (column.key === 'WeekendsSetting') {
          const { edit: _edit, ...base } = column;
          return {
            ...base,
            kind: 'custom' as const,
            whole: true,
            width: WEEKENDS_WIDTH,
            copied: (row: Row) => String(row['WeekendsSetting']),
            render: (row: Row) => <WeekendCell row={row} />,
          };
        }
        // About sixty days are too many to read or edit in a cell; the form lists them individually.
        if (column.key === 'HolidaysSetting') {
          const { edit: _edit, ...base } = column;
          return {
            ...base,
            kind: 'custom' as const,
            whole: true,
            width: HOLIDAYS_WIDTH,
            copied: (row: Row) => String(row['HolidaysSetting']),
            render: (row: Row) => <HolidaysCell row={row} />,
          };
        }
        if (column.key === 'channelId') return { ...column, width: ID_WIDTH };
        if (column.key === 'channelType1') {
          const text = (row: Row) => wordOf(nonWorkingDays.fields.channelType1, row['channelType1']);
          return {
            ...column,
            kind: 'custom' as const,
            whole: true,
            width: TYPE_WIDTH,
            copied: text,
            render: (row: Row) => <NarrowCell text={text(row)} />,
          };
        }
        // G66: the time of the last change is one of the columns.
        if (column.key !== 'updatedAt') return column;
        const { standby: _standby, ...shown } = column;
        return {
          ...shown,
          label: 'Last Updated',
          kind: 'tz' as const,
          value: lastUpdated,
          stacked: true,
          width: TIME_WIDTH,
        };
      }),
    operations: list.operations
      .filter(({ id }) => id !== 'create')
      .map(operation => {
        if (operation.kind !== 'download') return operation;
        const { href, Offline } = operation;
        return {
          ...operation,
          href: ((selected, ...rest) => href({ ...selected, isMaskChannel: mask }, ...rest)) as typeof href,
          Offline: (props: OfflineDownloadProps) => (
            <Offline {...props} selected={{ ...props.selected, isMaskChannel: mask }} />
          ),
        };
      }),
    rowActions: [
      // Uses icons, because the columns need the space.
      ...list.rowActions.flatMap(action =>
        action.id === 'holidays' ? [{ ...action, icon: <CalendarEditRegular /> }] : [],
      ),
      {
        id: 'remove',
        label: 'Delete',
        icon: <DeleteRegular />,
        permission: WRITE,
        dialog: 'remove',
        offered: isNormal,
      },
      {
        id: 'restore',
        label: 'Restore',
        icon: <ArrowUndoRegular />,
        permission: WRITE,
        dialog: 'restore',
        offered: (row: Row) => !isNormal(row),
        insteadOf: 'remove',
      },
      ...list.rowActions.filter(({ id }) => id === 'history'),
    ],
    dialogs: {
      ...list.dialogs,
      holidays: HolidaysForm,
      remove: RemoveDialog,
      restore: RestoreDialog,
    },
  } as typeof list;
}

export const LISTS = [listOf(0), listOf(1)] as const;
/** The parameters that a tab's list requests in addition to its filters: the tab's number as isMaskChannel. */
export const TO_CALL = [
  (applied: Row): Row => ({ ...applied, isMaskChannel: 0 }),
  (applied: Row): Row => ({ ...applied, isMaskChannel: 1 }),
] as const;
