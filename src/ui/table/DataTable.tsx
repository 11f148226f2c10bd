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

/** Above this many rows only those in sight are drawn. */
const VIRTUAL_ABOVE = 100;

const first = (count: number): readonly DrawnRow[] => Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
/** Until the code for long pages is there. */
const FirstRows = ({ children }: VirtualRowsProps) => children(first(VIRTUAL_ABOVE), 0);
const loadVirtualRows = () => import('./VirtualRows.tsx').then(module => module.default);
const VirtualRows = lazyPart(loadVirtualRows, FirstRows);
const RowMenu = lazyPart<RowMenuProps>(
  () => import('./RowMenu.tsx').then(module => module.RowMenu),
  () => null,
);
/** Room of the boxes that select rows. */
const SELECT_WIDTH = 36;
/** For a table in whose rows nothing is done. */
const IDLE = new TableDoing();
const ROW_HEIGHT: Record<Density, number> = { comfortable: 36, compact: 27 };

export interface DataTableProps<R extends Fields> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly ListRow<R>[];
  /** Number of the first row within the whole list, from 1; and the whole list's length. */
  firstNumber: number;
  total: number;
  actions: readonly TableAction[];
  /** Room the Action column takes; left out, there is none. */
  actionWidth?: number | undefined;
  place: CellPlace;
  density: Density;
  /** Names what was asked: rows of another question may take over the elements of those before. */
  question?: string;
  /** What the rows are sorted by; null is the list's own order. */
  sort?: ListSort | null;
  onSort?: ((column: string) => void) | undefined;
  /** Marks of pending rows as icons alone. */
  iconMarks?: boolean;
  /** Skeleton rows to show instead of rows; 0 for none. */
  skeleton: number;
  busy: boolean;
  /** Rows that a full page has. */
  pageRows: number;
  /** Shown below the header in place of rows. */
  instead?: ReactNode;
  onAction: (action: string, item: ListRow<R>) => void;
  onMark?: ((mark: RowMark) => void) | undefined;
  /** How many columns stay at the left; left out, those that are declared so. */
  frozen?: number;
  /** Names the list whatever its page: its first rows decide how wide the columns are. */
  measured?: string;
  chosenWidths?: ColumnWidths;
  /** Key of the row that a panel next to the table is about. */
  current?: string | undefined;
  /** Left out where the columns stay as they are. */
  arrange?: ColumnArrange;
  /** What is done in the rows; left out if there is nothing to do in them. */
  doing?: TableDoing | undefined;
}

/** The row whose menu is open, and where. */
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

  // Paper shows them all.
  const paper = useMedia('print');
  const virtual = rows.length > VIRTUAL_ABOVE && !paper;
  const [active, setActive] = useState(0);
  // Where their code could not be loaded all rows of the page are drawn; the next page tries again.
  const page = `${props.firstNumber} ${rows.length}`;
  const [missingAt, setMissingAt] = useState<string | null>(null);
  useEffect(() => {
    // Together with the rows, not after them.
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
    // A link, an input and a marked text have the browser's own menu.
    const isOwn = target.closest('a, input, textarea') !== null || window.getSelection()?.isCollapsed === false;
    if (!row || !item || isOwn || event.shiftKey || actions.length === 0) return;
    event.preventDefault();
    // The keys Menu and Shift+F10 open it at what has the focus.
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
    // Without rows nothing inside takes the focus, yet the table may be wider than its window.
    <div
      className={styles.scroller}
      ref={scroller}
      {...(rows.length === 0 ? { tabIndex: 0, role: 'group', 'aria-label': props.label } : {})}
    >
      {/* Clicks on flags and boxes of all rows; the keyboard has the rows' own handler. */}
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
                  aria-label="Select the rows of this page"
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
        {/* The rows have the focus; their keys are handled together. */}
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
          label="Actions of the row"
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
 * A paged table of plain elements: sticky header, pinned first columns and Action column, keyboard by row.
 * Drawn again only for new props: typing in the filters above costs it nothing.
 */
export const DataTable = memo(DataTableInner) as typeof DataTableInner;
