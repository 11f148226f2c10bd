import type { Change } from '../../../contract/feed.ts';
import type { Country } from '../../../domain/country.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Finder } from '../../resources/extras.ts';
import { finderOf } from '../../resources/finders.ts';

type Stored = Omit<Change, 'row'> & { row: Change['row'] | true };

/**
 * Changes with their rows. An import of half a million rows writes none of them into the feed: its entries say that the row
 * is in its table, and it is read from there when the feed is. So a reader may get a row that is newer than its entry; the
 * entry of that newer version follows, and versions only grow (MR2). What is gone by then is a tombstone, and its own follows.
 */
export async function fillRows(db: Queryable, entity: Country, stored: readonly Stored[]): Promise<Change[]> {
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
