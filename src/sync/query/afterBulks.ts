import { withFollowing, type Follow } from '../../domain/follows.ts';
import { versionOf } from '../mirror/versionOf.ts';

/** The effect of pending bulk changes on a row. */

/** A bulk change whose effect a list does not include yet. */
export interface WaitingBulk {
  id: string;
  set: Readonly<Record<string, unknown>> | null;
  /** The fields that follow from others in the changed records. */
  follows?: readonly Follow[] | undefined;
  sending: boolean;
  versions: ReadonlyMap<string, number>;
}

/** The values and version of a row after pending changes, applied in order; null if none affects it. */
export function afterBulks(
  bulks: readonly WaitingBulk[],
  key: string,
  row: Readonly<Record<string, unknown>>,
): { values: Readonly<Record<string, unknown>>; version: number; last: WaitingBulk } | null {
  let now = versionOf(row);
  let last: WaitingBulk | null = null;
  let values: Record<string, unknown> = {};
  for (const bulk of bulks) {
    // If a change has already taken effect, its version of the row is outdated.
    if (bulk.versions.get(key) !== now) continue;
    now += 1;
    last = bulk;
    values = { ...values, ...withFollowing(bulk.follows, { ...row, ...values }, bulk.set ?? {}) };
  }
  return last && { values, version: now, last };
}
