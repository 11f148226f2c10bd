import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, EMPTY, type DeclaredCollection } from '../../contract/cached.ts';
import type { CachedChange, CachedNumbers, CachedSegmentColumns } from './db.ts';
import type { Row } from '../types.ts';

const ROOM: Readonly<Record<CachedKind, (length: number) => CachedNumbers>> = {
  number: length => new Float64Array(length),
  int: length => new Int32Array(length),
  small: length => new Uint8Array(length),
  text: length => new Int32Array(length),
};

/** If more numbered records than this are searched, a single pass finds all of them. */
const FEW = 8;

/** Values of the columns that define the row order. */
type Place = readonly (number | string)[];

/** A change of one record, for the columns. */
export type ColumnChange = Pick<CachedChange, 'key' | 'version' | 'row'>;

/** One collection of a channel in memory, stored by column in its list's default order (contract/cached). */
export class CachedColumns {
  /** Incremented whenever values change; `layout` only when rows are added, removed or moved. */
  revision = 0;
  layout = 0;
  readonly declaration: DeclaredCollection;
  private columns: CachedSegmentColumns;
  private readonly kinds: readonly (readonly [string, CachedKind])[];
  /** Dictionary codes of strings, by text column and string. */
  private readonly codes = new Map<string, Map<string, number>>();
  /** Columns into which flags are packed, with the field of each bit. */
  private readonly packed: ReadonlyMap<string, readonly (readonly [string, number])[]>;
  /** Whether the key alone suffices to find a record, because it contains every column of `order`. */
  private readonly ordered: boolean;
  /** The columns of `order`; text columns come with the strings behind their codes. */
  private orderColumns: readonly { values: CachedNumbers; texts: readonly string[] | undefined }[] = [];

  private constructor(declaration: DeclaredCollection, length: number) {
    this.declaration = declaration;
    this.kinds = Object.entries(columnsOf(declaration));
    this.ordered = declaration.order.every(column => declaration.key.includes(column));
    this.columns = this.roomFor(length);
    for (const [name, kind] of this.kinds) {
      if (kind !== 'text') continue;
      this.columns.texts[name] = [];
      this.codes.set(name, new Map());
    }
    const packed = new Map<string, (readonly [string, number])[]>();
    for (const [field, view] of Object.entries(declaration.views)) {
      if ('mask' in view) packed.set(view.of, [...(packed.get(view.of) ?? []), [field, view.mask]]);
    }
    this.packed = packed;
    this.lookUpOrder();
  }

  static from(declaration: DeclaredCollection, segments: readonly CachedSegmentColumns[]): CachedColumns {
    const all = new CachedColumns(declaration, lengthOf(segments));
    let start = 0;
    for (const segment of segments) start = all.put(segment, start);
    return all;
  }

  /** Like `from`, but pauses after every `size` segments so that other calls can be served. */
  static async fromSlices(
    declaration: DeclaredCollection,
    segments: readonly CachedSegmentColumns[],
    size: number,
    pause: () => Promise<void>,
  ): Promise<CachedColumns> {
    const all = new CachedColumns(declaration, lengthOf(segments));
    let start = 0;
    for (const [i, segment] of segments.entries()) {
      start = all.put(segment, start);
      if (i % size === size - 1) await pause();
    }
    return all;
  }

  /** Returns a copy of the columns. */
  copy(): CachedColumns {
    return CachedColumns.from(this.declaration, this.slices(Math.max(1, this.length)));
  }

  get length(): number {
    return this.columns.length;
  }

  /** Applies changes in order; ignores changes older than the current version (MR2). */
  apply(changes: readonly ColumnChange[]): void {
    const gone = new Set<number>();
    const added = new Map<string, ColumnChange>();
    const find = this.finder(changes);
    const versions = this.numbers('version');
    for (const change of changes) {
      const at = find(change);
      if (at < 0) {
        if (change.row) added.set(change.key, change);
        else added.delete(change.key);
        continue;
      }
      if (change.version < (versions[at] as number)) continue;
      if (change.row) {
        gone.delete(at);
        this.write(this.columns, at, change.row);
        this.revision += 1;
      } else gone.add(at);
    }
    if (gone.size === 0 && added.size === 0) return;
    this.rebuild(gone, [...added.values()]);
    this.revision += 1;
    this.layout += 1;
  }

  /**
   * The range of rows with a given value in the first column of the order: the first position, and the one after the
   * last.
   */
  within(value: number): [number, number] {
    return [this.lowerBound([value]), this.lowerBound([value + 1])];
  }

  /** Position of the record with these values in the order columns; -1 if it is missing. */
  positionOf(place: readonly (number | string)[]): number {
    const at = this.lowerBound(place);
    return at < this.length && this.compareAt(at, place) === 0 ? at : -1;
  }

  /** Positions of records by their keys; -1 for missing records. */
  positionsOf(keys: readonly string[]): Int32Array {
    const named = keys.map(key => ({ key }));
    return Int32Array.from(named, this.finder(named));
  }

  /**
   * A column's values by position; string codes for a text column. The array is replaced when rows are added or
   * removed.
   */
  numbers(name: string): CachedNumbers {
    return this.columns.numbers[name] as CachedNumbers;
  }

  /** Distinct strings of a text column; this list only grows. */
  texts(name: string): readonly string[] {
    return this.columns.texts[name] as string[];
  }

  kindOf(name: string): CachedKind | undefined {
    return Object.hasOwn(this.columns.numbers, name) ? columnsOf(this.declaration)[name] : undefined;
  }

  /** A row's values in all columns. */
  at(position: number): Record<string, number | string | null> {
    const row: Record<string, number | string | null> = {};
    for (const [name] of this.kinds) row[name] = this.valueAt(name, position);
    return row;
  }

  /** The rows in segments of at most `size`. */
  slices(size: number): CachedSegmentColumns[] {
    const parts: CachedSegmentColumns[] = [];
    for (let from = 0; from < this.length; from += size) {
      const part = this.roomFor(Math.min(size, this.length - from));
      for (const [name, kind] of this.kinds) {
        const column = part.numbers[name] as CachedNumbers;
        column.set(this.numbers(name).subarray(from, from + size));
        if (kind !== 'text') continue;
        const used = [...new Set(column)];
        const placed = new Map(used.map((code, at) => [code, at]));
        for (let i = 0; i < column.length; i++) column[i] = placed.get(column[i] as number) as number;
        part.texts[name] = used.map(code => this.texts(name)[code] as string);
      }
      parts.push(part);
    }
    return parts;
  }

  private valueAt(name: string, position: number): number | string | null {
    const value = this.numbers(name)[position] as number;
    const read = this.codes.has(name) ? (this.texts(name)[value] ?? '') : value;
    return this.declaration.empties.includes(name) && read === EMPTY[this.kindOf(name) as CachedKind] ? null : read;
  }

  private roomFor(length: number): CachedSegmentColumns {
    return {
      length,
      numbers: Object.fromEntries(this.kinds.map(([name, kind]) => [name, ROOM[kind](length)])),
      texts: {},
    };
  }

  /** Writes a segment at a position; returns the position after it. */
  private put(segment: CachedSegmentColumns, start: number): number {
    for (const [name, kind] of this.kinds) {
      const from = segment.numbers[name] as CachedNumbers;
      const to = this.numbers(name);
      if (kind !== 'text') {
        to.set(from, start);
        continue;
      }
      const codes = (segment.texts[name] ?? []).map(text => this.code(name, text));
      for (let i = 0; i < from.length; i++) to[start + i] = codes[from[i] as number] as number;
    }
    return start + segment.length;
  }

  /** A string's code; a new string gets a new code. */
  private code(name: string, text: string): number {
    const codes = this.codes.get(name) as Map<string, number>;
    const known = codes.get(text);
    if (known !== undefined) return known;
    const at = (this.columns.texts[name] as string[]).push(text) - 1;
    codes.set(text, at);
    return at;
  }

  private write(into: CachedSegmentColumns, at: number, row: Row): void {
    for (const [name, kind] of this.kinds) {
      const column = into.numbers[name] as CachedNumbers;
      const bits = this.packed.get(name);
      if (bits) column[at] = bits.reduce((sum, [field, mask]) => (row[field] === true ? sum | mask : sum), 0);
      else {
        const value = row[name] ?? EMPTY[kind];
        column[at] = kind === 'text' ? this.code(name, String(value)) : Number(value);
      }
    }
  }

  /**
   * Returns a copy of the columns without the rows at `gone` and with `added`; unchanged runs are copied in one piece.
   */
  private rebuild(gone: ReadonlySet<number>, added: readonly ColumnChange[]): void {
    const { order } = this.declaration;
    const before = this.columns;
    const after = { ...this.roomFor(this.length - gone.size + added.length), texts: before.texts };
    const news = added.map(({ row }) => {
      const place = order.map(column => row?.[column] as number | string);
      return { at: this.lowerBound(place), place, row: row as Row };
    });
    const cuts = [...[...gone].map(at => ({ at, place: [], row: null })), ...news].sort(
      (a, b) =>
        a.at - b.at ||
        // Rows added at an existing row's position come before it.
        Number(a.row === null) - Number(b.row === null) ||
        comparePlaces(a.place, b.place),
    );
    let from = 0;
    let to = 0;
    const copyUntil = (end: number) => {
      for (const [name] of this.kinds) {
        (after.numbers[name] as CachedNumbers).set((before.numbers[name] as CachedNumbers).subarray(from, end), to);
      }
      to += end - from;
      from = end;
    };
    for (const { at, row } of cuts) {
      copyUntil(at);
      if (row) {
        this.write(after, to, row);
        to += 1;
      } else from += 1;
    }
    copyUntil(this.length);
    this.columns = after;
    this.lookUpOrder();
  }

  private lookUpOrder(): void {
    const { numbers, texts } = this.columns;
    this.orderColumns = this.declaration.order.map(name => ({
      values: numbers[name] as CachedNumbers,
      texts: texts[name],
    }));
  }

  /**
   * Returns a function that finds a record by its key, using the row order, or by its number if rows are not ordered by
   * key.
   */
  private finder(changes: readonly Pick<ColumnChange, 'key'>[]): (change: Pick<ColumnChange, 'key'>) => number {
    const { order, key } = this.declaration;
    if (this.ordered) {
      const parts = order.map(column => [key.indexOf(column) + 1, this.codes.has(column)] as const);
      return change => {
        const texts = change.key.split('/');
        const place = parts.map(([at, isText]) => (isText ? (texts[at] ?? '') : Number(texts[at])));
        return this.positionOf(place);
      };
    }
    const ids = this.numbers(key[0] as string);
    const idOf = (change: Pick<ColumnChange, 'key'>) => Number(change.key.slice(change.key.indexOf('/') + 1));
    if (changes.length <= FEW) return change => ids.indexOf(idOf(change));
    const wanted = new Set(changes.map(idOf));
    const found = new Map<number, number>();
    for (let at = 0; at < ids.length; at++) if (wanted.has(ids[at] as number)) found.set(ids[at] as number, at);
    return change => found.get(idOf(change)) ?? -1;
  }

  /** Negative if the row sorts before the place; 0 if the row begins with the place's values. */
  private compareAt(position: number, place: Place): number {
    for (let i = 0; i < place.length; i++) {
      const { values, texts } = this.orderColumns[i] as (typeof this.orderColumns)[number];
      const value = values[position] as number;
      const own = texts ? (texts[value] as string) : value;
      const other = place[i] as number | string;
      if (own !== other) return own < other ? -1 : 1;
    }
    return 0;
  }

  /** First position that does not sort before a place. */
  private lowerBound(place: Place): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareAt(middle, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const lengthOf = (segments: readonly CachedSegmentColumns[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

function comparePlaces(a: Place, b: Place): number {
  for (let i = 0; i < a.length; i++) {
    const left = a[i] as number | string;
    const right = b[i] as number | string;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
