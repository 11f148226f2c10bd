import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { ExportChoice } from '../list/preferences.ts';
import type { Fields, ListRow, RowMark } from '../../contract/listData.ts';

/**
 * Selection and editing in the rows of a table. The table renders this state; the code that changes it is loaded after
 * the first rows.
 */

/** Selected rows: the rows in `keys`; with `all`, every row that matches the filters except those. */
export interface Selection {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
}

export const NO_SELECTION: Selection = { all: false, keys: new Set() };

export const isSelected = ({ all, keys }: Selection, key: string): boolean => all !== keys.has(key);

/** @param total rows that match the filters */
export const selectedCount = ({ all, keys }: Selection, total: number): number =>
  all ? Math.max(0, total - keys.size) : keys.size;

/** Values shown over a row that does not have them yet, and a mark if a change of many records is pending. */
export interface Painted {
  values: Fields;
  pending?: RowMark;
}

/** A cell whose value is being typed. */
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
  /** @returns whether the key was used */
  onKeyDown(event: KeyboardEvent<HTMLElement>): boolean;
  onClick(event: MouseEvent<HTMLElement>): void;
  onDoubleClick(event: MouseEvent<HTMLElement>): void;
}

const NOTHING: DoingState = { selection: NO_SELECTION, painted: new Map(), editor: null };

/**
 * Selection, painted values and open editor of one table. It is a store, so that toggling a flag renders only the
 * table.
 */
export class TableDoing {
  handlers: TableHandlers | null = null;

  /** Registers the handlers of keys and clicks in cells; null when they are gone. */
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

  /** Registers how the selected rows are exported; returns a function that undoes it. */
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

/** A row with the values painted over it. */
export function paintedItem<R extends Fields>(item: ListRow<R>, painted: Painted | undefined): ListRow<R> {
  if (!painted) return item;
  return { ...item, row: { ...item.row, ...painted.values }, pending: item.pending ?? painted.pending ?? null };
}

/** The element to focus in a cell: its control if it has one, otherwise the cell itself. */
export const focusTarget = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>('[data-act]') ?? cell;
