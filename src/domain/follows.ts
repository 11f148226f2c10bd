/** A consequence of a change: if a write changes a field, other fields get fixed values. */
export interface Follow {
  /** The field that is changed. */
  field: string;
  /** The new values that have the consequence; any new value if omitted. */
  to?: readonly unknown[];
  /** The values of the other fields, unless the write contains them itself. */
  set: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The changes of a write, together with those that follow from it. A field that the write contains keeps the written
 * value, and a field that already has the value is not added.
 * @param follows the consequences that the resource declares
 * @param before the record before the write
 * @param set the fields that the write contains, with their new values
 */
export function withFollowing<S extends Values>(follows: readonly Follow[] | undefined, before: Values, set: S): S {
  const added: Record<string, unknown> = {};
  for (const { field, to, set: values } of follows ?? []) {
    const value = set[field];
    if (value === undefined || Object.is(value, before[field]) || to?.includes(value) === false) continue;
    for (const [name, next] of Object.entries(values)) {
      if (set[name] === undefined && !Object.is(next, before[name])) added[name] = next;
    }
  }
  return Object.keys(added).length === 0 ? set : { ...set, ...added };
}

/** Whether a write of these fields may have consequences, whatever the record. */
export const mayFollow = (follows: readonly Follow[] | undefined, set: Values): boolean =>
  (follows ?? []).some(({ field, to }) => field in set && to?.includes(set[field]) !== false);

/** The field whose change sets another field; undefined if the field does not follow from the write. */
export const followsFrom = (follows: readonly Follow[] | undefined, set: Values, name: string): string | undefined =>
  (follows ?? []).find(({ field, set: values }) => field in set && name in values)?.field;

/** Whether a field is empty because of the value of another field. */
export const emptiedBy = (follows: readonly Follow[] | undefined, values: Values, name: string): boolean =>
  (follows ?? []).some(({ field, to, set }) => set[name] === null && to?.includes(values[field]) === true);

/**
 * A record with the fields emptied that the values of others empty. A record that was stored, logged or queued before
 * the declaration had these consequences may still contain values in them.
 */
export function withEmptied<V extends Values>(follows: readonly Follow[] | undefined, row: V): V {
  const emptied = Object.keys(row).filter(name => row[name] !== null && emptiedBy(follows, row, name));
  return emptied.length === 0 ? row : { ...row, ...Object.fromEntries(emptied.map(name => [name, null])) };
}
