// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { recentPages, rememberPage } from './recent.ts';

beforeEach(() => localStorage.clear());

it('recent pages exclude those that no longer exist in the console, including previously stored ones', () => {
  const built = { path: '/carrier/locationTree', title: 'Location Tree', country: 'ID' };
  const former = { path: '/former/orders', title: 'Orders', country: 'ID' };
  localStorage.setItem('ops-recent-1', JSON.stringify([former]));
  expect(recentPages(1)).toEqual([]);
  rememberPage(1, built);
  expect(recentPages(1)).toEqual([built]);
});
