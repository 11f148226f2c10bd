import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { ExportChoice } from '../list/preferences.ts';
import type { Fields, ListRow, RowMark } from '../../contract/listData.ts';

/** What is done in the rows of a table. The table draws this; the code that decides it is loaded after the first rows. */

/** Selected rows: named one by one, or with `all` every row that matches the filters but the named ones. */
export interface Selection {
  readonly all: boolean;
  readonly keys: ReadonlySet<string>;
}

export const NO_SELECTION: Selection = { all: false, keys: new Set() };

export const isSelected = ({ all, keys }: Selection, key: string): boolean => all !== keys.has(key);

/** @param total rows that match the filters */
export const selectedCount = ({ all, keys }: Selection, total: number): number =>
  all ? Math.max(0, total - keys.size) : keys.size;

/** Values that are drawn over a row which does not have them yet, and its mark where a change of many records waits. */
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

/** Selection, painted values and open editor of one table: a store, so that a toggled flag draws the table alone again. */
export class TableDoing {
  handlers: TableHandlers | null = null;

  /** Takes what the code that works with cells does with keys and clicks; null when it is gone. */
  handle(handlers: TableHandlers | null): void {
    this.handlers = handlers;
  }
  /** Exports the selected rows; null until the code for it is there. */
  exportSelected: ((choice: ExportChoice) => void) | null = null;

  private state = NOTHING;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): DoingState => this.state;

  /** Says how the selected rows are exported; returns what takes that back. */
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

/** What takes the focus in a cell: its control where it has one, else the cell itself. */
export const focusTarget = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>('[data-act]') ?? cell;
