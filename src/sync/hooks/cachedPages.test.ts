import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDb } from '../mirror/db.ts';
import { pagesOf } from '../mirror/pages.ts';
import type { CachedPage, Row } from '../types.ts';
import { rowsOfCachedPages } from './cachedPages.ts';

interface Entry extends Row {
  id: number;
  name: string;
}

let db: MirrorDb;
let no = 0;
beforeEach(() => {
  db = new MirrorDb(9000 + (no += 1), async () => true);
});
afterEach(() => db.delete());

const keep = (id: string, over: Partial<CachedPage> & { input: Row; rows: Entry[] }) =>
  db.pages.put({
    id,
    sourceId: 'log',
    callId: 'audit.list',
    entity: 'ID',
    collection: null,
    page: 1,
    count: 10,
    total: 99,
    keys: [],
    asOf: 1,
    freshAt: 0,
    arrivedAt: 0,
    settledAt: 0,
    ...over,
  });
const ask = async (filters: Row, page = 1, count = 10) => {
  const view = await rowsOfCachedPages<Row, Entry>(
    pagesOf(db),
    { entity: 'ID', filters, page, count, sort: '' },
    {
      sourceId: 'log',
      rowKey: row => String(row.id),
      by: ['quick'],
      finds: (row, { quick }) => row.name.includes(String(quick)),
      compare: (a, b) => b.id - a.id,
    },
  );
  return view && { ids: view.cached.rows.map(row => row['id']), total: view.cached.total, asOf: view.cached.asOf };
};
const entries = (...ids: number[]): Entry[] => ids.map(id => ({ id, name: id % 2 === 0 ? 'even' : 'odd' }));

describe("finding rows in a list's cached pages", () => {
  it("matching rows are found in all cached pages of a list, each once, whatever the pages' search text", async () => {
    await keep('a', { input: { code: 'x', page: 1, count: 10 }, rows: entries(9, 8, 7) });
    await keep('b', { input: { code: 'x', page: 2, count: 10, sort: '-time' }, rows: entries(7, 6, 5), asOf: 3 });
    await keep('c', { input: { code: 'x', quick: 'e', page: 1, count: 10 }, rows: entries(8, 2) });
    expect(await ask({ code: 'x', quick: 'even' })).toEqual({ ids: [8, 6, 2], total: 3, asOf: 3 });
    expect(await ask({ code: 'x', quick: 'even' }, 2, 2)).toEqual({ ids: [2], total: 3, asOf: 3 });
    expect(await db.pages.count()).toBe(3);
  });

  it('rows of another list, country or request are excluded, and the result is empty if nothing matches', async () => {
    await keep('a', { input: { code: 'y', page: 1, count: 10 }, rows: entries(1) });
    await keep('b', { input: { code: 'x', email: 'me', page: 1, count: 10 }, rows: entries(1) });
    await keep('c', { input: { code: 'x', page: 1, count: 10 }, rows: entries(1), entity: 'MY' });
    await keep('d', { input: { code: 'x', page: 1, count: 10 }, rows: entries(1), sourceId: 'other' });
    expect(await ask({ code: 'x', quick: 'odd' })).toBeNull();
    await keep('e', { input: { code: 'x', page: 1, count: 10 }, rows: entries(1) });
    expect(await ask({ code: 'x', quick: 'odd' })).toMatchObject({ ids: [1] });
    expect(await ask({ code: 'x', quick: 'even' })).toBeNull();
    expect(await ask({ code: 'x', quick: 'odd' }, 2)).toBeNull();
  });
});
