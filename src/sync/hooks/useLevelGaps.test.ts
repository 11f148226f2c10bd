import { expect, it } from 'vitest';
import type { CachedAnswer, CachedQuestion, TreeQuestion } from '../query/cachedQuestion.ts';
import { levelGaps } from './useLevelGaps.ts';

const answer = (total: number) => ({ ready: true, value: { rows: [], total, rev: 0, asOf: 0 } as CachedAnswer });

/** Returns the number of places at each level, or of records that have a name at that level. */
const ops = (places: number[], deep: number[] | null) => ({
  list: async (_: unknown, { collection, where }: CachedQuestion | TreeQuestion) => {
    const last = where.at(-1);
    if (!last || 'any' in last) throw new Error('unexpected');
    if (collection === 'locations') return answer(places['value' in last ? Number(last.value) : -1] ?? 0);
    if (!deep) return { ready: true, value: null };
    return answer(deep[['state', 'city', 'district', 'street'].indexOf(last.column)] ?? 0);
  },
});

it('the gaps at a level are the places without a record at that level', async () => {
  // Ten records: one state, two cities, three districts, four streets.
  expect(await levelGaps(ops([3, 5, 9, 4], [10, 9, 7, 4]), 'ID', 'channel:10021')).toEqual({
    1: { places: 3, missing: 2 },
    2: { places: 5, missing: 3 },
    3: { places: 9, missing: 6 },
    4: { places: 4, missing: 0 },
  });
});

it('the gaps are unknown if the channel is not completely cached', async () => {
  expect(await levelGaps(ops([3, 5, 9, 4], null), 'ID', 'channel:10021')).toBeNull();
});
