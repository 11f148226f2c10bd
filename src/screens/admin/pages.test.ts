import { expect, it } from 'vitest';
import { categoriesFor } from './pages.ts';

const labels = (...given: Parameters<typeof categoriesFor>) => categoriesFor(...given).map(({ label }) => label);

it('an administrator with one category assigns only that one, and a user’s other category stays (PERM-17)', () => {
  expect(labels(0)).toEqual(['All', 'Cross Border', 'Local']);
  expect(labels(2)).toEqual(['Local']);
  expect(labels(1, 0)).toEqual(['All', 'Cross Border']);
});
