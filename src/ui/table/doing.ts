import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { ExportChoice } from '../list/preferences.ts';
import type { Fields, ListRow, RowMark } from '../../contract/listData.ts';

/**
 * The state of selecting and editing in a table's rows. The table renders this state; the code that changes it is
 * loaded after the first rows.
 */

/** The selected rows: those in `keys` or, with `all`, every row that matches the filters except those in `keys`. */
export interface Selection {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
}

export const NO_SELECTION: Selection = { all: false, keys: new Set() };

export const isSelected = ({ all, keys }: Selection, key: string): boolean => all !== keys.has(key);

/** @param total number of rows that match the filters */
export const selectedCount = ({ all, keys }: Selection, total: number): number =>
  all ? Math.max(0, total - keys.size) : keys.size;

/** Values shown in place of a row's own until the row has them, and a mark if a bulk change is pending. */
export interface Painted {
  values: Fields;
  pending?: RowMark;
}

/** A cell whose value is being edited. */
export interface OpenEditor {
  key: string;
  column: string;
  element: ReactNode;
}

export interface DoingState {
  selection: Selection;
  painted: ReadonlyMap<string, Painted>;
  editor: OpenEditor | null;
}

export interface TableHandlers {
  /** @returns whether the key was handled */
  onKeyDown(event: KeyboardEvent<HTMLElement>): boolean;
  onClick(event: MouseEvent<HTMLElement>): void;
  onDoubleClick(event: MouseEvent<HTMLElement>): void;
}

const NOTHING: DoingState = { selection: NO_SELECTION, painted: new Map(), editor: null };

/**
 * The selection, the painted values and the open editor of one table, as a store, so that toggling a flag rerenders
 * only the table.
 */
export class TableDoing {
  handlers: TableHandlers | null = null;

  /** Registers the handlers of keys and clicks in cells; null unregisters them. */
  handle(handlers: TableHandlers | null): void {
    this.handlers = handlers;
  }
  /** Exports the selected rows; null until its code is loaded. */
  exportSelected: ((choice: ExportChoice) => void) | null = null;

  private state = NOTHING;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): DoingState => this.state;

  /** Registers the function that exports the selected rows; the returned function unregisters it. */
  offerExport(run: (choice: ExportChoice) => void): () => void {
    this.exportSelected = run;
    return () => {
      this.exportSelected = null;
    };
  }

  set(change: Partial<DoingState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** A row with its painted values applied. */
export function paintedItem<R extends Fields>(item: ListRow<R>, painted: Painted | undefined): ListRow<R> {
  if (!painted) return item;
  return { ...item, row: { ...item.row, ...painted.values }, pending: item.pending ?? painted.pending ?? null };
}

/** The element to focus in a cell: its control, or the cell itself if it has none. */
export const focusTarget = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>('[data-act]') ?? cell;
