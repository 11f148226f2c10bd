import type { Column } from '../table/columns.ts';
import { isShown, type TablePreferences } from './preferences.ts';

/** Determines the columns of a table as displayed to a person. */
export interface ColumnView<R> {
  columns: readonly Column<R>[];
  /**
   * Columns with the same value in every row, hidden to save space: a filter above the table, or the country, already
   * shows the value.
   */
  aside: readonly Column<R>[];
  /** Columns that the person has hidden. */
  away: readonly Column<R>[];
  /** Columns that cannot be hidden. */
  held: readonly Column<R>[];
  /** Number of columns that stay at the left while the table is scrolled sideways. */
  frozen: number;
}

/** All columns in the person's order; columns added to the product later follow their neighbor in the declaration. */
export function inOrder<C extends { key: string }>(columns: readonly C[], order: readonly string[]): readonly C[] {
  if (order.length === 0) return columns;
  const ordered = order.flatMap(key => columns.find(column => column.key === key) ?? []);
  for (const [at, column] of columns.entries()) {
    if (ordered.includes(column)) continue;
    const before = columns[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  }
  return ordered;
}

/** Whether a filter makes a column's value the same in every row. */
const isFixed = <R>({ fixedBy }: Column<R>, applied: Readonly<Record<string, unknown>>): boolean =>
  fixedBy !== undefined && applied[fixedBy] !== undefined;

const NONE: ReadonlySet<string> = new Set();

/**
 * The pinned columns first, then the early ones, then all others, each group in its own order. Columns that a filter
 * makes constant but the person still shows come last, so that they push no other column out of view.
 */
function forNarrow<R>(columns: readonly Column<R>[], fixed: (column: Column<R>) => boolean): readonly Column<R>[] {
  const rank = (column: Column<R>): number =>
    fixed(column) ? 3 : column.pinned === true ? 0 : column.early === true ? 1 : 2;
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Number of columns that stay at the left by default: all up to the last pinned one, or only the first visible one if
 * all pinned columns are hidden.
 */
function pinnedCount<R>(columns: readonly Column<R>[], declared: readonly Column<R>[]): number {
  const pinned = columns.findLastIndex(column => column.pinned === true) + 1;
  if (pinned > 0) return pinned;
  return declared.some(column => column.pinned === true) ? Math.min(1, columns.length) : 0;
}

/** Keys of the constant columns whose values differ among these rows, in addition to those already known. */
export function variedIn<R>(
  declared: readonly Column<R>[],
  rows: readonly { row: R }[],
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = declared.filter(column => {
    if (column.constant !== true || known.has(column.key) || !('value' in column)) return false;
    return new Set(rows.map(({ row }) => column.value(row))).size > 1;
  });
  return found.length === 0 ? known : new Set([...known, ...found.map(({ key }) => key)]);
}

/**
 * The columns to display: those selected by the person; a narrow table also hides columns with the same value in every
 * row until the person shows them.
 *
 * @param applied filters of the listed rows
 * @param narrow whether the table is too narrow for all of the documents' columns
 * @param varied keys of constant columns whose values differed in the rows seen so far
 */
export function viewColumns<R>(
  declared: readonly Column<R>[],
  preferences: TablePreferences,
  applied: Readonly<Record<string, unknown>>,
  narrow: boolean,
  varied: ReadonlySet<string> = NONE,
): ColumnView<R> {
  const { hidden, added, frozen } = preferences;
  const fixed = (column: Column<R>) => isFixed(column, applied);
  const same = (column: Column<R>) => fixed(column) || (column.constant === true && !varied.has(column.key));
  const gone = (column: Column<R>) => (fixed(column) ? hidden.includes(column.key) : !isShown(column, preferences));
  const kept = inOrder(declared, preferences.order).filter(column => !gone(column));
  const aside = narrow ? kept.filter(column => same(column) && !added.includes(column.key)) : [];
  const inPlace = kept.filter(column => !aside.includes(column));
  const columns = narrow && preferences.order.length === 0 ? forNarrow(inPlace, fixed) : inPlace;
  const last = columns.findIndex(({ key }) => key === frozen);
  const byDefault = pinnedCount(narrow ? columns.filter(column => !fixed(column)) : columns, declared);
  const held = columns.filter(column => column.always === true && !fixed(column));
  return {
    columns,
    aside,
    away: declared.filter(column => column.standby !== true && gone(column)),
    held,
    frozen: frozen === '' ? 0 : last === -1 ? byDefault : last + 1,
  };
}

/** Returns the preferences with a column shown or hidden. */
export function toggled<R>(
  preferences: TablePreferences,
  { columns, aside }: Pick<ColumnView<R>, 'columns' | 'aside'>,
  column: Column<R>,
): TablePreferences {
  const { key, standby } = column;
  const { hidden, added } = preferences;
  const without = (keys: readonly string[]) => keys.filter(other => other !== key);
  if (columns.some(shown => shown.key === key)) {
    // A column shown only by choice returns to its default.
    if (added.includes(key)) return { ...preferences, added: without(added) };
    return { ...preferences, hidden: [...without(hidden), key] };
  }
  const byChoice = standby === true || aside.some(other => other.key === key);
  return { ...preferences, hidden: without(hidden), added: byChoice ? [...without(added), key] : added };
}

/** Returns the preferences with a column moved to the place of another. */
export function moved(
  declared: readonly { key: string }[],
  preferences: TablePreferences,
  key: string,
  to: string,
): TablePreferences {
  const keys = inOrder(declared, preferences.order).map(column => column.key);
  const at = keys.indexOf(to);
  if (at === -1 || !keys.includes(key)) return preferences;
  const order = keys.filter(other => other !== key);
  order.splice(at, 0, key);
  return { ...preferences, order };
}

/** Returns the preferences with a column's width; null sizes the column by its contents again. */
export function resized(preferences: TablePreferences, key: string, width: number | null): TablePreferences {
  const { [key]: _before, ...others } = preferences.widths;
  return { ...preferences, widths: width === null ? others : { ...others, [key]: width } };
}
