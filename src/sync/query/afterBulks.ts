/** The effect of pending bulk changes on a row. */

/** A bulk change whose effect a list does not include yet. */
export interface WaitingBulk {
  id: string;
  set: Readonly<Record<string, unknown>> | null;
  sending: boolean;
  versions: ReadonlyMap<string, number>;
}

/** The values and version of a row after pending changes, applied in order; null if none affects it. */
export function afterBulks(
  bulks: readonly WaitingBulk[],
  key: string,
  version: number,
): { values: Readonly<Record<string, unknown>>; version: number; last: WaitingBulk } | null {
  let now = version;
  let last: WaitingBulk | null = null;
  let values: Record<string, unknown> = {};
  for (const bulk of bulks) {
    // If a change has already taken effect, its version of the row is outdated.
    if (bulk.versions.get(key) !== now) continue;
    now += 1;
    last = bulk;
    values = { ...values, ...bulk.set };
  }
  return last && { values, version: now, last };
}
