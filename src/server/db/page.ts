import type { QueryResultRow } from 'pg';
import type { Queryable } from './transaction.ts';

/**
 * Returns a page of a list, and the number of rows on all pages, also if the page is beyond the last one.
 * @param sql a query in a fixed order with `count(*) OVER () AS total`, without LIMIT and OFFSET
 */
export async function pageOf<T extends QueryResultRow>(
  db: Queryable,
  sql: string,
  values: readonly unknown[],
  { count, offset }: { count: number; offset: number },
): Promise<{ list: T[]; total: number }> {
  const read = async (limit: number, skip: number) =>
    (await db.query<T & { total: number }>(`${sql} LIMIT ${limit} OFFSET ${skip}`, [...values])).rows;
  const rows = await read(count, offset);
  // An empty page has no row with the total.
  const [first = rows[0]] = rows.length === 0 && offset > 0 ? await read(1, 0) : [];
  return {
    list: rows.map(({ total, ...row }) => {
      void total;
      return row as unknown as T;
    }),
    total: first?.total ?? 0,
  };
}
