import { useId, useMemo } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Column } from 'react-data-grid';
import { useMedia } from '../useMedia.ts';
import { selectAll, selectColumns } from './range.ts';
import { RowHead, SheetCell, SheetEditor, type SheetRow } from './SheetCell.tsx';
import type { SheetModel } from './sheetModel.ts';
import type { SheetControl } from './useSheetControl.ts';
import type { useSheetDrag } from './useSheetDrag.ts';

const HEAD_WIDTH = 168;
const NARROW_HEAD = 96;
const CELL_WIDTH = 104;
/** Room for a heading of a zone's code and name; longer ones are cut off. */
const WIDEST = 200;
const LETTER_WIDTH = 7;

/** The width of a column that declares none: that of its heading, within bounds. */
const widthOf = (label: string, narrow: boolean): number =>
  narrow ? CELL_WIDTH : Math.min(WIDEST, Math.max(CELL_WIDTH, 20 + label.length * LETTER_WIDTH));

const useStyles = makeStyles({
  cell: { padding: 0 },
  head: {
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
  },
  headText: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', cursor: 'pointer' },
});

/** The columns of a grid: the heads of its rows, and the model's columns with their cells and editors. */
export function useSheetColumns(
  { columns: sheetColumns, corner }: SheetModel,
  { store, size, select }: SheetControl,
  { beginFill, draggedOver }: ReturnType<typeof useSheetDrag>,
  editable: boolean,
): readonly Column<SheetRow>[] {
  const styles = useStyles();
  const optionsId = useId();
  const narrow = useMedia('(max-width: 639px)');
  return useMemo(
    (): Column<SheetRow>[] => [
      {
        key: 'head',
        name: corner,
        width: narrow ? NARROW_HEAD : HEAD_WIDTH,
        frozen: true,
        resizable: true,
        cellClass: styles.head,
        headerCellClass: styles.head,
        renderHeaderCell: () => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Ctrl+A does the same
          <span className={styles.headText} onClick={() => select(selectAll(size))}>
            {corner}
          </span>
        ),
        renderCell: ({ row }) => <RowHead store={store} row={row.at} className={styles.headText} />,
      },
      ...sheetColumns.map((column, at): Column<SheetRow> => ({
        key: column.key,
        name: column.label,
        width: column.width ?? widthOf(column.label, narrow),
        resizable: true,
        cellClass: styles.cell,
        headerCellClass: styles.head,
        editable: editable && column.readOnly !== true,
        renderHeaderCell: () => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Ctrl+Space does the same
          <span
            className={styles.headText}
            title={column.label}
            onClick={event => select(selectColumns(event.shiftKey ? store.selection.anchor.column : at, at, size))}
          >
            {column.label}
          </span>
        ),
        renderCell: ({ row }) => (
          <SheetCell
            store={store}
            row={row.at}
            at={at}
            column={column}
            onDraggedOver={(over, along) => draggedOver({ row: over, column: along })}
            onFillBegun={beginFill}
          />
        ),
        renderEditCell: ({ row, onRowChange }) => (
          <SheetEditor
            store={store}
            row={row}
            at={at}
            column={column}
            label={`${column.label}, ${store.model.rowHead(row.at)}`}
            optionsId={optionsId}
            onRowChange={onRowChange}
          />
        ),
      })),
    ],
    [sheetColumns, corner, narrow, styles, size, store, select, draggedOver, beginFill, editable, optionsId],
  );
}
