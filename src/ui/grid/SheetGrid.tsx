import 'react-data-grid/lib/styles.css';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ClipboardEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  DataGrid,
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type CellMouseEvent,
  type Column,
  type DataGridHandle,
} from 'react-data-grid';
import { isOpen, rewritten } from '../../domain/rates/pastedNumbers.ts';
import {
  clearEdits,
  fillDown,
  filledRange,
  fillRange,
  fillRight,
  findNext,
  pasteEdits,
  readBlock,
  writeBlock,
  type Edit,
} from './block.ts';
import { useMedia } from '../useMedia.ts';
import { PasteQuestion, type PasteStyle } from './PasteQuestion.tsx';
import {
  clamp,
  isArrow,
  jumpFrom,
  rangeWords,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
  stepFrom,
  type Cell,
  type Selection,
} from './range.ts';
import { RowHead, SheetCell, SheetEditor, type SheetRow } from './SheetCell.tsx';
import { EMPTY_LOOK, type Lead, type SheetModel } from './sheetModel.ts';
import { SheetStore } from './sheetStore.ts';
import { SheetTools } from './SheetTools.tsx';

const ROW_HEIGHT = 28;
const HEAD_WIDTH = 168;
const NARROW_HEAD = 96;
const CELL_WIDTH = 104;
/** Maximum number of rows that a paste may append, if the grid can grow. */
const GROWS_BY = 50_000;

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
  cell: { padding: 0 },
  head: {
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
  },
  headText: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', cursor: 'pointer' },
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
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
  /** Deletes whole rows. */
  onRemoveRows?: (rows: readonly number[]) => void;
  /** The cell to which a link from outside points. */
  lead?: Lead | null;
  onNotice?: (text: string) => void;
  className?: string;
}

/**
 * A spreadsheet with ranges, Excel-compatible copy and paste, fill, undo and search; only visible cells are rendered.
 */
export function SheetGrid(props: SheetGridProps) {
  const { label, model, onEdit, onUndo, onRedo, onRemoveRows, lead, onNotice, className } = props;
  const styles = useStyles();
  const optionsId = useId();
  const handle = useRef<DataGridHandle>(null);
  const find = useRef<HTMLInputElement>(null);
  const [store] = useState(() => new SheetStore(model));
  const [asked, setAsked] = useState<{ edits: readonly Edit[]; texts: readonly string[] } | null>(null);
  const [status, setStatus] = useState<{ said: string; problem: boolean }>({ said: '', problem: false });
  useLayoutEffect(() => store.take(model), [store, model]);

  const columnCount = model.columns.length;
  const size = useMemo(() => ({ rows: model.rows, columns: columnCount }), [model.rows, columnCount]);
  const say = useCallback(() => {
    const words = rangeWords(store.selected);
    const { row, column } = store.selection.focus;
    const { problem, warning, note } = row < store.model.rows ? store.look(row, column) : EMPTY_LOOK;
    setStatus({ said: words ?? problem ?? warning ?? note ?? '', problem: words === null && (problem ?? '') !== '' });
  }, [store]);
  const select = useCallback(
    (selection: Selection) => {
      store.select(selection);
      say();
    },
    [store, say],
  );
  const goTo = useCallback((cell: Cell, shouldFocus = true) => {
    handle.current?.setActivePosition({ rowIdx: cell.row, idx: cell.column + 1 }, { shouldFocus });
  }, []);
  useEffect(() => {
    if (!lead || lead.row >= store.model.rows) return undefined;
    // Waits until the grid has been rendered.
    const frame = requestAnimationFrame(() => {
      handle.current?.element?.scrollIntoView({ block: 'nearest' });
      goTo(lead);
      select(selectCell(lead));
    });
    return () => cancelAnimationFrame(frame);
  }, [lead, goTo, select, store]);

  const extendTo = useCallback(
    (focus: Cell) => {
      select({ anchor: store.selection.anchor, focus });
      handle.current?.scrollToCell({ rowIdx: focus.row, idx: focus.column + 1 });
    },
    [store, select],
  );
  const write = useCallback(
    (edits: readonly Edit[]) => {
      const writable = edits.filter(({ column }) => store.model.columns[column]?.readOnly !== true);
      if (writable.length > 0) onEdit?.(writable);
    },
    [store, onEdit],
  );
  const filling = useRef<AbortController | null>(null);
  useEffect(() => () => filling.current?.abort(), []);
  const beginFill = useCallback(() => {
    filling.current?.abort();
    const ending = new AbortController();
    filling.current = ending;
    const { signal } = ending;
    const end = () => {
      ending.abort();
      filling.current = null;
      store.fillTo(null);
    };
    const fill = () => {
      const added = store.filling;
      const from = store.selected;
      end();
      if (!added) return;
      write(fillRange(from, added, store.typedOf));
      select({
        anchor: { row: Math.min(from.top, added.top), column: Math.min(from.left, added.left) },
        focus: { row: Math.max(from.bottom, added.bottom), column: Math.max(from.right, added.right) },
      });
    };
    window.addEventListener('pointerup', fill, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', event => event.key === 'Escape' && end(), { signal });
  }, [store, write, select]);
  const draggedOver = useCallback(
    (cell: Cell) => {
      if (!filling.current) return extendTo(cell);
      store.fillTo(filledRange(store.selected, cell));
      handle.current?.scrollToCell({ rowIdx: cell.row, idx: cell.column + 1 });
    },
    [store, extendTo],
  );
  const rows = useMemo(() => Array.from({ length: model.rows }, (_, at): SheetRow => ({ at })), [model.rows]);
  const { columns: sheetColumns, corner } = model;
  const narrow = useMedia('(max-width: 639px)');
  const editable = onEdit !== undefined;
  useLayoutEffect(() => store.setFillable(editable), [store, editable]);
  const columns = useMemo(
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
        width: column.width ?? CELL_WIDTH,
        resizable: true,
        cellClass: styles.cell,
        headerCellClass: styles.head,
        editable: editable && column.readOnly !== true,
        renderHeaderCell: () => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Ctrl+Space does the same
          <span
            className={styles.headText}
            title={column.label}
            onClick={event =>
              select(
                selectColumns(event.shiftKey ? store.selection.anchor.column : at, at, { ...size, rows: size.rows }),
              )
            }
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

  const fill = (down: boolean) => write((down ? fillDown : fillRight)(store.selected, store.typedOf));
  const removeRows = () => {
    const { top, bottom } = store.selected;
    onRemoveRows?.(Array.from({ length: bottom - top + 1 }, (_, at) => top + at));
  };
  const search = (text: string, backwards: boolean): boolean => {
    const { focus } = store.selection;
    const shownOrTyped = (row: number, column: number) => {
      const { shown, typed } = store.look(row, column);
      return shown === typed ? shown : `${shown}\n${typed}`;
    };
    const found = findNext(text, focus, size, shownOrTyped, backwards);
    if (!found) return false;
    goTo(found, false);
    select(selectCell(found));
    return true;
  };

  const copy = (event: ClipboardEvent, cuts: boolean) => {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', writeBlock(store.selected, store.typedOf));
    if (cuts) write(clearEdits(store.selected));
  };
  const paste = (event: ClipboardEvent) => {
    if (event.target instanceof HTMLInputElement || !onEdit) return;
    event.preventDefault();
    const block = readBlock(event.clipboardData.getData('text/plain'));
    const room = model.grows === true ? { ...size, rows: size.rows + GROWS_BY } : size;
    const { edits, outside, range } = pasteEdits(block, store.selected, room);
    if (outside > 0) onNotice?.(`${outside} pasted cells fell outside the grid and were ignored.`);
    const open = edits.flatMap(({ column, text }) => {
      const rule = model.columns[column]?.number;
      return rule && isOpen(text, rule) ? [text] : [];
    });
    if (open.length > 0) setAsked({ edits, texts: open });
    else write(edits);
    const last = clamp({ row: range.bottom, column: range.right }, size);
    select({ anchor: { row: range.top, column: range.left }, focus: last });
  };
  const answered = (style: PasteStyle) => {
    const edits = asked?.edits ?? [];
    setAsked(null);
    write(
      style === 'asIs'
        ? edits
        : edits.map(edit => {
            const rule = model.columns[edit.column]?.number;
            return rule && isOpen(edit.text, rule) ? { ...edit, text: rewritten(edit.text, style, rule) } : edit;
          }),
    );
  };

  const onKeyDown = (args: CellKeyDownArgs<SheetRow>, event: CellKeyboardEvent) => {
    const { key, shiftKey } = event;
    const control = event.ctrlKey || event.metaKey;
    const taken = () => {
      event.preventGridDefault();
      event.preventDefault();
    };
    if (args.mode === 'EDIT') {
      if (key !== 'Enter' && key !== 'Tab') return;
      taken();
      args.onClose(true);
      const cell = { row: args.rowIdx, column: args.column.idx - 1 };
      const arrow =
        key === 'Enter' ? (shiftKey ? 'ArrowUp' : 'ArrowDown') : shiftKey ? ('ArrowLeft' as const) : 'ArrowRight';
      goTo(stepFrom(cell, arrow, size));
      return;
    }
    // Tab leaves the grid as it would any other control; the arrow keys move between its cells.
    if (key === 'Tab') return event.preventGridDefault();
    if (args.rowIdx < 0) return;
    const { focus } = store.selection;
    const isEmpty = ({ row, column }: Cell) => store.look(row, column).typed === '';
    if (isArrow(key) && (shiftKey || control)) {
      taken();
      const to = control ? jumpFrom(focus, key, size, isEmpty) : stepFrom(focus, key, size);
      if (shiftKey) extendTo(to);
      else goTo(to);
      return;
    }
    if (key === ' ' && (control || shiftKey)) {
      taken();
      const { selected } = store;
      select(
        control ? selectColumns(selected.left, selected.right, size) : selectRows(selected.top, selected.bottom, size),
      );
      return;
    }
    if (!control) {
      if (key === 'Delete' || key === 'Backspace') {
        taken();
        write(clearEdits(store.selected));
      } else if (key === 'Escape') select(selectCell(store.selection.focus));
      return;
    }
    const action = {
      a: () => select(selectAll(size)),
      d: () => fill(true),
      r: () => fill(false),
      f: () => find.current?.focus(),
      z: () => (shiftKey ? onRedo?.() : onUndo?.()),
      y: () => onRedo?.(),
    }[key.toLowerCase()];
    if (action) {
      taken();
      action();
      // These keys are left to the browser, whose own events access the clipboard.
    } else if (['c', 'x', 'v'].includes(key.toLowerCase())) event.preventGridDefault();
  };
  const onMouseDown = (args: CellMouseArgs<SheetRow>, event: CellMouseEvent) => {
    if (event.button !== 0) return;
    const cell = { row: args.rowIdx, column: args.column.idx - 1 };
    if (cell.column < 0) {
      event.preventGridDefault();
      select(selectRows(event.shiftKey ? store.selection.anchor.row : cell.row, cell.row, size));
      goTo({ row: cell.row, column: 0 });
    } else if (event.shiftKey) {
      event.preventGridDefault();
      extendTo(cell);
    }
  };

  const height = Math.min(model.rows, 22) * ROW_HEIGHT + 32 + 18;
  return (
    <div
      className={mergeClasses(styles.root, className)}
      onCopy={event => copy(event, false)}
      onCut={event => copy(event, onEdit !== undefined)}
      onPaste={paste}
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
        rowHeight={ROW_HEIGHT}
        headerRowHeight={32}
        onRowsChange={(changed, { indexes }) => {
          const typed = changed[indexes[0] as number]?.typed;
          if (typed) write([{ row: indexes[0] as number, column: typed.column, text: typed.text }]);
        }}
        onActivePositionChange={({ rowIdx, column }) => {
          if (rowIdx < 0 || !column || column.idx === 0) return;
          select(selectCell({ row: rowIdx, column: column.idx - 1 }));
        }}
        onCellKeyDown={onKeyDown}
        onCellMouseDown={onMouseDown}
      />
      <output className={mergeClasses(styles.status, status.problem && styles.problem)}>{status.said}</output>
      {asked && <PasteQuestion texts={asked.texts} onAnswer={answered} onCancel={() => setAsked(null)} />}
    </div>
  );
}
