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

it('leads to the list of what lies in a place', () => {
  const { searchParams, pathname } = new URL(locationsHref(10021, 1, ['Jawa Barat', 'Kota Bandung']), 'http://x');
  expect([pathname, JSON.parse(searchParams.get('q') ?? '')]).toEqual([
    '/carrier/serviceable/location',
    { channelId: 10021, type: 1, state: 'Jawa Barat', city: 'Kota Bandung' },
  ]);
});
