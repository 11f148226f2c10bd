import 'react-data-grid/lib/styles.css';
import { useMemo, useRef } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Cell, DataGrid, type Renderers } from 'react-data-grid';
import { fillDown, fillRight, findNext, type Edit } from './block.ts';
import { PasteQuestion } from './PasteQuestion.tsx';
import { selectCell, selectRows } from './range.ts';
import type { SheetRow } from './SheetCell.tsx';
import { useSheetKeys } from './useSheetKeys.ts';
import type { Lead, SheetModel } from './sheetModel.ts';
import { SheetTools } from './SheetTools.tsx';
import { useSheetClipboard } from './useSheetClipboard.ts';
import { useSheetColumns } from './useSheetColumns.tsx';
import { useSheetControl } from './useSheetControl.ts';
import { useSheetDrag } from './useSheetDrag.ts';

const ROW_HEIGHT = 28;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0, gap: tokens.spacingVerticalXS },
  grid: {
    '--rdg-font-size': tokens.fontSizeBase200,
    '--rdg-color': tokens.colorNeutralForeground1,
    '--rdg-background-color': tokens.colorNeutralBackground1,
    '--rdg-header-background-color': tokens.colorNeutralBackground2,
    '--rdg-row-hover-background-color': tokens.colorNeutralBackground1,
    '--rdg-row-selected-background-color': tokens.colorNeutralBackground1,
    '--rdg-border-color': tokens.colorNeutralStroke2,
    '--rdg-selection-color': tokens.colorCompoundBrandStroke,
    '--rdg-selection-width': tokens.strokeWidthThick,
    colorScheme: 'inherit',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyBase,
    contain: 'content',
  },
  status: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    minHeight: tokens.lineHeightBase200,
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  problem: { color: tokens.colorPaletteRedForeground1 },
});

export interface SheetGridProps {
  label: string;
  model: SheetModel;
  /**
   * Applies one edit: a typed cell, a paste or a fill. If omitted, the grid is read-only, but cells can still be
   * copied.
   */
  onEdit?: (edits: readonly Edit[]) => void;
  /** Why the grid is read-only, as a sentence that is shown when somebody tries to change a cell. */
  locked?: string | undefined;
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
  /** Deletes whole rows. */
  onRemoveRows?: (rows: readonly number[]) => void;
  /** The cell to which a link from outside points. */
  lead?: Lead | null;
  onNotice?: (text: string) => void;
  className?: string;
}

/** A screen reader says a row's heading with each of its cells. */
const RENDERERS: Renderers<SheetRow, unknown> = {
  renderCell: (key, props) =>
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the grid draws every cell as a div
    props.column.idx === 0 ? <Cell key={key} {...props} role="rowheader" /> : <Cell key={key} {...props} />,
};

/**
 * A spreadsheet with ranges, Excel-compatible copy and paste, fill, undo and search; only visible cells are rendered.
 */
export function SheetGrid(props: SheetGridProps) {
  const { label, model, onEdit, onUndo, onRedo, onRemoveRows, lead, onNotice, locked = '', className } = props;
  const styles = useStyles();
  const find = useRef<HTMLInputElement>(null);
  const { control, status, handle } = useSheetControl(model, onEdit, lead, locked);
  const { store, size, goTo, select, write } = control;
  const editable = onEdit !== undefined;
  const drag = useSheetDrag(control);
  const columns = useSheetColumns(model, control, drag, editable);
  const { onCopy, onCut, onPaste, question } = useSheetClipboard(model, control, editable, onNotice);
  const rows = useMemo(() => Array.from({ length: model.rows }, (_, at): SheetRow => ({ at })), [model.rows]);

  const fill = (down: boolean) => write((down ? fillDown : fillRight)(store.selected, store.typedOf));
  const removeRows = () => {
    const { top, bottom } = store.selected;
    onRemoveRows?.(Array.from({ length: bottom - top + 1 }, (_, at) => top + at));
  };
  const search = (text: string, backwards: boolean): string | null => {
    const { focus } = store.selection;
    const shownOrTyped = (row: number, column: number) => {
      const { shown, typed } = store.look(row, column);
      return shown === typed ? shown : `${shown}\n${typed}`;
    };
    const found = findNext(text, focus, size, shownOrTyped, backwards);
    if (!found) return null;
    goTo(found, false);
    select(selectCell(found));
    return `${model.rowHead(found.row)}, ${model.columns[found.column]?.label ?? ''}: ${store.look(found.row, found.column).shown}`;
  };

  const keys = useSheetKeys(control, { fill, find: () => find.current?.focus(), undo: onUndo, redo: onRedo });

  const height = Math.min(model.rows, 22) * ROW_HEIGHT + 32 + 18;
  return (
    <div
      className={mergeClasses(styles.root, className)}
      onCopy={onCopy}
      onCut={onCut}
      onPaste={onPaste}
      onKeyDownCapture={keys.onHeadingKeyDown}
    >
      <SheetTools
        ref={find}
        label={label}
        {...(onEdit ? { onFillDown: () => fill(true), onFillRight: () => fill(false) } : {})}
        {...(onEdit && onRemoveRows ? { onRemoveRows: removeRows } : {})}
        onUndo={onEdit && onUndo}
        onRedo={onEdit && onRedo}
        editable={editable}
        onFind={search}
        onLeaveFind={() => goTo(store.selection.focus)}
      />
      <DataGrid
        ref={handle}
        aria-label={label}
        className={styles.grid}
        style={{ blockSize: `min(${height}px, 68vh)` }}
        columns={columns}
        rows={rows}
        renderers={RENDERERS}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={32}
        onRowsChange={(changed, { indexes }) => {
          const typed = changed[indexes[0] as number]?.typed;
          if (typed) write([{ row: indexes[0] as number, column: typed.column, text: typed.text }]);
        }}
        onActivePositionChange={({ rowIdx, column }) => {
          if (rowIdx < 0 || !column) return;
          // In a row's heading, the row is selected, as after a click on it.
          if (column.idx === 0) select(selectRows(rowIdx, rowIdx, size));
          else select(selectCell({ row: rowIdx, column: column.idx - 1 }));
        }}
        {...keys.cells}
      />
      <output className={mergeClasses(styles.status, status.problem && styles.problem)}>{status.said}</output>
      {question && <PasteQuestion {...question} />}
    </div>
  );
}
