import { describe, expect, it } from 'vitest';
import { safeRedirect } from './redirect.ts';

describe('the path to return to after signing in', () => {
  it.each([
    ['/carrier/serviceable/location', '/carrier/serviceable/location'],
    [
      '/carrier/serviceable/location?q=%7B%22type%22%3A0%7D&page=2',
      '/carrier/serviceable/location?q=%7B%22type%22%3A0%7D&page=2',
    ],
    ['/queue#x', '/queue#x'],
    ['/apiary', '/apiary'],
    ['/', '/'],
  ])('the path %s is preserved when signing in', (given, expected) => {
    expect(safeRedirect(given)).toBe(expected);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'carrier',
    '',
    '/api/opa/logout',
    '/login',
    '/login?redirect=/login',
    undefined,
    7,
  ])('the redirect %j is replaced by Home', given => {
    expect(safeRedirect(given)).toBe('/');
  });
});
