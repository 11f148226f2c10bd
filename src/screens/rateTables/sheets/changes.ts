import { KEYS, keyOfPart, type FeeRow, type Part, type PartRow, type RateRows } from '../../../domain/rates/rows.ts';

/** Changed rows of a version, as one bulk call takes them. */

/** A row as the server has it, with the version that a change of it is made from (OB8). */
export type Stored<R> = R & { readonly version: number };
export type StoredRows = { readonly [P in Part]: readonly Stored<PartRow<P>>[] };

export type RowChange =
  | { readonly part: Part; readonly base: number; readonly row: PartRow<Part> }
  | { readonly part: Part; readonly base: number; readonly remove: string };

/** Rows before and after an edit; only rows that an edit touches are listed. */
export interface Edited<P extends Part> {
  readonly before: readonly Stored<PartRow<P>>[];
  readonly after: readonly PartRow<P>[];
}

function sameRow(one: object, other: object): boolean {
  return Object.entries(one).every(([name, value]) => {
    const theirs = (other as Record<string, unknown>)[name];
    return Array.isArray(value) ? JSON.stringify(value) === JSON.stringify(theirs) : value === theirs;
  });
}

/**
 * The changes that lead from the rows before to those after. A row whose key changed is one that goes and one that comes; a key that
 * comes and was there is a change of that row.
 * @param all every row of the part that the server has: a new row may have the key of one that the edit did not touch
 */
export function changesOf<P extends Part>(
  part: P,
  { before, after }: Edited<P>,
  all: ReadonlyMap<string, Stored<PartRow<P>>>,
): { changes: RowChange[]; twice: string[] } {
  const keyOf = KEYS[part] as (row: PartRow<P>) => string;
  const touched = new Set(before.map(keyOf));
  const made = new Map<string, PartRow<P>>();
  const twice: string[] = [];
  for (const row of after) {
    const key = keyOf(row);
    if (made.has(key) || (all.has(key) && !touched.has(key))) twice.push(key);
    made.set(key, row);
  }
  const changes: RowChange[] = [];
  for (const row of before) {
    const key = keyOf(row);
    if (!made.has(key)) changes.push({ part, base: row.version, remove: key });
  }
  for (const [key, row] of made) {
    const old = touched.has(key) ? all.get(key) : undefined;
    if (!old || !sameRow(row, old)) changes.push({ part, base: old?.version ?? 0, row: row as PartRow<Part> });
  }
  return { changes, twice };
}

const indexes = new WeakMap<object, unknown>();

/** What follows from rows that are never changed in place, computed once for them. */
export function onceFor<T>(cache: WeakMap<object, unknown>, rows: object, compute: () => T): T {
  const known = cache.get(rows) as T | undefined;
  if (known !== undefined) return known;
  const made = compute();
  cache.set(rows, made);
  return made;
}

/** Rows by their keys. */
export const byKeyOf = <P extends Part>(
  part: P,
  rows: readonly Stored<PartRow<P>>[],
): ReadonlyMap<string, Stored<PartRow<P>>> =>
  onceFor(indexes, rows, () => new Map(rows.map(row => [(KEYS[part] as (row: PartRow<P>) => string)(row), row])));

/** A row without what only its storage knows. */
export function plainRow<R extends object>(row: R): R {
  const { version: _, ...plain } = row as R & { version?: number };
  return plain as R;
}

const keyLists = new WeakMap<object, unknown>();

/** All rows with changes applied: what the version would be. Parts without changes stay the same array. */
export function withChanges(rows: RateRows, changes: readonly RowChange[]): RateRows {
  if (changes.length === 0) return rows;
  const made: Record<string, unknown> = { ...rows };
  for (const part of new Set(changes.map(change => change.part))) {
    const before = rows[part] as readonly PartRow<Part>[];
    const keys = onceFor(keyLists, before, () => before.map(row => keyOfPart(part, row)));
    const changed = new Map<string, PartRow<Part> | null>();
    for (const change of changes) {
      if (change.part !== part) continue;
      if ('remove' in change) changed.set(change.remove, null);
      else changed.set(keyOfPart(part, change.row), change.row);
    }
    const after: PartRow<Part>[] = [];
    for (const [at, row] of before.entries()) {
      const key = keys[at] as string;
      const next = changed.get(key);
      if (next === undefined) after.push(row);
      else {
        if (next !== null) after.push(next);
        changed.delete(key);
      }
    }
    for (const row of changed.values()) if (row !== null) after.push(row);
    made[part] = after;
  }
  return made as unknown as RateRows;
}

export type StoredFee = Stored<FeeRow>;
