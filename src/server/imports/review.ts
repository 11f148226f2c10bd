import { REVIEW_SHOWN, type ImportReceipt } from '../../contract/imports/calls.ts';
import { deletionPath, ownerKey, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { auditColumn } from '../db/ownerTables.ts';
import { countedVersion } from '../db/raiseVersions.ts';
import type { Queryable } from '../db/transaction.ts';
import { FLOOR, formatCursor, headCursor, isReachable, parseCursor, readFeedState, withFloor } from '../feed/cursor.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { keysChangedBy, tombstonesOf } from './staged.ts';
import type { ImportPlan, ImportStore } from './store.ts';

type Review = NonNullable<ImportReceipt['review']>;
type ConflictingRow = Pick<Review['rows'][number], 'key' | 'change'>;

/** Number of records that a statement looks up. */
const CHUNK = 4_000;

/** Maximum number of the person's own deletions of single records that are searched, newest first. */
const LOOK_BACK = 5_000;

/** Returns the counted versions of the tombstones of records that a person deleted one by one, by key. */
async function deletedBy(
  db: Queryable,
  resource: Resource,
  email: string,
  channels: Iterable<number>,
): Promise<Map<string, number>> {
  const column = auditColumn(resource.scope);
  const key = [...ownerKey(resource), ...resource.key].map(name => `before->>'${name}'`).join(', ');
  const { rows } = await db.query<{ key: string; version: number }>(
    `SELECT concat_ws('/', ${key}) AS key, (before->>'version')::int4 + 1 AS version
       FROM audit_logs
      WHERE ${column === null ? '$1::int8[] IS NOT NULL AND channel_id IS NULL' : `${column} = ANY ($1::int8[])`}
        AND feature = $2 AND operator_type = 'Delete' AND email = $3 AND position($4 in url) > 0
      ORDER BY id DESC LIMIT ${LOOK_BACK}`,
    [[...channels], resource.feature, email, deletionPath(resource)],
  );
  return new Map(rows.reverse().map(({ key: deleted, version }) => [deleted, countedVersion(version)]));
}

/** Keys of planned rows whose record was last changed or deleted by this person, who therefore knows about it. */
async function keysBy(
  db: Queryable,
  store: ImportStore,
  email: string,
  plan: ImportPlan,
  rows: readonly number[],
): Promise<Set<string>> {
  const found = new Set<string>();
  const gone = rows.filter(at => plan.change(at) === 'added');
  const alone =
    gone.length === 0
      ? new Map<string, number>()
      : await deletedBy(db, store.resource, email, new Set(gone.map(plan.channel)));
  for (let from = 0; from < gone.length; from += CHUNK) {
    const tombstones = await tombstonesOf(db, store, gone.slice(from, from + CHUNK).map(plan.key), email);
    for (const { key, version, own } of tombstones)
      if (own || alone.get(key) === countedVersion(version)) found.add(key);
    await yieldToEventLoop();
  }
  for (let from = 0; from < rows.length; from += CHUNK) {
    const own = await keysChangedBy(db, store, rows.slice(from, from + CHUNK).map(plan.key), email);
    for (const key of own) found.add(key);
    await yieldToEventLoop();
  }
  return found;
}

/**
 * Returns the rows of a plan that others have changed since a cursor, so that they are reviewed rather than
 * overwritten. If the feed no longer reaches back to the cursor, these rows are not known: the review is empty, and
 * everything must be compared again.
 * @param email the person who imports, whose own latest changes do not count as changes by others
 * @returns the review and the keys of all its rows, or null if there are none
 */
export async function reviewOf(
  db: Queryable,
  store: ImportStore,
  entity: Country,
  plan: ImportPlan,
  since: string,
  email: string,
): Promise<{ review: Review; keys: readonly string[] } | null> {
  const state = await readFeedState(db);
  const cursor = parseCursor(since);
  const now = formatCursor(headCursor(state));
  const unknown = { review: { total: 0, rows: [], since: now }, keys: [] };
  if (!isReachable(state, cursor)) return unknown;
  const { rows } = await db.query<{ keys: string[]; floor: string | null }>(
    `SELECT coalesce(array_agg(DISTINCT key), '{}') AS keys, ${FLOOR} AS floor FROM changes
      WHERE entity = $1 AND collection = $4 AND (xid, seq) > ($2::xid8, $3::int8)`,
    [entity, String(cursor.xid), cursor.seq, store.collection],
  );
  const { keys = [], floor = null } = rows[0] ?? {};
  if (!isReachable(withFloor(state, floor), cursor)) return unknown;
  if (keys.length === 0) return null;
  const changed = new Set(keys);
  const conflicting: number[] = [];
  for (let at = 0; at < plan.count; at++) if (changed.has(plan.key(at))) conflicting.push(at);
  const own = await keysBy(db, store, email, plan, conflicting);
  const theirs = conflicting
    .map((at): ConflictingRow => ({ key: plan.key(at), change: plan.change(at) }))
    .filter(({ key }) => !own.has(key));
  if (theirs.length === 0) return null;
  return { review: await withRows(db, store, entity, theirs, now), keys: theirs.map(({ key }) => key) };
}

/** Adds the current records to the first rows of a review. */
export async function withRows(
  db: Queryable,
  store: ImportStore,
  entity: Country,
  conflicting: readonly ConflictingRow[],
  since: string,
  total = conflicting.length,
): Promise<Review> {
  const shown = conflicting.slice(0, REVIEW_SHOWN);
  const keys = shown.map(({ key }) => key);
  const current = (await store.find?.(db, entity, keys)) ?? new Map<string, { version: number }>();
  return {
    total,
    rows: shown.map(({ key, change }) => {
      const row = current.get(key);
      return { key, change, current: row ? { ...row } : null };
    }),
    since,
  };
}
