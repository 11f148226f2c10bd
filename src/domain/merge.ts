/** Three-way merge of a record's fields (invariant OB8). */

export type Fields = Readonly<Record<string, unknown>>;

export interface FieldConflict {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export type MergeResult =
  | { kind: 'merged'; row: Record<string, unknown> }
  | { kind: 'conflict'; fields: FieldConflict[] };

/** Whether two JSON values are equal, ignoring key order, which the database may change. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && same((a as Fields)[key], (b as Fields)[key]))
  );
}

/**
 * Merges `changes` (the fields that a person changed, based on `base`) into `theirs` (the server's current row). A
 * field conflicts if both sides set it to different values; setting it to the same value is not a conflict.
 */
export function mergeFields(base: Fields, changes: Fields, theirs: Fields): MergeResult {
  const fields = Object.keys(changes)
    .filter(field => !same(theirs[field], base[field]) && !same(theirs[field], changes[field]))
    .map(field => ({ field, base: base[field], mine: changes[field], theirs: theirs[field] }));
  return fields.length > 0 ? { kind: 'conflict', fields } : { kind: 'merged', row: { ...theirs, ...changes } };
}

/** The fields of `next` that differ from `base`. */
export const changedFields = (base: Fields, next: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(next).filter(([field, value]) => !same(base[field], value)));
