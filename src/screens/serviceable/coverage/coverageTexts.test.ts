import { expect, it } from 'vitest';
import { locationsHref, placesText, shareText } from './coverageTexts.ts';

it.each([
  [0, 0, '-'],
  [0, 10, '0%'],
  [1, 1000, '<1%'],
  [999, 1000, '>99%'],
  [1, 3, '33%'],
  [10, 10, '100%'],
])('%i of %i', (served, units, text) => expect(shareText(served, units)).toBe(text));

it('counts in words', () => {
  expect([placesText(1, 2), placesText(1200, 1)]).toEqual(['1 district', '1,200 cities']);
});

it.each([
  ['channel', 'buyer', '/carrier/serviceable/location', { channelId: 10021 }],
  ['3pl', 'buyer', '/carrier/serviceable3pl/destination-location', { threePlId: 10021 }],
  ['3pl', 'seller', '/carrier/serviceable3pl/origin-location', { threePlId: 10021 }],
] as const)('leads to the list of what lies in a place, of a %s and its %s', (scope, end, path, owner) => {
  const href = locationsHref({ scope, ownerId: 10021, type: 1 }, end, ['Jawa Barat', 'Kota Bandung']);
  const { searchParams, pathname } = new URL(href, 'http://x');
  expect([pathname, JSON.parse(searchParams.get('q') ?? '')]).toEqual([
    path,
    { ...owner, type: 1, state: 'Jawa Barat', city: 'Kota Bandung' },
  ]);
});
