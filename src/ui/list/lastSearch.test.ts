import { expect, it } from 'vitest';
import { lastAddress, rememberSearch } from './lastSearch.ts';

it('a page’s link restores its last search, but only for the same person and country', () => {
  const path = '/carrier/serviceable/location';
  expect(lastAddress('1', 'ID', path)).toBeUndefined();
  rememberSearch('1', 'ID', path, 'q=%7B%22channelId%22%3A10027%7D&page=2');
  expect(lastAddress('1', 'ID', path)).toBe(`${path}?q=%7B%22channelId%22%3A10027%7D&page=2`);
  expect(lastAddress('1', 'MY', path)).toBeUndefined();
  expect(lastAddress('2', 'ID', path)).toBeUndefined();
  rememberSearch('1', 'ID', path, '');
  expect(lastAddress('1', 'ID', path)).toBe(path);
});
