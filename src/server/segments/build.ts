import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Database } from '../db/open.ts';
import { lockName, transaction, type Queryable } from '../db/transaction.ts';
import { formatCursor, headCursor, readFeedState } from '../feed/cursor.ts';
import { okText } from '../base/envelope.ts';
import type { SegmentSource } from './source.ts';
import { rounds } from '../base/rounds.ts';

const compress = promisify(brotliCompress);

/**
 * Number of rows per segment: large enough to keep segments few, yet small enough that a single change does not rewrite
 * much.
 */
export const SEGMENT_ROWS = 10_000;
const QUALITY = 5;

export interface Segment {
  id: string;
  rows: number;
  bytes: number;
}

/** The segments of a collection, and the feed cursor to which they correspond. */
export interface SegmentSet {
  cursor: string;
  total: number;
  segments: Segment[];
}

/**
 * Builds the segments of a collection. The cursor is taken before the pages are read, so a change in between may
 * already be in a page, but is certain to come after the cursor (MR2). Each page is one short query, so the only
 * connection of the embedded database is never held for long. Equal rows result in equal ids, so an unchanged segment
 * is stored and downloaded only once.
 * @returns null if another API process has stored a set meanwhile. That set is kept, so the previous set's segments
 *   remain readable as long as after a single build
 */
export async function buildSegments(database: Database, source: SegmentSource): Promise<SegmentSet | null> {
  const { pool } = database;
  const { name, entity } = source;
  const former = await currentIds(pool, source);
  const cursor = formatCursor(headCursor(await readFeedState(pool)));
  const segments: Segment[] = [];
  let after: readonly (number | string)[] | null = null;
  for (const round = rounds('Building segments'); ; round()) {
    const page = await source.page(pool, after, SEGMENT_ROWS);
    if (!page) break;
    after = page.last;
    const text = okText({ ...source.head, columns: page.columns });
    const body = await compress(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    });
    const id = createHash('sha256').update(body).digest('hex').slice(0, 40);
    await pool.query(
      `INSERT INTO segments (id, collection, entity, rows, bytes, body) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO NOTHING`,
      [id, name, entity, page.rows, body.length, body],
    );
    segments.push({ id, rows: page.rows, bytes: body.length });
    if (page.rows < SEGMENT_ROWS) break;
  }
  const total = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const ids = segments.map(segment => segment.id);
  const inPlace = await transaction(pool, async db => {
    await lockName(db, `segments|${entity}|${name}`);
    const current = await currentIds(db, source);
    const { rowCount } = await db.query('SELECT 1 FROM segments WHERE id = ANY ($1)', [ids]);
    // Rows are compared in addition to ids, because the other process may have stored a set with the same ids and
    // deleted segments that only this process had.
    if (current.join() !== former.join() || rowCount !== new Set(ids).size) {
      await db.query('DELETE FROM segments WHERE id = ANY ($1) AND NOT id = ANY ($2)', [ids, [...current, ...former]]);
      return false;
    }
    // The previous set stays readable, because a client may be in the middle of reading it.
    await db.query(
      `DELETE FROM segments WHERE collection = $1 AND entity = $2 AND NOT id = ANY ($3)
          AND NOT EXISTS (SELECT 1 FROM segment_sets t WHERE t.collection = $1 AND t.entity = $2
                                                         AND segments.id = ANY (t.ids))`,
      [name, entity, ids],
    );
    await db.query(
      `INSERT INTO segment_sets (collection, entity, cursor, total, ids) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (collection, entity) DO UPDATE SET cursor = $3, total = $4, ids = $5`,
      [name, entity, cursor, total, ids],
    );
    return true;
  });
  return inPlace ? { cursor, total, segments } : null;
}

async function currentIds(db: Queryable, { name, entity }: SegmentSource): Promise<string[]> {
  const text = 'SELECT ids FROM segment_sets WHERE collection = $1 AND entity = $2';
  const { rows } = await db.query<{ ids: string[] }>(text, [name, entity]);
  return rows[0]?.ids ?? [];
}
