import { isSelected, type Selection } from './doing.ts';

/**
 * Pure functions that change a selection. With `all`, the keys are those of the deselected rows, so that a million rows
 * can be selected without listing them.
 */

/** Adds rows to the selection, or removes them from it. */
export function withRows({ all, keys }: Selection, rows: readonly string[], on: boolean): Selection {
  const next = new Set(keys);
  for (const key of rows) {
    if (all === on) next.delete(key);
    else next.add(key);
  }
  return { all, keys: next };
}

export const toggled = (selection: Selection, key: string): Selection =>
  withRows(selection, [key], !isSelected(selection, key));

/** Selects the rows from one to another, in either direction, in addition to the previous selection. */
export const ranged = (before: Selection, page: readonly string[], from: number, to: number): Selection =>
  withRows(before, page.slice(Math.min(from, to), Math.max(from, to) + 1), true);

/** Toggles the page's checkbox: selects the remaining rows of the page, or deselects all of them. */
export const pageToggled = (selection: Selection, page: readonly string[]): Selection =>
  withRows(selection, page, !page.every(key => isSelected(selection, key)));

/** Selects every row that matches the filters, without listing them. */
export const EVERY_ROW: Selection = { all: true, keys: new Set() };

/** Handles Ctrl+A: selects the page or, if the page is already selected, all matching rows, if possible. */
export function moreSelected(selection: Selection, page: readonly string[], canAll: boolean): Selection {
  const isPage = page.length > 0 && page.every(key => isSelected(selection, key));
  return isPage && canAll ? EVERY_ROW : withRows(selection, page, true);
}

export const isNothing = ({ all, keys }: Selection): boolean => !all && keys.size === 0;
