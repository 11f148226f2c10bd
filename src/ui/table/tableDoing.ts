import type { Fields, ListRow } from '../../contract/listData.ts';
import type { Column } from './columns.ts';
import type { Painted, TableDoing } from './doing.ts';
import type { TableAction } from './RowActions.tsx';

export interface TableDoingOptions<R extends Fields> {
  doing: TableDoing;
  rows: readonly ListRow<R>[];
  /** The visible columns; `edit` is set only on those that the person may change. */
  columns: readonly Column<R>[];
  actions: readonly TableAction[];
  /** Whether the matching rows can be determined. */
  canAll: boolean;
  /** Marks of pending bulk changes, by key. */
  waiting: ReadonlyMap<string, Painted>;
  /** Writes a cell's new value; resolves once it is stored. */
  write: (row: R, column: Column<R>, value: unknown) => Promise<void>;
  /** How a cell is edited in place; null if its value can be changed only in the dialog. */
  typed: (column: Column<R>) => TypedCell<R> | null;
  /** The options for a cell. */
  choices: (column: Column<R>) => readonly { value: string | number; label: string }[];
  onAction: (action: string, item: ListRow<R>) => void;
  /** Copies or deletes the selected rows. */
  onCopySelection: () => void;
  onDeleteSelection: () => void;
}

/** How a cell's value is edited as text. */
export interface TypedCell<R> {
  maxLength?: number;
  /** Validates the text entered in a row; null if it is valid. */
  problemOf: (text: string, row: R) => string | null;
  /**
   * Converts a value to editable text, and valid text back to a value, for numbers and days, whose stored value differs
   * from their text.
   */
  write?: (row: R) => string;
  read?: (text: string) => unknown;
}

/** A row of the table and, if the pressed element is inside a cell, that cell. */
export interface At<R> {
  item: ListRow<R>;
  index: number;
  column: Column<R> | undefined;
  cell: HTMLElement | null;
}

/** The row and cell that contain an element; null outside the rows. */
export function placeOf<R extends Fields>(
  target: EventTarget,
  { rows, columns }: Pick<TableDoingOptions<R>, 'rows' | 'columns'>,
): At<R> | null {
  const element = target instanceof Element ? target : null;
  const row = element?.closest<HTMLElement>('tr[data-row]');
  const index = Number(row?.dataset['row'] ?? -1);
  const item = rows[index];
  if (!row || !item) return null;
  const cell = element?.closest<HTMLElement>('td[data-col]') ?? null;
  return { item, index, column: columns.find(({ key }) => key === cell?.dataset['col']), cell };
}
