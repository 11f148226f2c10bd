import { describe, expect, it } from 'vitest';
import { inSlices } from './slices.ts';

describe('reading a page in slices', () => {
  it.each([
    [0, 10, 5000],
    [0, 2500, 5000],
    [990, 1000, 5000],
    [4500, 3000, 5000],
    [0, 5000, 2000],
    [9000, 10, 5000],
  ])(
    'a page from offset %i with %i rows has each row once and in order, whatever the length of the list',
    async (offset, count, length) => {
      const all = Array.from({ length }, (_, at) => at);
      const asked: number[] = [];
      const rows = await inSlices({ offset, count }, async (from, most) => {
        asked.push(most);
        return all.slice(from, from + most);
      });
      expect(rows).toEqual(all.slice(offset, offset + count));
      expect(Math.max(...asked)).toBeLessThanOrEqual(1000);
    },
  );
});
