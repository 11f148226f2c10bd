/** What changes of many records that wait mean for a row. */

/** A change of many records whose effect a list does not have yet. */
export interface WaitingBulk {
  id: string;
  set: Readonly<Record<string, unknown>> | null;
  sending: boolean;
  versions: ReadonlyMap<string, number>;
}

/** What waiting changes, in their order, make of a row: its values and version then; null if none is about it. */
export function afterBulks(
  bulks: readonly WaitingBulk[],
  key: string,
  version: number,
): { values: Readonly<Record<string, unknown>>; version: number; last: WaitingBulk } | null {
  let now = version;
  let last: WaitingBulk | null = null;
  let values: Record<string, unknown> = {};
  for (const bulk of bulks) {
    // One that took effect already is at a former version of the row.
    if (bulk.versions.get(key) !== now) continue;
    now += 1;
    last = bulk;
    values = { ...values, ...bulk.set };
  }
  return last && { values, version: now, last };
}
