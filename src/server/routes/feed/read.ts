import { DECLARATIONS, type Declarations } from '../../../contract/declarations.ts';
import type { Change } from '../../../contract/feed.ts';
import type { Collection } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import type { Queryable } from '../../db/transaction.ts';
import {
  FLOOR,
  formatCursor,
  feedBits,
  headCursor,
  hiddenBits,
  isReachable,
  parseCursor,
  readFeedState,
  withFloor,
} from '../../feed/cursor.ts';
import type { Finder } from '../../resources/extras.ts';
import { finderOf } from '../../resources/finders.ts';

type Stored = Omit<Change, 'row'> & { row: Change['row'] | true };

/**
 * Returns changes with their rows. An import of half a million rows does not write any of them to the feed: its entries
 * only say that the row is in its table, where it is looked up when the feed is read. As a result, a reader may get a
 * row that is newer than its entry. The newer version's entry follows, and versions only increase (MR2). A row that no
 * longer exists becomes a tombstone; its actual tombstone follows too.
 */
async function fillRows(
  db: Queryable,
  declared: Declarations,
  entity: Country,
  stored: readonly Stored[],
): Promise<Change[]> {
  const wanted = stored.filter(({ row }) => row === true);
  const found = new Map<string, Awaited<ReturnType<Finder['find']>>>();
  for (const collection of new Set(wanted.map(change => change.collection))) {
    const keys = wanted.filter(change => change.collection === collection).map(({ key }) => key);
    const finder = finderOf(declared, collection);
    if (finder) found.set(collection, await finder.find(db, entity, keys));
  }
  return stored.map(({ collection, key, version, row }) => {
    if (row !== true) return { collection, key, version, row };
    const now = found.get(collection)?.get(key);
    return { collection, key, version: now?.version ?? version, row: now ? { ...now } : null };
  });
}

export interface ChangesAnswer {
  changes: Change[];
  cursor: string;
  more: boolean;
  reset: boolean;
}

/** The row that is returned if there are no changes. */
interface NoChange {
  /** The floor of the feed, as seen by the statement that read the changes. */
  floor: string | null;
}

interface ChangeRow extends NoChange {
  /**
   * Must not have the same name as the column: ORDER BY would otherwise sort by the text, which puts 1000 before 999.
   */
  xid_text: string;
  seq: number;
  collection: Change['collection'];
  key: string;
  version: number;
  /** True if the row must be looked up in its table (`fillRows`). */
  row: Record<string, unknown> | true | null;
}

/**
 * Returns the changes in an entity after a cursor, without gaps even if transactions commit concurrently (MR3). A
 * transaction that took its numbers early and commits late holds back the horizon, so nobody reads past it; once it has
 * committed, its changes are read in their place.
 * @param since a cursor of this feed; if empty, only the current cursor is returned
 * @param collections those that the reader may see; a reader who could see fewer at some time before `since` must start
 *   over
 */
export async function readChanges(
  db: Queryable,
  options: { entity: Country; since: string; size: number; collections: readonly Collection[] },
  declared: Declarations = DECLARATIONS,
): Promise<ChangesAnswer> {
  const state = await readFeedState(db);
  const hidden = hiddenBits(options.collections, feedBits(declared));
  const head = { ...headCursor(state), hidden };
  if (options.since === '') return { changes: [], cursor: formatCursor(head), more: false, reset: false };
  const since = parseCursor(options.since);
  // Changes that were skipped while a permission was missing never arrive through the feed.
  const regained = since !== null && (since.hidden & ~hidden) !== 0n;
  const reset = { changes: [], cursor: formatCursor(head), more: false, reset: true };
  if (regained || !isReachable(state, since)) return reset;
  const { rows: read } = await db.query<ChangeRow | (NoChange & { xid_text: null })>({
    name: 'feed-read',
    text: `SELECT f.floor, c.xid_text, c.seq, c.collection, c.key, c.version, c.row
             FROM (SELECT ${FLOOR} AS floor) AS f
             LEFT JOIN LATERAL (
               SELECT xid, xid::text AS xid_text, seq, collection, key, version, row
                 FROM changes
                WHERE entity = $1 AND (xid, seq) > ($2::xid8, $3::int8) AND xid < $4::xid8 AND collection = ANY ($5)
                ORDER BY xid, seq
                LIMIT $6) AS c ON true
            ORDER BY c.xid, c.seq`,
    values: [options.entity, String(since.xid), since.seq, String(state.horizon), options.collections, options.size],
  });
  if (!isReachable(withFloor(state, read[0]?.floor ?? null), since)) return reset;
  const rows = read.filter(row => row.xid_text !== null);
  const last = rows.at(-1);
  const more = rows.length === options.size && last !== undefined;
  const cursor = more ? { ...head, xid: BigInt(last.xid_text), seq: last.seq } : head;
  return {
    changes: await fillRows(db, declared, options.entity, rows),
    cursor: formatCursor(cursor),
    more,
    reset: false,
  };
}
