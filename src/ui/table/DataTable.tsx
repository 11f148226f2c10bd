import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { mergeClasses } from '@fluentui/react-components';
import type { ListSort } from '../../domain/listQuery.ts';
import type { Fields, ListRow, RowMark } from '../../contract/listData.ts';
import type { CellPlace } from './Cell.tsx';
import { useColumnLayout } from './columnLayout.ts';
import type { Column } from './columns.ts';
import type { ColumnWidths } from './columnWidths.ts';
import { DataRow } from './DataRow.tsx';
import { isSelected, paintedItem, TableDoing } from './doing.ts';
import { actionsInRow } from './actionRoom.ts';
import type { Density, TableAction } from './RowActions.tsx';
import type { RowMenuProps } from './RowMenu.tsx';
import { blockedBy } from '../rowMark.ts';
import { HeadCell, type ColumnArrange } from './HeadCell.tsx';
import { useRowSlots } from './rowSlots.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { useTableStyles } from './tableStyles.ts';
import { useMedia } from '../useMedia.ts';
import { useRovingRows } from './useRovingRows.ts';
import type { DrawnRow, MeasureRow, VirtualRowsProps } from './VirtualRows.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { isTyping } from '../isTyping.ts';

/** Number of rows above which only the visible ones are rendered. */
const VIRTUAL_ABOVE = 100;

const first = (count: number): readonly DrawnRow[] => Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
/** Used until the code for long pages has loaded. */
const FirstRows = ({ children }: VirtualRowsProps) => children(first(VIRTUAL_ABOVE), 0);
const loadVirtualRows = () => import('./VirtualRows.tsx').then(module => module.default);
const VirtualRows = lazyPart(loadVirtualRows, FirstRows);
const RowMenu = lazyPart<RowMenuProps>(
  () => import('./RowMenu.tsx').then(module => module.RowMenu),
  () => null,
);
/** Width of the column with the checkboxes. */
const SELECT_WIDTH = 36;
/** For a table whose rows cannot be selected or edited. */
const IDLE = new TableDoing();
const ROW_HEIGHT: Record<Density, number> = { comfortable: 36, compact: 27 };

export interface DataTableProps<R extends Fields> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly ListRow<R>[];
  /** Number of the first row within the whole list, starting at 1, and the list's length. */
  firstNumber: number;
  total: number;
  actions: readonly TableAction[];
  /** Width of the Action column; omitted if there is none. */
  actionWidth?: number | undefined;
  place: CellPlace;
  density: Density;
  /** Identifies the query: the elements of one query's rows may be reused for the next one. */
  question?: string;
  /** The sort order of the rows; null for the list's default. */
  sort?: ListSort | null;
  onSort?: ((column: string) => void) | undefined;
  /** Whether pending rows' marks are shown as icons only. */
  iconMarks?: boolean;
  /** Number of skeleton rows to show instead of rows; 0 for none. */
  skeleton: number;
  busy: boolean;
  /** Number of rows on a full page. */
  pageRows: number;
  /** Shown below the header instead of rows. */
  instead?: ReactNode;
  onAction: (action: string, item: ListRow<R>) => void;
  onMark?: ((mark: RowMark) => void) | undefined;
  /** Number of columns that stay at the left; by default, the pinned ones. */
  frozen?: number;
  /** Identifies the list, whatever its page: the list's first rows determine the column widths. */
  measured?: string;
  chosenWidths?: ColumnWidths;
  /** Key of the row whose details are shown in a panel next to the list. */
  current?: string | undefined;
  /** Omitted if the columns cannot be rearranged. */
  arrange?: ColumnArrange;
  /** Selection and editing of the rows; omitted if unavailable. */
  doing?: TableDoing | undefined;
}

/** The row whose menu is open, and the menu's position. */
interface OpenMenu<R extends Fields> {
  item: ListRow<R>;
  opener: HTMLElement;
  point?: { x: number; y: number };
}

function DataTableInner<R extends Fields>(props: DataTableProps<R>) {
  const { columns, actions, actionWidth, place, density, onAction, doing = IDLE } = props;
  const { selection, painted, editor } = useSyncExternalStore(doing.subscribe, doing.getSnapshot);
  const rows = useMemo(
    () => (painted.size === 0 ? props.rows : props.rows.map(item => paintedItem(item, painted.get(item.key)))),
    [props.rows, painted],
  );
  const lead = doing === IDLE ? 0 : SELECT_WIDTH;
  const styles = useTableStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);

  // In print, all rows are shown.
  const paper = useMedia('print');
  const virtual = rows.length > VIRTUAL_ABOVE && !paper;
  const [active, setActive] = useState(0);
  // If the code for long pages fails to load, all rows are rendered; the next page tries again.
  const page = `${props.firstNumber} ${rows.length}`;
  const [missingAt, setMissingAt] = useState<string | null>(null);
  useEffect(() => {
    // Starts loading together with the rows instead of after them.
    if (props.pageRows > VIRTUAL_ABOVE) void loadVirtualRows().catch(() => undefined);
  }, [props.pageRows]);
  const revealer = useRef<((index: number) => void) | null>(null);
  const reveal = useCallback((index: number) => revealer.current?.(index), []);
  const open = useCallback(
    (index: number) => {
      const item = rows[index];
      const first = actions[0];
      if (item && first) onAction(first.id, item);
    },
    [rows, actions, onAction],
  );
  const roving = useRovingRows(body, rows.length, { active, setActive, reveal, open });
  const { refocus } = roving;
  useLayoutEffect(() => refocus(scroller.current));
  const onDrawn = useCallback(() => refocus(), [refocus]);

  const [menu, setMenu] = useState<OpenMenu<R> | null>(null);
  const buttons = useMemo(() => actionsInRow(actions), [actions]);
  const onMenu = useCallback((opener: HTMLElement, item: ListRow<R>) => setMenu({ opener, item }), []);
  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr[data-row]');
    const item = rows[Number(row?.dataset['row'] ?? -1)];
    // Links, inputs and selected text keep the browser's context menu.
    const isOwn = target.closest('a, input, textarea') !== null || window.getSelection()?.isCollapsed === false;
    if (!row || !item || isOwn || event.shiftKey || actions.length === 0) return;
    event.preventDefault();
    // The Menu key and Shift+F10 open the menu next to the focused element.
    const byKey = event.button !== 2;
    if (!byKey) row.focus({ preventScroll: true });
    setMenu({
      opener: byKey ? target : row,
      item,
      ...(byKey ? {} : { point: { x: event.clientX, y: event.clientY } }),
    });
  };

  const slots = useRowSlots(rows, props.question ?? '', body);
  const { frozen = columns.filter(({ pinned }) => pinned).length, measured = '', chosenWidths: chosen } = props;
  const layout = useColumnLayout(
    columns,
    rows,
    { frozen, measured, chosen, besides: (actionWidth ?? 0) + lead },
    scroller,
  );
  const { widths, minWidth, isWide } = layout;
  const pins = useMemo(() => layout.pins.map(left => left + lead), [layout.pins, lead]);
  const showActions = actionWidth !== undefined;
  const span = columns.length + (showActions ? 1 : 0) + (lead > 0 ? 1 : 0);
  const selectedHere = lead === 0 ? 0 : rows.filter(({ key }) => isSelected(selection, key)).length;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Key events in a dialog opened by a cell bubble through the React tree, not through the document.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (isTyping(event.target) || doing.handlers?.onKeyDown(event) === true) return;
    roving.onKeyDown(event);
  };
  const spacer = (height: number) =>
    height > 0 && (
      <tr aria-hidden style={{ height }}>
        <td colSpan={span}>{null}</td>
      </tr>
    );

  const draw = (drawn: readonly DrawnRow[], after: number, measure?: MeasureRow): ReactNode => (
    <>
      {drawn.map(({ index, gap }) => {
        const item = rows[index];
        return (
          item && (
            <Fragment key={slots.get(item.key)}>
              {spacer(gap)}
              <DataRow
                item={item}
                index={index}
                number={props.firstNumber + index}
                columns={columns}
                widths={widths}
                pins={pins}
                stuck={isWide}
                actions={buttons.inRow}
                onMenu={buttons.menu ? onMenu : undefined}
                showActions={showActions}
                place={place}
                density={density}
                active={index === roving.active}
                current={item.key === props.current}
                onAction={onAction}
                onMark={props.onMark}
                measure={measure}
                iconMarks={props.iconMarks}
                selected={lead > 0 ? isSelected(selection, item.key) : undefined}
                editor={editor?.key === item.key ? editor : undefined}
              />
            </Fragment>
          )
        );
      })}
      {spacer(after)}
    </>
  );
  const drawRows = () =>
    virtual && missingAt !== page ? (
      <VirtualRows
        reveal={revealer}
        scroller={scroller}
        count={rows.length}
        rowHeight={ROW_HEIGHT[density]}
        active={active}
        onDrawn={onDrawn}
        onMissing={() => setMissingAt(page)}
      >
        {draw}
      </VirtualRows>
    ) : (
      draw(first(rows.length), 0)
    );

  return (
    // Without rows, no element inside can be focused, although the table may be wider than its container.
    <div
      className={styles.scroller}
      ref={scroller}
      {...(rows.length === 0 ? { tabIndex: 0, role: 'group', 'aria-label': props.label } : {})}
    >
      {/* Handles clicks on flags and checkboxes of all rows; the rows have their own keyboard handler. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <table
        className={styles.table}
        style={{ minWidth }}
        aria-label={props.label}
        aria-rowcount={props.total + 1}
        aria-busy={props.busy}
        onClick={event => doing.handlers?.onClick(event)}
        onDoubleClick={event => doing.handlers?.onDoubleClick(event)}
        onContextMenu={onContextMenu}
      >
        <colgroup>
          {lead > 0 && <col style={{ width: lead }} />}
          {columns.map((column, at) => (
            <col key={column.key} style={{ width: widths[at] }} />
          ))}
          {showActions && <col style={{ width: actionWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {lead > 0 && (
              <th scope="col" className={mergeClasses(styles.headCell, styles.select, styles.pinnedHead)}>
                <input
                  type="checkbox"
                  aria-label="Select all rows on this page"
                  ref={box => {
                    if (box) box.indeterminate = selectedHere > 0 && selectedHere < rows.length;
                  }}
                  checked={selectedHere > 0 && selectedHere === rows.length}
                  readOnly
                  disabled={rows.length === 0}
                  data-select=""
                />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell
                key={column.key}
                column={column}
                at={at}
                pins={pins}
                width={widths[at] ?? 0}
                arrange={props.arrange}
                sort={props.sort ?? null}
                onSort={props.onSort}
              />
            ))}
            {showActions && (
              <th
                scope="col"
                className={mergeClasses(styles.headCell, styles.action, styles.pinnedHead, styles.actionHead)}
              >
                Action
              </th>
            )}
          </tr>
        </thead>
        {/* The rows are focusable, and a single handler receives their key events. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} onKeyDown={onKeyDown} onFocus={roving.onFocus} onBlur={roving.onBlur}>
          {props.skeleton > 0 ? (
            <SkeletonRows
              rows={props.skeleton}
              columns={columns.length}
              pins={pins}
              stuck={isWide}
              density={density}
              boxes={lead > 0}
              acts={showActions}
            />
          ) : (
            drawRows()
          )}
        </tbody>
      </table>
      {props.instead !== undefined && <div className={styles.instead}>{props.instead}</div>}
      {menu && (
        <RowMenu
          key={menu.item.key}
          label="Row actions"
          actions={actions.filter(action => action.offered?.(menu.item.row as never) !== false)}
          blocked={blockedBy(menu.item.pending)}
          opener={menu.opener}
          point={menu.point}
          onAction={action => onAction(action, menu.item)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/**
 * A paged table made of plain elements: sticky header, pinned first columns and Action column, and row-by-row keyboard
 * navigation. Rerendered only for new props, so that typing in the filters above does not affect it.
 */
export const DataTable = memo(DataTableInner) as typeof DataTableInner;
