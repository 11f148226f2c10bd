import { memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import type { Fields, ListRow, RowMark } from '../../contract/listData.ts';
import { blockedBy } from '../rowMark.ts';
import { Cell, type CellPlace } from './Cell.tsx';
import type { OpenEditor } from './doing.ts';
import { CELL_PADDING, FIRST_PADDING } from './columnNeeds.ts';
import { alignsRight, type Column } from './columns.ts';
import { RowActions, type Density, type TableAction } from './RowActions.tsx';
import { useTableStyles } from './tableStyles.ts';

export interface DataRowProps<R extends Fields> {
  item: ListRow<R>;
  /** Index among the displayed rows, starting at 0. */
  index: number;
  /** Number within the whole list, starting at 1, for screen readers. */
  number: number;
  columns: readonly Column<R>[];
  /** Width of each column in pixels. */
  widths: readonly number[];
  pins: readonly number[];
  /** Whether the table scrolls sideways, so that pinned cells must be sticky. */
  stuck: boolean;
  /** Actions that have a button in the row. */
  actions: readonly TableAction[];
  /** Opens the row's menu; omitted if every action has a button. */
  onMenu?: ((opener: HTMLElement, item: ListRow<R>) => void) | undefined;
  showActions: boolean;
  place: CellPlace;
  density: Density;
  /** Whether this is the only row in the tab order (roving tabindex). */
  active: boolean;
  /** Whether this row's details are shown in a panel next to the table. */
  current: boolean;
  onAction: (action: string, item: ListRow<R>) => void;
  onMark?: ((mark: RowMark) => void) | undefined;
  /** Shows the mark of a pending row as an icon only. */
  iconMarks?: boolean | undefined;
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
  /** Omitted if rows cannot be selected. */
  selected?: boolean | undefined;
  /** The open editor, if it belongs to one of the row's cells. */
  editor?: OpenEditor | undefined;
}

const shallow = (a: Fields, b: Fields): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => Object.is(a[key], b[key]));
};

interface BodyCellProps<R extends Fields> {
  column: Column<R>;
  row: R;
  place: CellPlace;
  density: Density;
  /** Pixels available for the text; undefined for a kind that is never truncated. */
  room: number | undefined;
  first: boolean;
  pinned: boolean;
  /** A pinned column's distance from the left edge; undefined for other columns. */
  left: number | undefined;
  mark: RowMark['state'] | undefined;
  leaving: boolean;
  editor: ReactNode;
}

function BodyCellInner<R extends Fields>(props: BodyCellProps<R>) {
  const { column, left, mark } = props;
  const styles = useTableStyles();
  return (
    <td
      className={mergeClasses(
        styles.cell,
        styles[props.density],
        props.first && styles.first,
        alignsRight(column as Column<never>) && styles.right,
        props.pinned && styles.pinned,
        left !== undefined && styles.stuck,
        mark !== undefined && styles[mark],
        props.leaving && styles.leaving,
      )}
      style={left === undefined ? undefined : { left }}
      data-col={column.key}
      tabIndex={-1}
    >
      {props.editor ?? (
        <Cell
          column={column}
          row={props.row}
          place={props.place}
          room={props.room}
          lines={props.density === 'compact' ? 1 : 2}
        />
      )}
    </td>
  );
}

/** Kinds whose cell depends only on a single plain value. */
const PLAIN: ReadonlySet<Column<never>['kind']> = new Set([
  'text',
  'longText',
  'id',
  'number',
  'yesNo',
  'enum',
  'select',
]);

/**
 * Kinds whose text is truncated in the middle if it is too long. Long text is read from its beginning, so its end is
 * truncated.
 */
const CUT: ReadonlySet<Column<never>['kind']> = new Set(['text', 'list', 'tag', 'enum', 'select']);

/** The number of pixels available for text in a column of known width. */
const textRoom = (width: number | undefined, first: boolean): number | undefined =>
  width === undefined || width === 0 ? undefined : width - (first ? CELL_PADDING + FIRST_PADDING : CELL_PADDING);

/** Whether two rows show the same value in a column. */
function sameValue<R>(column: Column<R>, a: R, b: R): boolean {
  return a === b || (PLAIN.has(column.kind) && 'value' in column && Object.is(column.value(a), column.value(b)));
}

/** A cell, rerendered only when its value changes: most cells have the same value as on the previous page. */
const BodyCell = memo(BodyCellInner, (before, after) => {
  const { row: a, ...rest } = before;
  const { row: b, ...next } = after;
  return shallow(rest, next) && sameValue(before.column, a, b);
}) as typeof BodyCellInner;

function DataRowInner<R extends Fields>(props: DataRowProps<R>) {
  const { item, index, columns, pins, actions, place, density, active, onAction, onMark, measure } = props;
  const styles = useTableStyles();
  const mark = item.pending;
  const blocked = blockedBy(mark);
  const latest = useRef(item);
  useLayoutEffect(() => {
    latest.current = item;
  }, [item]);
  const onRowAction = useCallback((action: string) => onAction(action, latest.current), [onAction]);
  const { onMenu } = props;
  const onRowMenu = useMemo(
    () => (onMenu ? (opener: HTMLElement) => onMenu(opener, latest.current) : undefined),
    [onMenu],
  );
  const row = item.row as never;
  // The actions that apply to this row; returns the same array if all of them do.
  const offered = useMemo(
    () =>
      actions.some(action => action.offered) ? actions.filter(action => action.offered?.(row) !== false) : actions,
    [actions, row],
  );
  const leaving = mark?.effect === 'delete' && (mark.state === 'queued' || mark.state === 'sending');
  return (
    <tr
      ref={measure}
      className={mergeClasses(styles.row, props.selected === true && styles.selected, props.current && styles.current)}
      aria-current={props.current || undefined}
      aria-selected={props.selected}
      tabIndex={active ? 0 : -1}
      data-row={index}
      data-index={index}
      data-row-key={item.key}
      data-mark={mark?.state}
      aria-rowindex={props.number + 1}
    >
      {props.selected !== undefined && (
        <td className={mergeClasses(styles.cell, styles[density], styles.select, props.stuck && styles.stuck)}>
          <input
            type="checkbox"
            aria-label={`Select row ${props.number}`}
            checked={props.selected}
            readOnly
            tabIndex={active ? 0 : -1}
            data-select=""
          />
        </td>
      )}
      {columns.map((column, at) => (
        <BodyCell
          key={column.key}
          column={column}
          row={item.row}
          place={place}
          density={density}
          room={CUT.has(column.kind) ? textRoom(props.widths[at], at === 0) : undefined}
          first={at === 0}
          pinned={at < pins.length}
          left={props.stuck ? pins[at] : undefined}
          mark={at === 0 ? mark?.state : undefined}
          leaving={leaving}
          editor={props.editor?.column === column.key ? props.editor.element : undefined}
        />
      ))}
      {props.showActions && (
        <RowActions
          actions={offered}
          onMenu={onRowMenu}
          blocked={blocked}
          mark={mark}
          active={active}
          density={density}
          stuck={props.stuck}
          iconMarks={props.iconMarks}
          onAction={onRowAction}
          onMark={onMark}
        />
      )}
    </tr>
  );
}

/** Whether two items render the same row: a refresh creates new objects with the same contents. */
export function sameItem<R extends Fields>(a: ListRow<R>, b: ListRow<R>): boolean {
  if (a === b) return true;
  if (a.key !== b.key || !shallow(a.row, b.row)) return false;
  if (a.pending === null || b.pending === null) return a.pending === b.pending;
  return shallow({ ...a.pending }, { ...b.pending });
}

/** A row, rerendered only when something displayed in it changes. */
export const DataRow = memo(DataRowInner, (before, after) => {
  const { item: a, ...rest } = before;
  const { item: b, ...next } = after;
  return shallow(rest, next) && sameItem(a, b);
}) as typeof DataRowInner;
