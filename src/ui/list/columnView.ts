import type { Column } from '../table/columns.ts';
import { isShown, type TablePreferences } from './preferences.ts';

/** A table's columns as a person sees them. */
export interface ColumnView<R> {
  columns: readonly Column<R>[];
  /** Columns that say the same in every row and gave way; the filters above the table say it once. */
  aside: readonly Column<R>[];
  /** Columns that cannot be hidden. */
  held: readonly Column<R>[];
  /** How many of the columns stay at the left while the table scrolls sideways. */
  frozen: number;
}

/** All columns in the order that a person gave them; those that came later stay behind their neighbour of the declaration. */
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

/** Whether a filter gives a column the same value in every row. */
const isFixed = <R>({ fixedBy }: Column<R>, applied: Readonly<Record<string, unknown>>): boolean =>
  fixedBy !== undefined && applied[fixedBy] !== undefined;

/**
 * The columns that are shown: what the person chose, without those whose value a filter fixes where the table is narrow. Those
 * come back as soon as the person asks for them.
 *
 * @param applied the filters that the rows were asked with
 * @param narrow the table has no room for all of the documents' columns
 */
export function viewColumns<R>(
  declared: readonly Column<R>[],
  preferences: TablePreferences,
  applied: Readonly<Record<string, unknown>>,
  narrow: boolean,
): ColumnView<R> {
  const { hidden, added, frozen } = preferences;
  const fixed = (column: Column<R>) => isFixed(column, applied);
  const gone = (column: Column<R>) => (fixed(column) ? hidden.includes(column.key) : !isShown(column, preferences));
  const kept = inOrder(declared, preferences.order).filter(column => !gone(column));
  const aside = narrow ? kept.filter(column => fixed(column) && !added.includes(column.key)) : [];
  const columns = kept.filter(column => !aside.includes(column));
  const last = columns.findIndex(({ key }) => key === frozen);
  const byDefault = declared.some(({ pinned }) => pinned === true) ? 1 : 0;
  const held = columns.filter(column => column.always === true && !fixed(column));
  return {
    columns,
    aside,
    held,
    frozen: frozen === '' ? 0 : last === -1 ? Math.min(byDefault, columns.length) : last + 1,
  };
}

/** The same preferences with one column shown, or not shown any more. */
export function toggled<R>(
  preferences: TablePreferences,
  { columns, aside }: Pick<ColumnView<R>, 'columns' | 'aside'>,
  column: Column<R>,
): TablePreferences {
  const { key, standby } = column;
  const { hidden, added } = preferences;
  const without = (keys: readonly string[]) => keys.filter(other => other !== key);
  if (columns.some(shown => shown.key === key)) {
    // What was shown by choice alone gives way again by itself.
    if (added.includes(key)) return { ...preferences, added: without(added) };
    return { ...preferences, hidden: [...without(hidden), key] };
  }
  const byChoice = standby === true || aside.some(other => other.key === key);
  return { ...preferences, hidden: without(hidden), added: byChoice ? [...without(added), key] : added };
}

/** The same preferences with columns that gave way shown again. */
export const withAdded = <R>(preferences: TablePreferences, aside: readonly Column<R>[]): TablePreferences => ({
  ...preferences,
  added: [...new Set([...preferences.added, ...aside.map(({ key }) => key)])],
});

/** The same preferences with one column in the place of another, which makes way. */
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

/** The same preferences with a width for a column; null: by its contents again. */
export function resized(preferences: TablePreferences, key: string, width: number | null): TablePreferences {
  const { [key]: _before, ...others } = preferences.widths;
  return { ...preferences, widths: width === null ? others : { ...others, [key]: width } };
}
