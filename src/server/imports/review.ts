import { REVIEW_SHOWN, type ImportReceipt } from '../../contract/imports/calls.ts';
import { channelLocationKey } from '../../contract/channelLocation.ts';
import type { Country } from '../../domain/country.ts';
import { FEATURE } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';
import { formatCursor, headCursor, isReachable, parseCursor, readFeedState } from '../feed/cursor.ts';
import { channelLocationsByKey } from '../routes/channelLocation/rows.ts';
import { breathe } from './breathe.ts';
import { arrayText } from './plan.ts';
import type { Plan } from './reader/api.ts';

type Review = NonNullable<ImportReceipt['review']>;
type MetRow = Pick<Review['rows'][number], 'key' | 'change'>;

/** Records that are looked up in one statement. */
const CHUNK = 4_000;

/** Own deletions of single records that are looked through, the newest first. */
const LOOK_BACK = 5_000;

/** Versions of the tombstones of records that a person deleted one by one, by key. */
async function deletedBy(db: Queryable, email: string, channels: Iterable<number>): Promise<Map<string, number>> {
  const { rows } = await db.query<{ key: string; version: number }>(
    `SELECT concat_ws('/', before->>'channelId', before->>'locationId', before->>'type') AS key,
            (before->>'version')::int4 + 1 AS version
       FROM audit_logs
      WHERE channel_id = ANY ($1::int8[]) AND feature = $2 AND operator_type = 'Delete' AND email = $3
      ORDER BY id DESC LIMIT ${LOOK_BACK}`,
    [[...channels], FEATURE.serviceableArea, email],
  );
  return new Map(rows.reverse().map(({ key, version }) => [key, version]));
}

/**
 * Keys of those rows of a plan whose record as it stands is from this person, or whose record this person deleted: they know
 * what they did.
 */
async function keysBy(db: Queryable, email: string, plan: Plan, rows: readonly number[]): Promise<Set<string>> {
  const found = new Set<string>();
  const gone = rows.filter(at => (plan.before[at] as number) < 0);
  const alone =
    gone.length === 0
      ? new Map<string, number>()
      : await deletedBy(db, email, new Set(gone.map(at => plan.channels[at] as number)));
  for (let from = 0; from < gone.length; from += CHUNK) {
    const part = gone.slice(from, from + CHUNK);
    const column = (values: Float64Array): string => arrayText(part.map(at => values[at] as number));
    // By the version of the last tombstone: an earlier deletion says nothing of a later one.
    const { rows: deleted } = await db.query<{ key: string; version: number; own: boolean }>(
      `SELECT d.key, d.version, EXISTS (
                SELECT 1 FROM channel_location_import_rows r JOIN imports i ON i.no = r.import_no AND i.state = 'applied'
                 WHERE r.after_flags IS NULL AND r.channel_id = k.channel_id AND r.type = k.type
                   AND r.location_id = k.location_id AND r.after_version = d.version AND i.email = $4) AS own
         FROM unnest($1::int8[], $2::int2[], $3::int8[]) AS k(channel_id, type, location_id)
         JOIN deleted_versions d ON d.collection = 'channelLocations'
                                AND d.key = k.channel_id || '/' || k.location_id || '/' || k.type`,
      [column(plan.channels), column(plan.types), column(plan.locations), email],
    );
    for (const { key, version, own } of deleted) if (own || alone.get(key) === version) found.add(key);
    await breathe();
  }
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    const column = (values: Float64Array): string => arrayText(part.map(at => values[at] as number));
    const { rows: own } = await db.query<{ channelId: number; type: number; locationId: number }>(
      `SELECT p.channel_id AS "channelId", p.type, p.location_id AS "locationId" FROM channel_locations p
         JOIN unnest($1::int8[], $2::int2[], $3::int8[]) AS k(channel_id, type, location_id)
           ON k.channel_id = p.channel_id AND k.type = p.type AND k.location_id = p.location_id
        WHERE p.updated_by = $4`,
      [column(plan.channels), column(plan.types), column(plan.locations), email],
    );
    for (const key of own) found.add(channelLocationKey(key));
    await breathe();
  }
  return found;
}

/**
 * Rows of a plan that others changed after a cursor: they come back to the person instead of being overwritten. Where the
 * feed no longer reaches back to the cursor, nobody can say which: a review of no rows, after which all is compared anew.
 *
 * @param email who imports; what this person changed last is nobody else's
 * @returns the review and the keys of all its rows; null where nobody did
 */
export async function reviewOf(
  db: Queryable,
  entity: Country,
  plan: Plan,
  since: string,
  email: string,
): Promise<{ review: Review; keys: readonly string[] } | null> {
  const state = await readFeedState(db);
  const cursor = parseCursor(since);
  const now = formatCursor(headCursor(state));
  if (!isReachable(state, cursor)) return { review: { total: 0, rows: [], since: now }, keys: [] };
  const { rows } = await db.query<{ key: string }>(
    `SELECT DISTINCT key FROM changes
      WHERE entity = $1 AND collection = 'channelLocations' AND (xid, seq) > ($2::xid8, $3::int8)`,
    [entity, String(cursor.xid), cursor.seq],
  );
  if (rows.length === 0) return null;
  const changed = new Set(rows.map(({ key }) => key));
  const keyOf = (at: number): string =>
    channelLocationKey({
      channelId: plan.channels[at] as number,
      type: plan.types[at] as number,
      locationId: plan.locations[at] as number,
    });
  const met: number[] = [];
  for (let at = 0; at < plan.count; at++) if (changed.has(keyOf(at))) met.push(at);
  const own = await keysBy(db, email, plan, met);
  const theirs = met
    .map(at => ({
      key: keyOf(at),
      change: (plan.before[at] as number) < 0 ? 'added' : (plan.after[at] as number) < 0 ? 'removed' : 'changed',
    }))
    .filter((row): row is MetRow => !own.has(row.key));
  if (theirs.length === 0) return null;
  return { review: await withRows(db, entity, theirs, now), keys: theirs.map(({ key }) => key) };
}

/** A review with the records as they stand, the first of them. */
export async function withRows(
  db: Queryable,
  entity: Country,
  met: readonly MetRow[],
  since: string,
  total = met.length,
): Promise<Review> {
  const shown = met.slice(0, REVIEW_SHOWN);
  const current = await channelLocationsByKey(
    db,
    entity,
    shown.map(({ key }) => key),
  );
  return {
    total,
    rows: shown.map(({ key, change }) => {
      const row = current.get(key);
      return { key, change, current: row ? { ...row } : null };
    }),
    since,
  };
}
