import { expect, it } from 'vitest';
import { newConfig } from '../../../domain/serviceableConfig.ts';
import { basisText, locationsHref, openText, placesText, postcodesText, shareText } from './coverageTexts.ts';

it.each([
  [0, 0, '-'],
  [0, 10, '0%'],
  [1, 1000, '<1%'],
  [999, 1000, '>99%'],
  [1, 3, '33%'],
  [10, 10, '100%'],
])('a coverage of %i out of %i is formatted as a percentage', (served, units, text) =>
  expect(shareText(served, units)).toBe(text),
);

it('numbers of places are pluralized and named after their level', () => {
  expect([placesText(1, 2), placesText(1200, 1)]).toEqual(['1 district', '1,200 cities']);
});

it.each([
  ['channel', 'buyer', '/carrier/serviceable/location', { channelId: 10021 }],
  ['3pl', 'buyer', '/carrier/serviceable3pl/destination-location', { threePlId: 10021 }],
  ['3pl', 'seller', '/carrier/serviceable3pl/origin-location', { threePlId: 10021 }],
] as const)('a place links to the list of records inside it, for a %s and its %s', (scope, end, path, owner) => {
  const href = locationsHref({ scope, ownerId: 10021, type: 1 }, end, ['Jawa Barat', 'Kota Bandung']);
  const { searchParams, pathname } = new URL(href, 'http://x');
  expect([pathname, JSON.parse(searchParams.get('q') ?? '')]).toEqual([
    path,
    { ...owner, type: 1, state: 'Jawa Barat', city: 'Kota Bandung' },
  ]);
});

const BASIS = {
  config: { ...newConfig(), checkout_level: 3 as const },
  scenario: 'checkout' as const,
  checked: { buyer: true, seller: true },
  level: 2,
  all: { units: 12, recorded: 5, served: [1, 0, 0, 0], open: [0, 0, 0, 0] },
};

it.each([
  [{}, 'by location, at the level District; a place without a record gets the default. Counted: 12 districts, 5'],
  [{ level: 1 }, 'These places lie above that level, so each gets the default.'],
  [{ config: null }, 'Nothing is configured for this channel'],
  [
    { checked: { buyer: true, seller: false } },
    "sellers' addresses are not checked, so Pickup and COD pickup count as served",
  ],
  [
    {
      config: { ...newConfig(), checkout_level: 3 as const, extraLimitType: 1 as const, zoneLevel: 3 as const },
      checked: { buyer: true, seller: false },
    },
    "sellers' addresses are not checked, so Pickup and COD pickup depend only on the extra validation",
  ],
  [
    {
      config: { ...newConfig(), pdp_level: 3 as const, pdpVerify: 1 as const, extraLimitType: 2 as const },
      scenario: 'productPage' as const,
      checked: { buyer: true, seller: false },
    },
    // The extra validation applies to the product page only if both ends are checked.
    'Pickup and COD pickup count as served',
  ],
  [
    { checked: { buyer: false, seller: false } },
    /^In the scenario Checkout, buyers' addresses are not checked.*and sellers'/,
  ],
  [{ scenario: 'shopToggle' as const }, 'without a level, so the default applies'],
  [{ config: { ...newConfig(), serviceableType: 2 as const } }, "by the places' postcodes"],
])('the coverage page says on what its counts are based: %o', (part, text) => {
  expect(basisText({ ...BASIS, ...part }, 'channel')).toMatch(text);
});

it('the coverage page says what a count by postcode omits', () => {
  expect(postcodesText({ records: 1253, elsewhere: 1253, served: [9, 0, 1200, 0], placesWithout: 10 }, 0)).toBe(
    '1,253 postcodes have a record: Deliver 9, COD 0, Pickup 1,200, COD pickup 0. 10 states here have no postcode, so each ' +
      'counts as the default. 1,253 of the records cannot be counted by place because no place counted here has their postcode; ' +
      'there is no complete list of the country’s postcodes.',
  );
  expect(postcodesText({ records: 1, elsewhere: 0, served: [1, 1, 0, 0], placesWithout: 0 }, 2)).toBe(
    '1 postcode has a record: Deliver 1, COD 1, Pickup 0, COD pickup 0.',
  );
  expect([openText(1), openText(1200)]).toEqual([
    '1 depends on the other address',
    '1,200 depend on the other address',
  ]);
});
