import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import { cleanFilters } from '../../domain/listQuery.ts';
import type { CachedPage, CachedPages, PageView, Row } from '../types.ts';
import { changeCount } from './counts.ts';
import { evictOldest } from './evictOldest.ts';
import { rightsMark } from './rights.ts';
import { versionOf } from './versionOf.ts';
import type { MirrorDb } from './db.ts';

/** Key of a row shown on a page. */
export const pageKey = (entity: Country, collection: Collection, key: string): string =>
  `${entity}|${collection}|${key}`;

/** Maximum number of pages kept; the newest ones are kept. */
const KEEP_PAGES = 300;

/** Id of a cached page, independent of the order of its filters. `sort` '' is the default order. */
export function pageId(
  sourceId: string,
  entity: Country,
  filters: Row,
  page: number,
  count: number,
  sort = '',
): string {
  const sorted = Object.entries(cleanFilters(filters)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sourceId, entity, sorted, page, count, ...(sort === '' ? [] : [sort])]);
}

export async function readPage(db: MirrorDb, id: string): Promise<PageView | undefined> {
  const cached = await db.pages.get(id);
  if (!cached) return undefined;
  return { cached, stale: (await changeCount(db, cached.entity, cached.collection)) > cached.freshAt };
}

/**
 * Stores a page's response. Changes to its rows that arrived during the request, from the feed or from own writes, are
 * preserved; earlier changes are included in the response. If the person's permissions have changed, nothing is stored
 * (MR4).
 */
export function storePage(db: MirrorDb, page: CachedPage, rowKey: (row: Row) => string): Promise<void> {
  return db.transaction('rw', [db.pages, db.rows, db.counters], async () => {
    const { entity, collection } = page;
    if (page.rights !== undefined && page.rights !== (await rightsMark(db))) return;
    let { rows } = page;
    let keys: string[] = [];
    if (collection) {
      const cached = await db.rows.bulkGet(
        rows.map(row => [entity, collection, rowKey(row)] as [Country, Collection, string]),
      );
      rows = rows
        .map((row, i) => {
          const late = cached[i];
          if (!late || late.at <= page.arrivedAt) return row;
          return late.row === null || late.version > versionOf(row) ? late.row : row;
        })
        .filter((row): row is Row => row !== null);
      keys = rows.map(row => pageKey(entity, collection, rowKey(row)));
    }
    await db.pages.put({ ...page, rows, keys });
    await evictOldest(db.pages, { id: page.id, at: page.asOf, by: 'asOf', most: KEEP_PAGES });
  });
}

/** Rows and total of a list response (REQ-11): `list`, `data` or `result`; null if it is not a list response. */
export function readListAnswer(data: unknown): { rows: Row[]; total: number } | null {
  if (typeof data !== 'object' || data === null) return null;
  const answer = data as Record<string, unknown>;
  const rows = [answer['list'], answer['data'], answer['result']].find(Array.isArray) as Row[] | undefined;
  if (!rows) return null;
  return { rows, total: typeof answer['total'] === 'number' ? answer['total'] : rows.length };
}

/** Finds an entity's cached pages. */
export const pagesOf =
  (db: MirrorDb): CachedPages =>
  (entity, wanted) =>
    db.pages.where('entity').equals(entity).filter(wanted).toArray();
