// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { countryShown, landing, redirectFor } from './redirect.ts';

it('no redirect is added for Home, nor for an address that signing in could not lead back to', () => {
  expect(redirectFor('/')).toBeUndefined();
  expect(redirectFor('/login?redirect=%2Fqueue')).toBeUndefined();
  expect(redirectFor('/queue')).toBe('/queue');
});

it('a redirect leads back to an address with its country, which the router reads nowhere else', () => {
  expect(landing('/carrier/serviceCodes?q=%7B%22name%22%3A%22a+b%22%7D&page=2&country=ID#row')).toEqual({
    to: '/carrier/serviceCodes',
    search: { q: '{"name":"a b"}', page: '2', country: 'ID' },
    hash: 'row',
  });
  expect(landing('/')).toEqual({ to: '/', search: {}, hash: '' });
});

it('a redirect keeps the country of the address, and adds none', () => {
  expect(countryShown('?q=1&country=ID')).toEqual({ country: 'ID' });
  expect(countryShown('?q=1')).toEqual({});
});
