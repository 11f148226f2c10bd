import type { KeyboardEvent } from 'react';
import type { CellKeyboardEvent, CellKeyDownArgs, CellMouseArgs, CellMouseEvent } from 'react-data-grid';
import { clearEdits } from './block.ts';
import { isArrow, jumpFrom, selectAll, selectCell, selectColumns, selectRows, stepFrom, type Cell } from './range.ts';
import type { SheetRow } from './SheetCell.tsx';
import type { SheetControl } from './useSheetControl.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

interface SheetActs {
  /** Fills the selection with its first row, or with its first column. */
  fill: (down: boolean) => void;
  /** Moves to the search box. */
  find: () => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** The cell of an event; an event in a row's heading belongs to the row's first cell. */
const cellOf = ({ rowIdx, column }: { rowIdx: number; column: { idx: number } | undefined }): Cell => ({
  row: rowIdx,
  column: Math.max(0, (column?.idx ?? 0) - 1),
});

/** The handlers of keys and presses in a grid's cells. */
export function useSheetKeys({ store, size, goTo, select, extendTo, write, refuse }: SheetControl, acts: SheetActs) {
  /** Carries out a key that acts on the selected cells; returns false for any other key. */
  const actOnSelection = ({ key, shiftKey, ctrlKey, metaKey }: Pressed): boolean => {
    if (!ctrlKey && !metaKey) {
      if (key !== 'Delete' && key !== 'Backspace') return false;
      write(clearEdits(store.selected));
      return true;
    }
    const action = {
      a: () => select(selectAll(size)),
      d: () => acts.fill(true),
      r: () => acts.fill(false),
      f: acts.find,
      z: () => (shiftKey ? acts.redo?.() : acts.undo?.()),
      y: () => acts.redo?.(),
    }[key.toLowerCase()];
    action?.();
    return action !== undefined;
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
      // Enter or Tab that ends the composition of a character belongs to the input method.
      if (event.nativeEvent.isComposing) return event.preventGridDefault();
      taken();
      const cell = cellOf(args);
      const arrow =
        key === 'Enter' ? (shiftKey ? 'ArrowUp' : 'ArrowDown') : shiftKey ? ('ArrowLeft' as const) : 'ArrowRight';
      const next = stepFrom(cell, arrow, size);
      // Moving to another cell accepts the text in the same render.
      if (next.row === cell.row && next.column === cell.column) args.onClose(true);
      else goTo(next);
      return;
    }
    // Tab leaves the grid as it would any other control; the arrow keys move between its cells.
    if (key === 'Tab') return event.preventGridDefault();
    const { focus } = store.selection;
    const isEmpty = ({ row, column }: Cell) => store.look(row, column).typed === '';
    if (isArrow(key) && (shiftKey || control)) {
      taken();
      const to = control ? jumpFrom(focus, key, size, isEmpty) : stepFrom(focus, key, size);
      if (shiftKey) extendTo(to);
      else goTo(to);
      return;
    }
    // Otherwise Home would go to the row's heading, where Delete clears the whole row.
    if (key === 'Home' || key === 'End') {
      taken();
      const isHome = key === 'Home';
      const to = {
        row: control ? (isHome ? 0 : size.rows - 1) : focus.row,
        column: isHome ? 0 : size.columns - 1,
      };
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
    // These keys would open a cell that may be edited.
    if (!control && (key.length === 1 || key === 'F2' || key === 'Enter')) refuse();
    if (key === 'Escape') select(selectCell(cellOf(args)));
    else if (actOnSelection(event)) taken();
    // These keys are left to the browser, whose own events access the clipboard.
    else if (control && ['c', 'x', 'v'].includes(key.toLowerCase())) event.preventGridDefault();
  };
  /** The keys in the headings of columns, which the grid handles by itself: Tab would move from heading to heading. */
  const onHeadingKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[role="columnheader"]') === null) return;
    if (event.key === 'Tab') event.stopPropagation();
    else if (actOnSelection(event)) {
      event.stopPropagation();
      event.preventDefault();
    }
  };
  const onMouseDown = (args: CellMouseArgs<SheetRow>, event: CellMouseEvent) => {
    if (event.button !== 0) return;
    const row = args.rowIdx;
    if (args.column.idx === 0) {
      event.preventGridDefault();
      const from = event.shiftKey ? store.selection.anchor.row : row;
      goTo({ row, column: 0 });
      select(selectRows(from, row, size));
    } else if (event.shiftKey) {
      event.preventGridDefault();
      extendTo(cellOf(args));
      // Also selects a cell that is already active, which the grid does not report.
    } else select(selectCell(cellOf(args)));
  };
  return {
    cells: { onCellKeyDown: onKeyDown, onCellMouseDown: onMouseDown, onCellDoubleClick: refuse },
    onHeadingKeyDown,
  };
}
