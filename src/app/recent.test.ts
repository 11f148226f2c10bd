// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { recentPages, rememberPage } from './recent.ts';

beforeEach(() => localStorage.clear());

it('lists the latest pages, and none that is not built, also of those that were kept earlier', () => {
  const built = { path: '/carrier/locationTree', title: 'Location Tree', country: 'ID' };
  const later = { path: '/opsfe/lfs/order', title: 'Orders', country: 'ID' };
  localStorage.setItem('ops-recent-1', JSON.stringify([later]));
  expect(recentPages(1)).toEqual([]);
  rememberPage(1, built);
  expect(recentPages(1)).toEqual([built]);
});
