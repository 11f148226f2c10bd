import { expect, it } from 'vitest';
import {
  checkServiceability,
  recordsFrom,
  type CheckAddress,
  type CheckAnswer,
  type End,
  type ServiceRecord,
} from './serviceability.ts';
import { dependsText, stepText } from './serviceabilityText.ts';
import { RESTRICTION } from './serviceableChoices.ts';
import { newConfig } from './serviceableConfig.ts';

const PLACE: CheckAddress = { chain: [1, 11, 111], postcode: '' };
const POSTCODE: CheckAddress = { chain: [], postcode: '40132' };

/** The sentence about the route limits, for an address at the buyer's and at the seller's end. */
const routeTexts = (address: CheckAddress, other: CheckAddress | null): Record<End, string | undefined> => {
  const config = { ...newConfig(), extraLimitType: RESTRICTION.route, checkoutVerify: 0 as const };
  const answer: CheckAnswer = checkServiceability(
    { address, other, scenario: 'checkout', shop: 0 },
    recordsFrom(config, []),
  );
  const textOf = (end: End) =>
    answer[end].steps.filter(({ is }) => is === 'route').map(step => stepText(step, end, [], new Map()))[0];
  return { buyer: textOf('buyer'), seller: textOf('seller') };
};

const depends = (whose: string): string =>
  `Whether a route leads there depends on ${whose}, of which no state, city or district is known.`;

it.each<[string, CheckAddress, CheckAddress | null, Record<End, string>]>([
  [
    'the other end, if only that is unknown',
    PLACE,
    null,
    { buyer: depends("the seller's address"), seller: depends("the buyer's address") },
  ],
  [
    'its own end, if only a postcode is known of it',
    POSTCODE,
    PLACE,
    { buyer: depends("the buyer's address"), seller: depends("the seller's address") },
  ],
  [
    'both ends, if neither has a place',
    POSTCODE,
    POSTCODE,
    {
      buyer: depends("the buyer's address and the seller's address"),
      seller: depends("the seller's address and the buyer's address"),
    },
  ],
])('whether a route leads to an address depends on %s', (_title, address, other, expected) => {
  expect(routeTexts(address, other)).toEqual(expected);
});

const route = (from: number[], to: number[]): ServiceRecord => ({
  list: 'route',
  id: 1,
  fromLocationId: from[0] as number,
  toLocationId: to[0] as number,
  type: 0,
  paths: { from, to },
});
const STATE: CheckAddress = { chain: [1], postcode: '' };
const OTHER: CheckAddress = { chain: [2], postcode: '' };

it.each<[string, ServiceRecord, string, string, string]>([
  [
    'of its own end',
    route([2], [111, 11, 1]),
    "Routes lead only to parts of Location 1, so it depends on the city or district of the buyer's address.",
    'depends on a more exact address',
    'depends on the other address',
  ],
  [
    'of the other end',
    route([21, 2], [1]),
    "Routes lead only from parts of Location 2, so it depends on the city or district of the seller's address.",
    'depends on the other address',
    'depends on a more exact address',
  ],
  [
    'of both ends',
    route([21, 2], [11, 1]),
    "Routes lead only from parts of Location 2 and to parts of Location 1, so it depends on the city or district of the seller's address and the buyer's address.",
    'depends on both addresses',
    'depends on both addresses',
  ],
])(
  'a route that leads to a part of a place is explained as depending on more %s',
  (_title, given, text, buyer, seller) => {
    const config = { ...newConfig(), extraLimitType: RESTRICTION.route, checkoutVerify: 0 as const };
    const records = recordsFrom(config, [given]);
    const toBuyer = checkServiceability({ address: STATE, other: OTHER, scenario: 'checkout', shop: 0 }, records).buyer;
    const toSeller = checkServiceability(
      { address: OTHER, other: STATE, scenario: 'checkout', shop: 0 },
      records,
    ).seller;
    for (const { steps } of [toBuyer, toSeller])
      expect(steps.filter(({ is }) => is === 'route').map(step => stepText(step, 'buyer', [], new Map()))).toEqual([
        text,
      ]);
    expect(dependsText(toBuyer.steps, 'buyer')).toBe(buyer);
    expect(dependsText(toSeller.steps, 'seller')).toBe(seller);
  },
);
