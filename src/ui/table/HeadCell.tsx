import { memo, type DragEvent } from 'react';
import { TableHeaderCell, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ListSort } from '../../domain/listQuery.ts';
import { alignsRight, type Column } from './columns.ts';
import { lazyPart } from '../lazyPart.tsx';
import { useTableStyles } from './tableStyles.ts';

/** Nobody widens a column before its rows are there. */
const ColumnEdge = lazyPart(
  () => import('./ColumnEdge.tsx').then(module => module.ColumnEdge),
  () => null,
);

const useStyles = makeStyles({
  // Labels of narrow columns wrap; the arrow is beside them without moving the row.
  button: { minHeight: 0, gap: tokens.spacingHorizontalXXS, lineHeight: tokens.lineHeightBase200 },
  end: { justifyContent: 'flex-end' },
  icon: { paddingTop: 0, flexShrink: 0, color: tokens.colorBrandForeground1 },
});

interface HeadCellProps<R> {
  column: Column<R>;
  at: number;
  pins: readonly number[];
  /** Pixels. */
  width: number;
  sort: ListSort | null;
  /** Left out where the list cannot be sorted now. */
  onSort?: ((column: string) => void) | undefined;
  /** Left out where the columns stay as they are. */
  arrange?: ColumnArrange | undefined;
}

/** What a person does with columns. */
export interface ColumnArrange {
  /** Null: as wide as its contents again. */
  resize: (column: string, width: number | null) => void;
  /** Puts a column in the place of another. */
  move: (column: string, to: string) => void;
}

/** Names a dragged header among all that may be dropped. */
const DRAGGED = 'text/ops-column';

function HeadCellInner<R>({ column, at, pins, width, sort, onSort, arrange }: HeadCellProps<R>) {
  const table = useTableStyles();
  const styles = useStyles();
  const right = alignsRight(column as Column<never>);
  const sorted = sort?.column === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const sortable = column.sortable === true && onSort !== undefined;
  return (
    <TableHeaderCell
      scope="col"
      className={mergeClasses(
        table.headCell,
        at === 0 && table.first,
        right && table.right,
        at < pins.length && table.pinned,
        at < pins.length && table.pinnedHead,
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
      {...(sortable
        ? {
            sortable,
            ...(sorted ? { sortDirection: sorted, sortIcon: { className: styles.icon } } : {}),
            button: { className: mergeClasses(styles.button, right && styles.end) },
            onClick: () => onSort(column.key),
          }
        : {})}
    >
      {column.label}
      {arrange && <ColumnEdge column={column.key} label={column.label} width={width} onResize={arrange.resize} />}
    </TableHeaderCell>
  );
}

/** A column's header. One that can be sorted by is a button: ascending, descending, the list's own order. */
export const HeadCell = memo(HeadCellInner) as typeof HeadCellInner;
