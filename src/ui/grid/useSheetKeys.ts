import type { CellKeyboardEvent, CellKeyDownArgs, CellMouseArgs, CellMouseEvent } from 'react-data-grid';
import { clearEdits } from './block.ts';
import { isArrow, jumpFrom, selectAll, selectCell, selectColumns, selectRows, stepFrom, type Cell } from './range.ts';
import type { SheetRow } from './SheetCell.tsx';
import type { SheetControl } from './useSheetControl.ts';

interface SheetActs {
  /** Fills the selection with its first row, or with its first column. */
  fill: (down: boolean) => void;
  /** Moves to the search box. */
  find: () => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** The handlers of keys and presses in a grid's cells. */
export function useSheetKeys({ store, size, goTo, select, extendTo, write }: SheetControl, acts: SheetActs) {
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
      const cell = { row: args.rowIdx, column: args.column.idx - 1 };
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
      d: () => acts.fill(true),
      r: () => acts.fill(false),
      f: acts.find,
      z: () => (shiftKey ? acts.redo?.() : acts.undo?.()),
      y: () => acts.redo?.(),
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
  return { onCellKeyDown: onKeyDown, onCellMouseDown: onMouseDown };
}
