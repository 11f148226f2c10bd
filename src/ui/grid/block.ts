import type { Block } from '../../domain/clipboardBlock.ts';
import { cellsOf, isSingle, sizeOf, type Range, type Size } from './range.ts';

/**
 * Pure functions for blocks of cells in the clipboard format of spreadsheets, and for the edits made by pasting,
 * filling and clearing.
 */

export interface Edit {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** Maximum number of cells per paste; a larger block is truncated, and the person is told. */
export const PASTED_MOST = 200_000;

const written = (text: string): string => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Converts a range to the clipboard format of spreadsheets. */
export function writeBlock(range: Range, textOf: (row: number, column: number) => string): string {
  const lines: string[] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    const cells: string[] = [];
    for (let column = range.left; column <= range.right; column++) cells.push(written(textOf(row, column)));
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

/** The edits made by a paste, and the number of pasted cells that lie outside the grid. */
export interface Pasted {
  readonly edits: readonly Edit[];
  readonly range: Range;
  readonly outside: number;
}

/**
 * The edits for a pasted block. A single cell fills the selection; a block that divides the selection evenly is tiled;
 * any other block is written once, from the selection's first cell.
 */
export function pasteEdits(block: Block, selected: Range, size: Size): Pasted {
  const height = block.length;
  const width = Math.max(0, ...block.map(row => row.length));
  const wanted = sizeOf(selected);
  const repeats = height > 0 && width > 0 && wanted.rows % height === 0 && wanted.columns % width === 0;
  const rows = repeats ? wanted.rows : height;
  const columns = repeats ? wanted.columns : width;
  const edits: Edit[] = [];
  let outside = 0;
  for (let down = 0; down < rows; down++)
    for (let along = 0; along < columns; along++) {
      const text = block[down % height]?.[along % width];
      // If a line is too short, the remaining cells are left unchanged.
      if (text === undefined) continue;
      const [row, column] = [selected.top + down, selected.left + along];
      if (row >= size.rows || column >= size.columns || edits.length >= PASTED_MOST) outside += 1;
      else edits.push({ row, column, text });
    }
  return {
    edits,
    outside,
    range: {
      top: selected.top,
      left: selected.left,
      bottom: Math.max(selected.top, Math.min(size.rows, selected.top + rows) - 1),
      right: Math.max(selected.left, Math.min(size.columns, selected.left + columns) - 1),
    },
  };
}

/** Fills a range down from its first row, or a single row from the one above. */
export function fillDown(range: Range, textOf: (row: number, column: number) => string): Edit[] {
  const from = isSingle(range) || range.top === range.bottom ? range.top - 1 : range.top;
  if (from < 0) return [];
  return [...cellsOf({ ...range, top: from + 1 })].map(({ row, column }) => ({
    row,
    column,
    text: textOf(from, column),
  }));
}

/** Fills a range to the right from its first column, or a single column from the one to its left. */
export function fillRight(range: Range, textOf: (row: number, column: number) => string): Edit[] {
  const from = isSingle(range) || range.left === range.right ? range.left - 1 : range.left;
  if (from < 0) return [];
  return [...cellsOf({ ...range, left: from + 1 })].map(({ row, column }) => ({
    row,
    column,
    text: textOf(row, from),
  }));
}

/**
 * The range added by dragging the fill handle to a cell: below, above, to the right or to the left of the selection,
 * whichever direction is farther.
 */
export function filledRange(from: Range, to: { row: number; column: number }): Range | null {
  const down = to.row - from.bottom;
  const up = from.top - to.row;
  const right = to.column - from.right;
  const left = from.left - to.column;
  const most = Math.max(down, up, right, left);
  if (most <= 0) return null;
  if (most === down) return { ...from, top: from.bottom + 1, bottom: to.row };
  if (most === up) return { ...from, top: to.row, bottom: from.top - 1 };
  if (most === right) return { ...from, left: from.right + 1, right: to.column };
  return { ...from, left: to.column, right: from.left - 1 };
}

/**
 * The edits made with the fill handle: the selection's cells, repeated in order. Numbers are not continued as a series,
 * because they are prices.
 */
export function fillRange(from: Range, added: Range, textOf: (row: number, column: number) => string): Edit[] {
  const { rows, columns } = sizeOf(from);
  const within = (at: number, first: number, count: number): number =>
    first + ((((at - first) % count) + count) % count);
  return [...cellsOf(added)].slice(0, PASTED_MOST).map(({ row, column }) => ({
    row,
    column,
    text: textOf(within(row, from.top, rows), within(column, from.left, columns)),
  }));
}

export const clearEdits = (range: Range): Edit[] => [...cellsOf(range)].map(cell => ({ ...cell, text: '' }));

/** Finds the next cell that contains the search text, row by row, wrapping around at the end; null if there is none. */
export function findNext(
  wanted: string,
  from: { row: number; column: number },
  { rows, columns }: Size,
  textOf: (row: number, column: number) => string,
  backwards = false,
): { row: number; column: number } | null {
  const text = wanted.trim().toLowerCase();
  const cells = rows * columns;
  if (text === '' || cells === 0) return null;
  const start = from.row * columns + from.column;
  for (let step = 1; step <= cells; step++) {
    const at = (start + (backwards ? cells - step : step)) % cells;
    const [row, column] = [Math.floor(at / columns), at % columns];
    if (textOf(row, column).toLowerCase().includes(text)) return { row, column };
  }
  return null;
}
