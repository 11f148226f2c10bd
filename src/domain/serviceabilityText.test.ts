import { expect, it } from 'vitest';
import { checkServiceability, recordsFrom, type CheckAddress, type CheckAnswer, type End } from './serviceability.ts';
import { stepText } from './serviceabilityText.ts';
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
