import type { ReactNode } from 'react';
import type { Country } from '../../domain/country.ts';
import type { Option } from '../list/filters.ts';
import { headingWidth } from './textWidth.ts';

/** Tones of a status or tag; each one is a color of Fluent's badge. */
export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger';

/** Properties that columns of every kind have. */
export interface ColumnBase {
  key: string;
  label: string;
  /** The preferred width in pixels; if there is space left, the column grows. */
  width?: number;
  /** Whether the column stays at the left while the table scrolls sideways. Pinned columns must come first. */
  pinned?: boolean;
  /** Whether the person cannot hide the column. */
  always?: boolean;
  /** Whether the column is hidden until a person shows it in the table's settings. */
  standby?: boolean;
  /** Key of the filter that, once set, makes the column's value the same in every row. */
  fixedBy?: string;
  /**
   * Whether the value is the same in every row in most countries; a narrow table hides the column until a row has a
   * different value.
   */
  constant?: boolean;
  /** Whether the column directly follows the pinned ones in a narrow table, unless the person has chosen an order. */
  early?: boolean;
  /** Whether the list's call can sort by `key`, so that the header offers sorting. */
  sortable?: boolean;
  /** The row action that changes the value; people with its permission can edit the cell in place. */
  edit?: string;
  /** The row action whose dialog changes the value, if the cell cannot be edited in place. */
  form?: string;
  /** The minimum width in pixels of a text column, used when the columns do not all fit. */
  least?: number;
  /** The text to copy, if a component renders the cell. */
  copied?: (row: never) => string;
}

type Maybe<T> = T | null | undefined;

/**
 * A column, by kind (the kinds of LIST-10, plus text, id, number, yesNo and custom). Missing values are shown as "/".
 */
export type Column<R> = ColumnBase &
  (
    | { kind: 'text' | 'longText' | 'id'; value: (row: R) => Maybe<string | number> }
    /** A number, or a string if it has decimals. */
    | { kind: 'number'; value: (row: R) => Maybe<number | string> }
    /** YYYY-MM-DD, without a time zone. */
    | { kind: 'day'; value: (row: R) => Maybe<string> }
    /** An amount as stored: the displayed value times 100000. */
    | { kind: 'money'; value: (row: R) => Maybe<number>; country?: (row: R) => Country | undefined }
    /**
     * Epoch seconds; for `millisecond`, epoch milliseconds. All are displayed in the entity's time zone (G72).
     * `stacked`: the date is placed above the time if the column is too narrow for both on one line.
     */
    | { kind: 'date' | 'time' | 'tz' | 'millisecond'; value: (row: R) => Maybe<number>; stacked?: boolean }
    | { kind: 'select' | 'enum'; value: (row: R) => Maybe<string | number>; options: readonly Option[] }
    | {
        kind: 'status';
        value: (row: R) => Maybe<string | number>;
        options: readonly (Option & { tone: Tone })[];
      }
    | { kind: 'list' | 'tag'; value: (row: R) => readonly string[] }
    | { kind: 'url'; value: (row: R) => Maybe<string>; text?: (row: R) => string }
    | { kind: 'yesNo'; value: (row: R) => boolean }
    /**
     * Rendered by a component. `whole`: it contains controls, which are never truncated, so the column has exactly its
     * declared width.
     */
    | { kind: 'custom'; render: (row: R) => ReactNode; whole?: boolean }
  );

/** How a row is laid out as a card on a phone; by default, a card shows every column. */
export interface CardLayout<R> {
  title: (row: R) => string;
  detail: (row: R) => string;
  /** Keys of the columns below the title. */
  fields: readonly string[];
}

const WIDTH: Record<Column<never>['kind'], number> = {
  text: 150,
  longText: 320,
  id: 116,
  number: 110,
  money: 130,
  date: 116,
  day: 104,
  time: 176,
  tz: 176,
  millisecond: 200,
  select: 130,
  enum: 130,
  status: 120,
  list: 220,
  tag: 220,
  url: 160,
  yesNo: 100,
  custom: 160,
};

/** Width of a digit and a cell's padding, rounded up. */
const DIGIT = 8;
const PADDING = 24;

/**
 * A column's width in pixels. Ids are never truncated: the column fits the longest one in the rows, whatever its
 * declared width.
 */
export function columnWidth<R>(column: Column<R>, rows: readonly { row: R }[] = []): number {
  const wanted = Math.max(column.width ?? WIDTH[column.kind], headingWidth(column.label) + PADDING - 8);
  if (column.kind !== 'id') return wanted;
  const longest = rows.reduce((most, { row }) => Math.max(most, String(column.value(row) ?? '').length), 0);
  return Math.max(wanted, longest * DIGIT + PADDING);
}

/** Whether a column is right-aligned, as numbers and amounts are. */
export const alignsRight = (column: Column<never>): boolean => column.kind === 'number' || column.kind === 'money';

/** The label of an option's value; an unknown value is shown unchanged. */
export const labelOf = (options: readonly Option[], value: string | number): string =>
  options.find(option => option.value === value)?.label ?? String(value);
