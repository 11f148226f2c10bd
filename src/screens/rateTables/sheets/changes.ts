import { onceFor, type CellChange } from '../../../domain/rates/cells.ts';
import { KEYS, type FeeRow, type Part, type PartRow } from '../../../domain/rates/rows.ts';

/** Changed rows of a version, as one bulk call takes them. */

/** A row as the server has it, with the version that a change of it is made from (OB8). */
export type Stored<R> = R & { readonly version: number };
export type StoredRows = { readonly [P in Part]: readonly Stored<PartRow<P>>[] };

export type RowChange = CellChange;

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

export type StoredFee = Stored<FeeRow>;
