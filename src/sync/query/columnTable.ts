import { EMPTY } from '../../contract/cached.ts';
import type { ListSort } from '../../domain/listQuery.ts';
import { foldFast, type TextMatch, type TextValues } from './textValues.ts';

/** A column of an in-memory table, with one value per row. */
export type Column =
  | { kind: 'number'; values: ArrayLike<number> }
  /** True if any bit of `mask` is set. */
  | { kind: 'bits'; values: Uint8Array; mask: number }
  /** Codes into `texts`; -1 if there is no value: such a row matches no string and sorts before all others. */
  | { kind: 'text'; texts: TextValues; codes: Int32Array };

/** A condition on a row. */
export type Condition =
  /** from: at least the value; until: at most the value. An empty value (contract/cached) matches neither. */
  | { column: string; is: 'equal' | 'from' | 'until'; value: number | string }
  | { column: string; is: 'in'; values: readonly (number | string)[] }
  | { column: string; is: TextMatch; text: string }
  /** Matches the first digits of a number. */
  | { column: string; is: 'begins'; digits: number }
  | { column: string; is: 'yes' | 'no' }
  /** Matches if at least one of the conditions is met. */
  | { any: readonly Condition[] };

/** Matching rows within [start, end); if `marks` is null, all of them match. */
interface Selection {
  start: number;
  end: number;
  marks: Uint8Array | null;
  total: number;
}

export interface TableData {
  length: number;
  /** Returns a column by name; undefined if it is missing. Called on demand, so that columns can be created lazily. */
  column: (name: string) => Column | undefined;
}

/** Number of selections and orders memoized for the next page or column; they take one and four bytes per row. */
const SELECTIONS = 3;
const ORDERS = 3;

function remember<K, V>(known: Map<K, V>, key: K, most: number, make: () => V): V {
  const value = known.get(key) ?? make();
  known.delete(key);
  known.set(key, value);
  if (known.size > most) known.delete(known.keys().next().value as K);
  return value;
}

/**
 * Filters, sorts, pages and counts over columns in memory. The default order is that of the rows. If values change,
 * create a new table or call `changed`.
 */
export class ColumnTable {
  private readonly data: TableData;
  private readonly selections = new Map<string, Selection>();
  private readonly orders = new Map<string, Uint32Array>();

  constructor(data: TableData) {
    this.data = data;
  }

  /** Called when values have changed; invalidates memoized selections and orders. */
  changed(): void {
    this.selections.clear();
    this.orders.clear();
  }

  /**
   * A page of the rows that meet all conditions, as positions, and their exact number. Ties of a sort are in the
   * default order, even if the sort is descending.
   *
   * @param within first position that can match and the one after the last, if known to the caller
   * @throws Error for an unknown column, or a condition that does not apply to the column's kind
   */
  page(
    conditions: readonly Condition[],
    sort: ListSort | null,
    offset: number,
    count: number,
    within: readonly [number, number] = [0, this.data.length],
  ): { total: number; positions: number[] } {
    const [start, end] = within;
    const key = JSON.stringify([conditions, start, end]);
    const selection = remember(this.selections, key, SELECTIONS, () => this.select(conditions, start, end));
    const positions: number[] = [];
    const { marks, total } = selection;
    const last = Math.min(total, offset + count);
    if (offset >= last) return { total, positions };
    if (sort) {
      const order = this.order(sort);
      let seen = 0;
      for (let i = 0; i < order.length && seen < last; i++) {
        const at = order[i] as number;
        if (at < start || at >= end || (marks !== null && marks[at - start] === 0)) continue;
        if (seen >= offset) positions.push(at);
        seen += 1;
      }
    } else if (marks === null) {
      for (let at = start + offset; at < start + last; at++) positions.push(at);
    } else {
      let seen = 0;
      for (let i = 0; seen < last; i++) {
        if (marks[i] === 0) continue;
        if (seen >= offset) positions.push(start + i);
        seen += 1;
      }
    }
    return { total, positions };
  }

  private column(name: string): Column {
    const column = this.data.column(name);
    if (!column) throw new Error(`There is no column ${name}.`);
    return column;
  }

  private select(conditions: readonly Condition[], start: number, end: number): Selection {
    const length = Math.max(0, end - start);
    if (conditions.length === 0) return { start, end, marks: null, total: length };
    const marks = new Uint8Array(length).fill(1);
    let total = length;
    for (const condition of conditions) total = this.narrow(marks, start, condition);
    return { start, end, marks, total };
  }

  /** Unmarks rows that do not meet a condition; returns how many remain. */
  private narrow(marks: Uint8Array, start: number, condition: Condition): number {
    if (!('any' in condition)) return narrow(marks, start, this.column(condition.column), condition);
    const found = new Uint8Array(marks.length);
    for (const part of condition.any) {
      const own = marks.slice();
      this.narrow(own, start, part);
      for (let i = 0; i < own.length; i++) if (own[i] === 1) found[i] = 1;
    }
    marks.set(found);
    let left = 0;
    for (let i = 0; i < found.length; i++) left += found[i] as number;
    return left;
  }

  /** All rows sorted by a column, with ties in the default order. */
  private order({ column, descending }: ListSort): Uint32Array {
    return remember(this.orders, `${descending ? '-' : ''}${column}`, ORDERS, () =>
      countingSort(ranksOf(this.column(column), this.data.length), descending),
    );
  }
}

type Single = Exclude<Condition, { any: unknown }>;

/** Each loop counts the remaining rows; without branches, a row takes about a nanosecond. */
function narrow(marks: Uint8Array, start: number, column: Column, condition: Single): number {
  let left = 0;
  if (column.kind === 'text') {
    const { codes, texts } = column;
    const wanted = markedTexts(texts, condition);
    for (let i = 0; i < marks.length; i++) {
      const code = codes[start + i] as number;
      const mark = (marks[i] as number) & (code < 0 ? 0 : (wanted[code] as number));
      marks[i] = mark;
      left += mark;
    }
  } else if (column.kind === 'bits') {
    const { values, mask } = column;
    if (condition.is !== 'yes' && condition.is !== 'no') throw new Error(`A yes/no column has no ${condition.is}.`);
    const wanted = condition.is === 'yes';
    for (let i = 0; i < marks.length; i++) {
      const yes = ((values[start + i] as number) & mask) !== 0;
      const mark = yes === wanted ? (marks[i] as number) : 0;
      marks[i] = mark;
      left += mark;
    }
  } else {
    const { values } = column;
    let meets: (value: number) => boolean;
    if (condition.is === 'in') {
      const wanted = new Set<number | string>(condition.values);
      meets = value => wanted.has(value);
    } else if (condition.is === 'equal' && 'value' in condition) {
      const { value: wanted } = condition;
      meets = value => value === wanted;
    } else if (condition.is === 'from' || condition.is === 'until') {
      meets = within(condition, EMPTY.number);
    } else if (condition.is === 'begins') {
      const { digits } = condition;
      meets = value => {
        let left = value;
        while (left > digits) left = Math.floor(left / 10);
        return left === digits;
      };
    } else throw new Error(`A number column has no ${condition.is}.`);
    for (let i = 0; i < marks.length; i++) {
      if (!meets(values[start + i] as number)) marks[i] = 0;
      left += marks[i] as number;
    }
  }
  return left;
}

/** Whether values lie on the required side of a bound. */
function within<V extends number | string>(
  { is, value: bound }: Extract<Single, { value: unknown }>,
  empty: number | string,
): (value: V) => boolean {
  return is === 'from' ? value => value >= bound && value !== empty : value => value <= bound && value !== empty;
}

function markedTexts(texts: TextValues, condition: Single): Uint8Array {
  if (condition.is === 'from' || condition.is === 'until')
    return Uint8Array.from(texts.names, within<string>(condition, EMPTY.text) as never);
  if ('text' in condition) return texts.marks(condition.is, condition.text);
  if (condition.is === 'equal') return texts.marks('equal', String(condition.value));
  if (condition.is !== 'in') throw new Error(`A text column has no ${condition.is}.`);
  const marks = new Uint8Array(texts.size);
  const wanted = new Set(condition.values.map(value => foldFast(String(value))));
  for (let code = 0; code < marks.length; code++) if (wanted.has(texts.folded(code))) marks[code] = 1;
  return marks;
}

/** An integer rank for each row, starting at 0: rows are sorted by their ranks. */
function ranksOf(column: Column, length: number): Int32Array {
  const ranks = new Int32Array(length);
  if (column.kind === 'text') {
    const places = column.texts.ranks();
    for (let i = 0; i < length; i++) {
      const code = column.codes[i] as number;
      ranks[i] = code < 0 ? 0 : (places[code] as number) + 1;
    }
    return ranks;
  }
  if (column.kind === 'bits') {
    for (let i = 0; i < length; i++) ranks[i] = ((column.values[i] as number) & column.mask) !== 0 ? 1 : 0;
    return ranks;
  }
  const { values } = column;
  const distinct = Float64Array.from(values).sort();
  let kept = 0;
  for (let i = 0; i < length; i++)
    if (i === 0 || distinct[i] !== distinct[i - 1]) distinct[kept++] = distinct[i] as number;
  for (let i = 0; i < length; i++) {
    const value = values[i] as number;
    let low = 0;
    let high = kept - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((distinct[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    ranks[i] = low;
  }
  return ranks;
}

/** Positions by rank; the sort is stable in both directions. */
function countingSort(ranks: Int32Array, descending: boolean): Uint32Array {
  let most = 0;
  for (let i = 0; i < ranks.length; i++) if ((ranks[i] as number) > most) most = ranks[i] as number;
  const next = new Uint32Array(most + 2);
  const slot = (rank: number): number => (descending ? most - rank : rank);
  for (let i = 0; i < ranks.length; i++)
    next[slot(ranks[i] as number) + 1] = (next[slot(ranks[i] as number) + 1] as number) + 1;
  for (let i = 1; i < next.length; i++) next[i] = (next[i] as number) + (next[i - 1] as number);
  const order = new Uint32Array(ranks.length);
  for (let i = 0; i < ranks.length; i++) {
    const at = slot(ranks[i] as number);
    order[next[at] as number] = i;
    next[at] = (next[at] as number) + 1;
  }
  return order;
}
