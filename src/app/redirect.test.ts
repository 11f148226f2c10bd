// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { countryShown, landing, notWhitelisted, redirectFor } from './redirect.ts';

it('no redirect is added for Home, nor for a URL that sign-in cannot return to', () => {
  expect(redirectFor('/')).toBeUndefined();
  expect(redirectFor('/login?redirect=%2Fqueue')).toBeUndefined();
  expect(redirectFor('/queue')).toBe('/queue');
});

it('a redirect returns to a URL with its country, which the router ignores everywhere else', () => {
  expect(landing('/carrier/serviceCodes?q=%7B%22name%22%3A%22a+b%22%7D&page=2&country=ID#row')).toEqual({
    to: '/carrier/serviceCodes',
    search: { q: '{"name":"a b"}', page: '2', country: 'ID' },
    hash: 'row',
  });
  expect(landing('/')).toEqual({ to: '/', search: {}, hash: '' });
});

it("a redirect keeps the URL's country but adds none", () => {
  expect(countryShown('?q=1&country=ID')).toEqual({ country: 'ID' });
  expect(countryShown('?q=1')).toEqual({});
});

it.each([
  ['/carrier/nonWorkingDays?country=MY', '/carrier/nonWorkingDays?country=MY'],
  ['/login?redirect=%2Fqueue', '/queue'],
  ['/not-whitelisted?redirect=%2Fcarrier%2FserviceCodes%3Fcountry%3DID', '/carrier/serviceCodes?country=ID'],
])('a person who is not on the whitelist returns to the page that they wanted, once they are (%s)', (href, back) => {
  expect(notWhitelisted(href)).toEqual({ to: '/not-whitelisted', search: { redirect: back }, replace: true });
});

it.each(['/', '/login', '/not-whitelisted', '/not-whitelisted?redirect=%2Fnot-whitelisted'])(
  'a person who wanted no other page returns to Home (%s)',
  href => {
    expect(notWhitelisted(href).search).toEqual({});
  },
);
