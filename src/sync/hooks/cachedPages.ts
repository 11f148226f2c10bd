import type { CachedPage, CachedPages, PageQuestion, PageView, Row } from '../types.ts';

interface Search<F extends Row, R extends Row> {
  sourceId: string;
  rowKey: (row: R) => string;
  /**
   * Names of the filters that are applied to rows on this device; in all other filters, a cached page must match the
   * request.
   */
  by: readonly string[];
  finds: (row: R, filters: F) => boolean;
  /** Sort order of the rows. */
  compare: (a: R, b: R) => number;
}

const PAGING = ['page', 'count', 'sort'];

const without = (input: Row, names: readonly string[]): string =>
  JSON.stringify(
    Object.entries(input)
      .filter(([name, value]) => !names.includes(name) && value !== undefined && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Returns the matching rows from a list's cached pages; null if there are none. */
export async function rowsOfCachedPages<F extends Row, R extends Row>(
  cachedPages: CachedPages,
  { entity, filters, page, count }: PageQuestion<F>,
  { sourceId, rowKey, by, finds, compare }: Search<F, R>,
): Promise<PageView | null> {
  const asked = without(filters, by);
  const pages = await cachedPages(
    entity,
    kept => kept.sourceId === sourceId && without(kept.input, [...PAGING, ...by]) === asked,
  );
  const [first] = pages;
  if (!first) return null;
  const rows = new Map(pages.flatMap(kept => (kept.rows as R[]).map((row): [string, R] => [rowKey(row), row])));
  const found = [...rows.values()].filter(row => finds(row, filters)).sort(compare);
  const from = (page - 1) * count;
  if (found.length <= from) return null;
  const cached: CachedPage = {
    ...first,
    id: '',
    page,
    count,
    total: found.length,
    rows: found.slice(from, from + count),
    keys: [],
    asOf: Math.max(...pages.map(({ asOf }) => asOf)),
    partial: true,
  };
  return { cached, stale: false };
}
