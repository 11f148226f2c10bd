import { onceFor, type CellChange } from '../../../domain/rates/cells.ts';
import { KEYS, type FeeRow, type Part, type PartRow } from '../../../domain/rates/rows.ts';

/** The changed rows of a version, in the format of the bulk call. */

/** A row as stored on the server, with the version on which a change to it is based (OB8). */
export type Stored<R> = R & { readonly version: number };
export type StoredRows = { readonly [P in Part]: readonly Stored<PartRow<P>>[] };

export type RowChange = CellChange;

/** Rows before and after an edit; contains only the affected rows. */
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
 * The changes that turn the old rows into the new ones. A row whose key changed is a deletion and an addition; adding a
 * key that already exists is a change to the existing row.
 * @param all all of the part's rows on the server, because a new row may have the key of a row that the edit did not
 * touch
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

/** A row without the fields that are needed only for storage. */
export function plainRow<R extends object>(row: R): R {
  const { version: _, ...plain } = row as R & { version?: number };
  return plain as R;
}

export type StoredFee = Stored<FeeRow>;
