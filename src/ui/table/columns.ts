import type { ReactNode } from 'react';
import type { Country } from '../../domain/country.ts';
import type { Option } from '../list/filters.ts';
import { headingWidth } from './textWidth.ts';

/** Tones of a status or tag; each is a color of Fluent's badge. */
export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger';

/** Properties of a column of any kind. */
export interface ColumnBase {
  key: string;
  label: string;
  /** The desired width in pixels; the column grows if the table is wider than its columns. */
  width?: number;
  /** Stays at the left while the table scrolls sideways. Pinned columns come first. */
  pinned?: boolean;
  /** Cannot be hidden by the person. */
  always?: boolean;
  /** Not shown until a person chooses it in the table's settings. */
  standby?: boolean;
  /** Key of the filter that, once it is set, gives the column the same value in every row. */
  fixedBy?: string;
  /** Has the same value in every row in most countries: a narrow table hides it until a row has a different value. */
  constant?: boolean;
  /** In a narrow table it comes right after the pinned columns, unless the person chose an order. */
  early?: boolean;
  /** The list's call can sort by `key`, so the header offers it. */
  sortable?: boolean;
  /** The row action that changes the value; people with its permission can edit the cell in place. */
  edit?: string;
  /** The row action whose dialog changes the value, if the cell itself does not. */
  form?: string;
  /** The least width in pixels of a text, used when the columns do not all fit. */
  least?: number;
  /** The copied text, if a component renders the cell. */
  copied?: (row: never) => string;
}

type Maybe<T> = T | null | undefined;

/** A column by its kind (LIST-10 and text, id, number, yesNo, custom). Missing values show "/". */
export type Column<R> = ColumnBase &
  (
    | { kind: 'text' | 'longText' | 'id'; value: (row: R) => Maybe<string | number> }
    /** A number, or its text if it has decimals. */
    | { kind: 'number'; value: (row: R) => Maybe<number | string> }
    /** YYYY-MM-DD, without a time zone. */
    | { kind: 'day'; value: (row: R) => Maybe<string> }
    /** An amount as stored: the displayed value times 100000. */
    | { kind: 'money'; value: (row: R) => Maybe<number>; country?: (row: R) => Country | undefined }
    /**
     * Epoch seconds; `millisecond` is epoch milliseconds. All are shown in the entity's zone (G72). `stacked`: the day
     * above the time, if the column is too narrow for both on one line.
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
     * Rendered by a component. `whole`: it contains controls, which are never cut off, so the column has exactly its
     * declared width.
     */
    | { kind: 'custom'; render: (row: R) => ReactNode; whole?: boolean }
  );

/** How a row looks as a card on a phone; without this, a card shows every column. */
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

/** Width of a digit, and of a cell's own padding, rounded up. */
const DIGIT = 8;
const PADDING = 24;

/**
 * Width of a column in pixels. Ids are never cut off: the longest one shown fits, whatever width the column declares.
 */
export function columnWidth<R>(column: Column<R>, rows: readonly { row: R }[] = []): number {
  const wanted = Math.max(column.width ?? WIDTH[column.kind], headingWidth(column.label) + PADDING - 8);
  if (column.kind !== 'id') return wanted;
  const longest = rows.reduce((most, { row }) => Math.max(most, String(column.value(row) ?? '').length), 0);
  return Math.max(wanted, longest * DIGIT + PADDING);
}

/** Whether a column is right-aligned: numbers and amounts are. */
export const alignsRight = (column: Column<never>): boolean => column.kind === 'number' || column.kind === 'money';

/** Label of an option's value; an unknown value is shown as it is. */
export const labelOf = (options: readonly Option[], value: string | number): string =>
  options.find(option => option.value === value)?.label ?? String(value);
