import { describe, expect, it } from 'vitest';
import type { StoredEntry } from '../outbox/entry.ts';
import type { CachedQuestion } from '../query/cachedQuestion.ts';
import { entryOf } from '../testing/entries.ts';
import { placeList } from '../testing/placeList.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import { matchingRows } from './matchingRows.ts';

const FILTERS = { channelId: 10021, type: 0 };

interface Cached {
  rows?: number;
  entries?: StoredEntry[];
  /** The change counter in each response, by the response's index. */
  revs?: (answer: number) => number;
  ready?: boolean;
  mirror?: object | null;
}

/** A client with the given number of cached rows that records which pages were requested. */
function clientOf({ rows = 3, entries = [], revs = () => 1, ready = true, mirror = {} }: Cached) {
  const asked: number[] = [];
  const client = {
    mirror: Promise.resolve(mirror),
    outbox: { counter: async () => 0, overlayOf: async () => entries },
    ops: {
      list: async (_entity: string, { page, count }: CachedQuestion) => {
        asked.push(page);
        const from = (page - 1) * count;
        const found = Array.from({ length: Math.max(0, Math.min(count, rows - from)) }, (_, at) =>
          rowOf(from + at + 1),
        );
        return { ready, value: { rows: found, total: rows, rev: revs(asked.length), asOf: 1 } };
      },
    },
  };
  return { client: client as never, asked };
}
const keysOf = (found: readonly { key: string }[] | null) => found?.map(({ key }) => key);

describe('fetching all matching cached rows', () => {
  it('all pages are fetched, and each row is returned exactly once', async () => {
    const { client, asked } = clientOf({ rows: 12_001 });
    const found = await matchingRows(client, 'ID', placeList, FILTERS);
    expect([found?.length, new Set(keysOf(found)).size, asked]).toEqual([12_001, 12_001, [1, 2, 3]]);
    expect(keysOf(await matchingRows(clientOf({ rows: 0 }).client, 'ID', placeList, FILTERS))).toEqual([]);
  });

  it('MR1: pending writes are applied to the matching rows, and records with a pending creation are excluded', async () => {
    const entries = [
      entryOf(updateOf(rowOf(1), { canCOD: true })),
      entryOf(deleteOf(rowOf(2))),
      entryOf(createOf(rowOf(9))),
    ];
    const found = await matchingRows(clientOf({ entries }).client, 'ID', placeList, FILTERS);
    expect(keysOf(found)).toEqual(['10021/1/0', '10021/2/0', '10021/3/0']);
    expect(found?.map(({ row, pending }) => [row.canCOD, pending?.effect ?? null])).toEqual([
      [true, 'update'],
      [false, 'delete'],
      [false, null],
    ]);
  });

  it('fetching restarts if rows change between pages, and fails with a message after several restarts', async () => {
    const once = clientOf({ rows: 6000, revs: answer => (answer === 1 ? 1 : 2) });
    expect((await matchingRows(once.client, 'ID', placeList, FILTERS))?.length).toBe(6000);
    expect(once.asked).toEqual([1, 2, 1, 2]);
    const ever = clientOf({ rows: 6000, revs: answer => answer });
    await expect(matchingRows(ever.client, 'ID', placeList, FILTERS)).rejects.toThrow(/changing too fast/);
  });

  it('the result is null if the list is not completely cached', async () => {
    for (const cached of [{ ready: false }, { mirror: null }])
      expect(await matchingRows(clientOf(cached).client, 'ID', placeList, FILTERS)).toBeNull();
    expect(await matchingRows(clientOf({}).client, 'ID', placeList, {})).toBeNull();
    expect(await matchingRows(clientOf({}).client, 'ID', { ...placeList, collection: null }, FILTERS)).toBeNull();
  });
});
