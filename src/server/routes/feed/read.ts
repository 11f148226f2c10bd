import type { Change } from '../../../contract/feed.ts';
import type { Collection } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import type { Queryable } from '../../db/transaction.ts';
import { formatCursor, headCursor, hiddenBits, isReachable, parseCursor, readFeedState } from '../../feed/cursor.ts';
import type { Finder } from '../../resources/extras.ts';
import { finderOf } from '../../resources/finders.ts';

type Stored = Omit<Change, 'row'> & { row: Change['row'] | true };

/**
 * Changes with their rows. An import of half a million rows writes none of them into the feed: its entries say that the row
 * is in its table, and it is read from there when the feed is. So a reader may get a row that is newer than its entry; the
 * entry of that newer version follows, and versions only grow (MR2). What is gone by then is a tombstone, and its own follows.
 */
async function fillRows(db: Queryable, entity: Country, stored: readonly Stored[]): Promise<Change[]> {
  const wanted = stored.filter(({ row }) => row === true);
  const found = new Map<string, Awaited<ReturnType<Finder['find']>>>();
  for (const collection of new Set(wanted.map(change => change.collection))) {
    const keys = wanted.filter(change => change.collection === collection).map(({ key }) => key);
    const finder = finderOf(collection);
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

interface ChangeRow {
  /** Not named like the column: ORDER BY would take the text, which sorts 1000 before 999. */
  xid_text: string;
  seq: number;
  collection: Change['collection'];
  key: string;
  version: number;
  /** true: is in its own table (routes/feed/fill). */
  row: Record<string, unknown> | true | null;
}

/**
 * Changes of an entity after a cursor, gap-free under concurrent commits (MR3): a transaction that took its numbers early
 * and commits late holds the horizon back, so nobody reads past it; once it has committed it is read in its place.
 *
 * @param since a cursor of this feed; empty asks for the cursor of now
 * @param collections what the reader may see; who could see less on the way to `since` starts again
 */
export async function readChanges(
  db: Queryable,
  options: { entity: Country; since: string; size: number; collections: readonly Collection[] },
): Promise<ChangesAnswer> {
  const state = await readFeedState(db);
  const hidden = hiddenBits(options.collections);
  const head = { ...headCursor(state), hidden };
  if (options.since === '') return { changes: [], cursor: formatCursor(head), more: false, reset: false };
  const since = parseCursor(options.since);
  // Changes that were skipped while a right was missing never arrive through the feed.
  const regained = since !== null && (since.hidden & ~hidden) !== 0n;
  if (regained || !isReachable(state, since))
    return { changes: [], cursor: formatCursor(head), more: false, reset: true };
  const { rows } = await db.query<ChangeRow>({
    name: 'feed-read',
    text: `SELECT xid::text AS xid_text, seq, collection, key, version, row
             FROM changes
            WHERE entity = $1 AND (xid, seq) > ($2::xid8, $3::int8) AND xid < $4::xid8 AND collection = ANY ($5)
            ORDER BY xid, seq
            LIMIT $6`,
    values: [options.entity, String(since.xid), since.seq, String(state.horizon), options.collections, options.size],
  });
  const last = rows.at(-1);
  const more = rows.length === options.size && last !== undefined;
  const cursor = more ? { ...head, xid: BigInt(last.xid_text), seq: last.seq } : head;
  return {
    changes: await fillRows(db, options.entity, rows),
    cursor: formatCursor(cursor),
    more,
    reset: false,
  };
}
