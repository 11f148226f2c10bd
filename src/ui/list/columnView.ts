import type { Column } from '../table/columns.ts';
import { isShown, type TablePreferences } from './preferences.ts';

/** A table's columns as a person sees them. */
export interface ColumnView<R> {
  columns: readonly Column<R>[];
  /**
   * Columns with the same value in every row, hidden to save space: a filter above the table, or the country, shows the
   * value once.
   */
  aside: readonly Column<R>[];
  /** Columns that the person hid. */
  away: readonly Column<R>[];
  /** Columns that cannot be hidden. */
  held: readonly Column<R>[];
  /** How many of the columns stay at the left while the table scrolls sideways. */
  frozen: number;
}

/** All columns in the order that a person chose; columns added later follow their neighbour in the declaration. */
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

const NONE: ReadonlySet<string> = new Set();

/**
 * The pinned columns first, then the early ones, then all others, each in their order. Columns that a filter fixes but
 * a person still shows come last, so that they push nothing out of sight.
 */
function forNarrow<R>(columns: readonly Column<R>[], fixed: (column: Column<R>) => boolean): readonly Column<R>[] {
  const rank = (column: Column<R>): number =>
    fixed(column) ? 3 : column.pinned === true ? 0 : column.early === true ? 1 : 2;
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * How many columns stay at the left by default: those up to the last pinned one, or the first shown column if every
 * pinned one is hidden.
 */
function pinnedCount<R>(columns: readonly Column<R>[], declared: readonly Column<R>[]): number {
  const pinned = columns.findLastIndex(column => column.pinned === true) + 1;
  if (pinned > 0) return pinned;
  return declared.some(column => column.pinned === true) ? Math.min(1, columns.length) : 0;
}

/** Keys of the constant columns whose values differ in these rows, together with those already known. */
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
 * The columns to show: those that the person chose; a narrow table omits columns with the same value in every row,
 * until the person asks for them.
 *
 * @param applied the filters of the listed rows
 * @param narrow the table has no room for all of the documents' columns
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

/** The same preferences with one column shown or hidden. */
export function toggled<R>(
  preferences: TablePreferences,
  { columns, aside }: Pick<ColumnView<R>, 'columns' | 'aside'>,
  column: Column<R>,
): TablePreferences {
  const { key, standby } = column;
  const { hidden, added } = preferences;
  const without = (keys: readonly string[]) => keys.filter(other => other !== key);
  if (columns.some(shown => shown.key === key)) {
    // A column that was shown only by choice goes back to its default.
    if (added.includes(key)) return { ...preferences, added: without(added) };
    return { ...preferences, hidden: [...without(hidden), key] };
  }
  const byChoice = standby === true || aside.some(other => other.key === key);
  return { ...preferences, hidden: without(hidden), added: byChoice ? [...without(added), key] : added };
}

/** The same preferences with one column moved to another's place. */
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

/** The same preferences with a width for a column; null: sized by its contents again. */
export function resized(preferences: TablePreferences, key: string, width: number | null): TablePreferences {
  const { [key]: _before, ...others } = preferences.widths;
  return { ...preferences, widths: width === null ? others : { ...others, [key]: width } };
}
