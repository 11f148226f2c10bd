import type { Database } from '../db/open.ts';
import type { Queryable } from '../db/transaction.ts';
import { FLOOR, formatCursor, headCursor, isReachable, parseCursor, readFeedState, withFloor } from '../feed/cursor.ts';
import { buildSegments, type Segment, type SegmentSet } from './build.ts';
import type { SegmentSource } from './source.ts';

/** The number of changed rows from which a set is rebuilt; with fewer changes, reading the feed is faster. */
const REBUILD_AFTER = 2_000;

export interface SegmentStore {
  /** Returns the current segments of a collection, which the first call builds. */
  of: (source: SegmentSource) => Promise<SegmentSet>;
}

async function storedSet(db: Queryable, { name, entity }: SegmentSource): Promise<SegmentSet | null> {
  const { rows } = await db.query<{ cursor: string; total: number; segments: Segment[] | null; wanted: number }>(
    `SELECT t.cursor, t.total, cardinality(t.ids) AS wanted,
            (SELECT json_agg(json_build_object('id', s.id, 'rows', s.rows, 'bytes', s.bytes) ORDER BY i.place)
               FROM unnest(t.ids) WITH ORDINALITY AS i(id, place) JOIN segments s ON s.id = i.id) AS segments
       FROM segment_sets t WHERE t.collection = $1 AND t.entity = $2`,
    [name, entity],
  );
  const row = rows[0];
  const segments = row?.segments ?? [];
  return row && segments.length === row.wanted ? { cursor: row.cursor, total: row.total, segments } : null;
}

/**
 * Returns the stored set with a current cursor, or null if it must be rebuilt, because the feed no longer reaches back
 * to it or too many rows have changed since. If no row has changed, the cursor advances, so that a client does not need
 * to read the changes of other collections.
 */
async function freshSet(db: Queryable, source: SegmentSource): Promise<SegmentSet | null> {
  const { name, entity, feed } = source;
  const set = await storedSet(db, source);
  if (!set) return null;
  // The state is read before the changes, so anything committed in between also comes after the new cursor.
  const state = await readFeedState(db);
  const since = parseCursor(set.cursor);
  if (!isReachable(state, since)) return null;
  const { rows } = await db.query<{ changed: number; floor: string | null }>(
    `SELECT count(*) AS changed, ${FLOOR} AS floor FROM (
       SELECT 1 FROM changes
        WHERE entity = $1 AND collection = $2 AND starts_with(key, $3) AND (xid, seq) > ($4::xid8, $5::int8)
        LIMIT $6) AS recent`,
    [entity, feed.collection, feed.keyPrefix, String(since.xid), since.seq, REBUILD_AFTER],
  );
  const { changed = 0, floor = null } = rows[0] ?? {};
  if (!isReachable(withFloor(state, floor), since)) return null;
  if (changed >= REBUILD_AFTER) return null;
  if (changed > 0) return set;
  const cursor = formatCursor(headCursor(state));
  if (cursor !== set.cursor) {
    await db.query(`UPDATE segment_sets SET cursor = $3 WHERE collection = $1 AND entity = $2`, [name, entity, cursor]);
  }
  return { ...set, cursor };
}

/**
 * Returns segments by collection. Concurrent callers share one check and one build: two builds in a row would delete
 * segments that somebody is still reading.
 */
export function createSegmentStore(database: Database): SegmentStore {
  const asking = new Map<string, Promise<SegmentSet>>();
  const answer = async (source: SegmentSource): Promise<SegmentSet> =>
    (await freshSet(database.pool, source)) ??
    (await buildSegments(database, source)) ??
    // Another process was faster and has stored a set.
    answer(source);
  return {
    of: source => {
      const id = `${source.entity} ${source.name}`;
      const running = asking.get(id);
      if (running) return running;
      const asked = answer(source).finally(() => asking.delete(id));
      asking.set(id, asked);
      return asked;
    },
  };
}
