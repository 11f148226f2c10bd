import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import type { DataGridHandle } from 'react-data-grid';
import type { Edit } from './block.ts';
import { clamp, rangeWords, selectCell, type Cell, type Selection } from './range.ts';
import { EMPTY_LOOK, type Lead, type SheetModel } from './sheetModel.ts';
import { SheetStore } from './sheetStore.ts';

/** Handles the keyboard, pointer and clipboard input of a grid. */
export interface SheetControl {
  store: SheetStore;
  size: { rows: number; columns: number };
  /** Moves to a cell, with the focus unless `shouldFocus` is false. */
  goTo: (cell: Cell, shouldFocus?: boolean) => void;
  select: (selection: Selection) => void;
  /** Extends the selection to a cell, which is scrolled into view. */
  extendTo: (focus: Cell) => void;
  scrollTo: (cell: Cell) => void;
  /** Applies edits of cells that may be edited; in a read-only grid, says why there are none. */
  write: (edits: readonly Edit[]) => void;
  /** Says below the grid why nothing can be changed; does nothing if the grid may be edited. */
  refuse: () => void;
}

/** A summary of the selection, shown below the grid. */
export interface SheetStatus {
  said: string;
  problem: boolean;
}

/** Marks a text about an invalid cell; other texts begin with as many spaces. */
const PROBLEM = '!';

/** What the line below a grid says about its selection, as one string, so that equal texts are not rendered again. */
function statusText(store: SheetStore): string {
  const words = rangeWords(store.selected);
  const { row, column } = store.selection.focus;
  const { problem, warning, note } = row < store.model.rows ? store.look(row, column) : EMPTY_LOOK;
  if (words === null && problem) return `${PROBLEM}${problem}`;
  return `${' '.repeat(PROBLEM.length)}${words ?? warning ?? note ?? ''}`;
}

interface Sheet {
  control: SheetControl;
  status: SheetStatus;
  handle: RefObject<DataGridHandle | null>;
}

/**
 * Creates the store of a grid's selection, and what controls the grid.
 *
 * @param lead the cell that a link from outside points to
 * @param locked why a grid without `onEdit` is read-only, as a sentence
 */
export function useSheetControl(
  model: SheetModel,
  onEdit: ((edits: readonly Edit[]) => void) | undefined,
  lead: Lead | null | undefined,
  locked: string,
): Sheet {
  const handle = useRef<DataGridHandle>(null);
  const [store] = useState(() => new SheetStore(model));
  useLayoutEffect(() => store.take(model), [store, model]);
  const editable = onEdit !== undefined;
  useLayoutEffect(() => store.setFillable(editable), [store, editable]);

  const columnCount = model.columns.length;
  const size = useMemo(() => ({ rows: model.rows, columns: columnCount }), [model.rows, columnCount]);
  // Read from the store, so that it also follows a cell that gets a problem, or loses it, while it stays selected.
  const told = useSyncExternalStore(store.subscribe, () => statusText(store));
  const [refused, setRefused] = useState(false);
  const select = useCallback(
    (selection: Selection) => {
      store.select(selection);
      setRefused(false);
    },
    [store],
  );
  const goTo = useCallback((cell: Cell, shouldFocus = true) => {
    handle.current?.setActivePosition({ rowIdx: cell.row, idx: cell.column + 1 }, { shouldFocus });
    if (!shouldFocus) return;
    // The grid does not focus a cell that is already active.
    requestAnimationFrame(() => {
      const grid = handle.current?.element;
      if (grid && !grid.contains(document.activeElement))
        grid.querySelector<HTMLElement>(':scope > [role="row"] > [tabindex="0"]')?.focus({ preventScroll: true });
    });
  }, []);
  // If rows disappear with the active cell, such as when a paste is undone, the nearest cell takes its place.
  useEffect(() => {
    const { anchor, focus } = store.selection;
    if (Math.max(anchor.row, focus.row) < size.rows) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) goTo(clamp(anchor, size));
      select({ anchor: clamp(anchor, size), focus: clamp(focus, size) });
    });
    return () => cancelAnimationFrame(frame);
  }, [size, store, select, goTo]);
  useEffect(() => {
    if (!lead || lead.row >= store.model.rows) return undefined;
    // Runs after the grid has been rendered.
    const frame = requestAnimationFrame(() => {
      handle.current?.element?.scrollIntoView({ block: 'nearest' });
      goTo(lead);
      select(selectCell(lead));
    });
    return () => cancelAnimationFrame(frame);
  }, [lead, goTo, select, store]);

  const scrollTo = useCallback(({ row, column }: Cell) => {
    handle.current?.scrollToCell({ rowIdx: row, idx: column + 1 });
  }, []);
  const extendTo = useCallback(
    (focus: Cell) => {
      select({ anchor: store.selection.anchor, focus });
      scrollTo(focus);
    },
    [store, select, scrollTo],
  );
  const refuse = useCallback(() => setRefused(!editable && locked !== ''), [editable, locked]);
  const write = useCallback(
    (edits: readonly Edit[]) => {
      refuse();
      const writable = edits.filter(({ column }) => store.model.columns[column]?.readOnly !== true);
      if (writable.length > 0) onEdit?.(writable);
    },
    [store, onEdit, refuse],
  );
  const control = useMemo(
    () => ({ store, size, goTo, select, extendTo, scrollTo, write, refuse }),
    [store, size, goTo, select, extendTo, scrollTo, write, refuse],
  );
  const status = refused
    ? { said: locked, problem: false }
    : { said: told.slice(PROBLEM.length), problem: told.startsWith(PROBLEM) };
  return { control, status, handle };
}
