/** Selections in a spreadsheet grid, as pure functions of cell positions, independent of rendering. */

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A selection between two cells, both included, in either order. */
export interface Selection {
  readonly anchor: Cell;
  readonly focus: Cell;
}

/** A selection's rectangle; all four edges are included. */
export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const selectCell = (cell: Cell): Selection => ({ anchor: cell, focus: cell });

export const rangeOf = ({ anchor, focus }: Selection): Range => ({
  top: Math.min(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  bottom: Math.max(anchor.row, focus.row),
  right: Math.max(anchor.column, focus.column),
});

export const contains = ({ top, left, bottom, right }: Range, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

export const sizeOf = ({ top, left, bottom, right }: Range): Size => ({
  rows: bottom - top + 1,
  columns: right - left + 1,
});

export const isSingle = (range: Range): boolean => range.top === range.bottom && range.left === range.right;

/** The cells of a range, row by row. */
export function* cellsOf({ top, left, bottom, right }: Range): Generator<Cell> {
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) yield { row, column };
}

/** Clamps a cell to the grid, which has at least one cell. */
export const clamp = ({ row, column }: Cell, { rows, columns }: Size): Cell => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
});

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);

const STEPS: Readonly<Record<Arrow, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The adjacent cell in a direction; at the edge of the grid, the cell itself. */
export const stepFrom = ({ row, column }: Cell, arrow: Arrow, size: Size): Cell =>
  clamp({ row: row + STEPS[arrow].row, column: column + STEPS[arrow].column }, size);

/**
 * The target of Ctrl with an arrow key, as in a spreadsheet: the last filled cell of the block, or else the next filled
 * one across empty cells, or else the edge.
 */
export function jumpFrom(from: Cell, arrow: Arrow, size: Size, isEmpty: (cell: Cell) => boolean): Cell {
  let at = from;
  let next = stepFrom(at, arrow, size);
  const moves = (): boolean => next.row !== at.row || next.column !== at.column;
  if (!moves()) return at;
  const inBlock = !isEmpty(from) && !isEmpty(next);
  while (moves()) {
    if (inBlock && isEmpty(next)) return at;
    if (!inBlock && !isEmpty(next)) return next;
    at = next;
    next = stepFrom(at, arrow, size);
  }
  return at;
}

/** Selects the whole grid, starting at its first cell. */
export const selectAll = ({ rows, columns }: Size): Selection => ({
  anchor: { row: 0, column: 0 },
  focus: { row: rows - 1, column: columns - 1 },
});

export const selectRows = (from: number, to: number, { columns }: Size): Selection => ({
  anchor: { row: from, column: 0 },
  focus: { row: to, column: columns - 1 },
});

export const selectColumns = (from: number, to: number, { rows }: Size): Selection => ({
  anchor: { row: 0, column: from },
  focus: { row: rows - 1, column: to },
});

/** Describes a selection for screen readers, e.g. "A range of 3 rows and 2 columns"; null for a single cell. */
export function rangeWords(range: Range): string | null {
  if (isSingle(range)) return null;
  const { rows, columns } = sizeOf(range);
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `${count(rows, 'row')} and ${count(columns, 'column')} selected`;
}
