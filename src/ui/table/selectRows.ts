import { isSelected, type Selection } from './doing.ts';

/** How a selection changes; pure. With `all` the named keys are those left out, so a million rows are selected without a list. */

/** Selects these rows, or takes them out of the selection. */
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

/** The rows from one to another, in either direction, in addition to the previous selection. */
export const ranged = (before: Selection, page: readonly string[], from: number, to: number): Selection =>
  withRows(before, page.slice(Math.min(from, to), Math.max(from, to) + 1), true);

/** The page's checkbox: selects the rest of the page, or deselects all of it. */
export const pageToggled = (selection: Selection, page: readonly string[]): Selection =>
  withRows(selection, page, !page.every(key => isSelected(selection, key)));

/** Every row that matches the filters: no list of them is made. */
export const EVERY_ROW: Selection = { all: true, keys: new Set() };

/** Ctrl+A: the page at first, and all that match once the page is selected and they are known. */
export function moreSelected(selection: Selection, page: readonly string[], canAll: boolean): Selection {
  const isPage = page.length > 0 && page.every(key => isSelected(selection, key));
  return isPage && canAll ? EVERY_ROW : withRows(selection, page, true);
}

export const isNothing = ({ all, keys }: Selection): boolean => !all && keys.size === 0;
