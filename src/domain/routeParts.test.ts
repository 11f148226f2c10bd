import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { newConfig } from './serviceableConfig.ts';
import { RESTRICTION } from './serviceableChoices.ts';
import { checkServiceability, endsToKnow, recordsFrom, type End, type ServiceRecord } from './serviceability.ts';

/** Two states with two cities of two districts each: city 12 is in state 1, district 121 in city 12. */
const PLACES = [1, 2].flatMap(state => [
  state,
  ...[1, 2].flatMap(city => [state * 10 + city, ...[1, 2].map(of => state * 100 + city * 10 + of)]),
]);
/** A place with those that contain it, from the state down. */
const chainOf = (place: number): number[] => [...String(place)].map((_, at) => Number(String(place).slice(0, at + 1)));
const within = (place: number): number[] => PLACES.filter(one => chainOf(one).includes(place));

const place = fc.constantFrom(...PLACES);
const routes = fc.array(fc.record({ from: place, to: place, type: fc.constantFrom(0 as const, 1 as const) }), {
  maxLength: 6,
});

const config = {
  ...newConfig(),
  extraLimitType: RESTRICTION.route,
  checkoutVerify: 0 as const,
  isSbsSameAsStandard: 0 as const,
};

/** Whether a route leads between two places, each given only by its id. */
function verdictOf(end: End, own: number, other: number, type: 0 | 1, given: readonly ServiceRecord[]) {
  const addressOf = (id: number) => ({ chain: chainOf(id), postcode: '' });
  const question = { address: addressOf(own), other: addressOf(other), scenario: 'checkout', shop: type } as const;
  const { served, steps } = checkServiceability(question, recordsFrom(config, given))[end];
  return { served, ends: endsToKnow(steps) };
}

it('without a route between two places, the answer is open exactly if a route connects parts of them', () => {
  fc.assert(
    fc.property(
      routes,
      place,
      place,
      fc.constantFrom(0 as const, 1 as const),
      fc.constantFrom<End>('seller', 'buyer'),
      (given, own, other, type, end) => {
        const records = given.map(({ from, to, type: of }, at): ServiceRecord => ({
          list: 'route',
          id: at,
          fromLocationId: from,
          toLocationId: to,
          type: of,
          paths: { from: chainOf(from).reverse(), to: chainOf(to).reverse() },
        }));
        const leads = (from: number, to: number): boolean =>
          given.some(one => one.type === type && chainOf(from).includes(one.from) && chainOf(to).includes(one.to));
        const [from, to] = end === 'seller' ? [own, other] : [other, own];
        const expected = leads(from, to)
          ? 'yes'
          : within(from).some(origin => within(to).some(destination => leads(origin, destination)))
            ? 'open'
            : 'no';
        const { served, ends } = verdictOf(end, own, other, type, records);
        expect(served).toBe(expected);
        // An end is named only if a more exact place there could give a route.
        for (const named of ends) expect(within(named === 'seller' ? from : to).length).toBeGreaterThan(1);
        expect(ends.length > 0).toBe(expected === 'open');
      },
    ),
    { numRuns: 2000 },
  );
});
