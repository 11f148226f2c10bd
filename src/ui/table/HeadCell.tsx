import { memo, type DragEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';
import type { ListSort } from '../../domain/listQuery.ts';
import { alignsRight, type Column } from './columns.ts';
import { lazyPart } from '../lazyPart.tsx';
import { useTableStyles } from './tableStyles.ts';

/** Loaded late, because nobody resizes a column before its rows are visible. */
const ColumnEdge = lazyPart(
  () => import('./ColumnEdge.tsx').then(module => module.ColumnEdge),
  () => null,
);

const useStyles = makeStyles({
  sortable: {
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1Hover },
    ':active': { color: tokens.colorNeutralForeground1Pressed },
    ':focus-within': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    ':has(:focus:not(:focus-visible))': { outline: 'none' },
  },
  // Labels of narrow columns wrap; the arrow appears next to the label without shifting the row.
  button: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXXS,
    width: '100%',
    padding: 0,
    border: 'none',
    backgroundColor: 'inherit',
    color: 'inherit',
    font: 'inherit',
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'inherit',
    cursor: 'pointer',
    outlineStyle: 'none',
  },
  end: { justifyContent: 'flex-end' },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorBrandForeground1 },
});

interface HeadCellProps<R> {
  column: Column<R>;
  at: number;
  pins: readonly number[];
  /** Width in pixels. */
  width: number;
  sort: ListSort | null;
  /** Omitted if the list cannot currently be sorted. */
  onSort?: ((column: string) => void) | undefined;
  /** Omitted if the columns cannot be rearranged. */
  arrange?: ColumnArrange | undefined;
}

/** Actions on a column. */
export interface ColumnArrange {
  /** Null sizes the column by its contents again. */
  resize: (column: string, width: number | null) => void;
  /** Moves a column to the place of another. */
  move: (column: string, to: string) => void;
}

/** The data type that distinguishes a dragged header from other dropped data. */
const DRAGGED = 'text/ops-column';

function HeadCellInner<R>({ column, at, pins, width, sort, onSort, arrange }: HeadCellProps<R>) {
  const table = useTableStyles();
  const styles = useStyles();
  const right = alignsRight(column as Column<never>);
  const sorted = sort?.column === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const sortable = column.sortable === true && onSort !== undefined;
  const Arrow = sorted === 'descending' ? ArrowDownRegular : ArrowUpRegular;
  return (
    // With the mouse, the whole cell sorts; with the keyboard, its button does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <th
      scope="col"
      className={mergeClasses(
        table.headCell,
        at === 0 && table.first,
        right && table.right,
        at < pins.length && table.pinned,
        at < pins.length && table.pinnedHead,
        sortable && styles.sortable,
      )}
      {...(arrange
        ? {
            'aria-label': column.label,
            draggable: true,
            onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED, column.key),
            onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
            onDrop: (event: DragEvent) => {
              event.preventDefault();
              const dragged = event.dataTransfer.getData(DRAGGED);
              if (dragged !== column.key) arrange.move(dragged, column.key);
            },
          }
        : {})}
      style={at < pins.length ? { left: pins[at] } : undefined}
      {...(sortable ? { 'aria-sort': sorted ?? 'none', onClick: () => onSort(column.key) } : {})}
    >
      {sortable ? (
        <button type="button" className={mergeClasses(styles.button, right && styles.end)}>
          {column.label}
          {sorted && <Arrow aria-hidden className={styles.icon} />}
        </button>
      ) : (
        column.label
      )}
      {arrange && <ColumnEdge column={column.key} label={column.label} width={width} onResize={arrange.resize} />}
    </th>
  );
}

/**
 * A column's header. If the list can be sorted by the column, the header is a button that cycles through ascending,
 * descending and default order.
 */
export const HeadCell = memo(HeadCellInner) as typeof HeadCellInner;
