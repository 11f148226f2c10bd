import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newConfig, withField, type ServiceConfig } from './serviceableConfig.ts';
import { explain } from './serviceableConfigText.ts';

const config = (changes: Partial<ServiceConfig> = {}): ServiceConfig => ({
  ...newConfig(),
  pdpVerify: 1,
  checkoutVerify: 1,
  validateShopVerify: 2,
  arrangeShipment: 3,
  pdp_level: 2,
  checkout_level: 3,
  shop_level: 3,
  arrangeshipment_level: 3,
  ...changes,
});
const linesOf = (changes: Partial<ServiceConfig>, at: number, gaps = {}) =>
  explain(config(changes), gaps).scenarios[at]?.lines;

describe('explaining a configuration', () => {
  it('the explanation says whose address is checked, to which level, and what unrecorded places get', () => {
    expect(linesOf({}, 1, { 3: { places: 7_288, missing: 312 } })).toEqual([
      "At checkout, and when an order's destination address is edited, the buyer's address is checked down to district.",
      '312 of 7,288 districts have no record of this channel: they get the default, delivered without COD.',
    ]);
    expect(linesOf({}, 2, { 3: { places: 9, missing: 1 } })?.[1]).toBe(
      '1 of 9 districts has no record of this channel: it gets the default, not picked up.',
    );
    expect(linesOf({ defaultPickupEnabled: 1, defaultCodPickupEnabled: 1 }, 3)?.[1]).toBe(
      'A district without a record of this channel gets the default: delivered without COD, picked up with and without COD.',
    );
    expect(linesOf({}, 1, { 3: { places: 9, missing: 0 } })?.[1]).toBe('Every district has a record of this channel.');
    expect(linesOf({ checkout_level: 4 }, 1, { 4: { places: 0, missing: 0 } })?.[1]).toBe(
      'This country has no streets: every address gets the default, delivered without COD.',
    );
  });

  it('the explanation says what has not been chosen yet, or that nothing is checked', () => {
    expect(linesOf({ checkout_level: null }, 1)?.[0]).toMatch(/The location level has not been chosen yet\.$/);
    expect(linesOf({ validateShopVerify: 0 }, 2)).toEqual([
      'When a shop turns the channel on or changes its pickup address, no address is checked.',
    ]);
    expect(explain(withField(config(), 'isCheckServiceable', 0))).toEqual({
      summary: 'The serviceable area check is off: no address is checked in any scenario.',
      scenarios: [],
    });
  });

  it('if the type is Postcode, the explanation mentions the default for the product page (SAC-14)', () => {
    const postcode = { serviceableType: 2, pdp_level: null, checkout_level: null } as const;
    expect(linesOf(postcode, 0)).toEqual([
      'On the product page no postcode is given to the logistics service, so the default applies: PDP page postcode check Yes.',
    ]);
    expect(linesOf(postcode, 1)?.[0]).toMatch(/the buyer's address is checked by postcode\.$/);
  });

  it.each([
    [
      'checkout is covered regardless of which addresses it checks (SAC-15)',
      1,
      {},
      'Seller and buyer must be in the same zone, by city; this check uses both addresses.',
    ],
    ['a shipment is covered (SAC-15)', 3, {}, 'Seller and buyer must be in the same zone, by city.'],
    [
      'the product page is not covered with a single address (SAC-16)',
      0,
      {},
      "The extra validation does not cover this: it would need both the seller's and the buyer's address.",
    ],
    [
      'the product page is covered with both addresses (SAC-16)',
      0,
      { pdpVerify: 3 },
      'Seller and buyer must be in the same zone, by city.',
    ],
    ['the shop is not covered (SAC-17)', 2, {}, 'The extra validation does not cover this.'],
    ['routes', 3, { extraLimitType: 2, zoneLevel: 0 }, "A route must lead from the seller's to the buyer's address."],
  ] as const)('the explanation describes the extra validation: %s', (_, at, changes, line) => {
    expect(linesOf({ extraLimitType: 1, zoneLevel: 2, ...changes }, at)).toContain(line);
  });

  it('the explanation says that the seller’s address is not checked for drop-off (SAC-18)', () => {
    const line = "When arranging drop-off, the seller's address is not validated.";
    expect(linesOf({}, 3)).toContain(line);
    expect(linesOf({ arrangeShipment: 1 }, 3)).not.toContain(line);
  });

  it('the explanation says whether SBS shops are checked separately (SAC-9)', () => {
    expect(explain(config()).summary).toBe(
      'Addresses are checked by location. SBS shops are checked like any other shop.',
    );
    expect(explain(config({ isSbsSameAsStandard: 0 })).summary).toContain('against the records of type SBS');
  });

  it('every scenario has an explanation, whatever the configuration', () => {
    const level = fc.constantFrom(null, 1 as const, 2 as const, 3 as const, 4 as const);
    const verify = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const);
    fc.assert(
      fc.property(
        fc.record({
          serviceableType: fc.constantFrom(1 as const, 2 as const),
          extraLimitType: fc.constantFrom(0 as const, 1 as const, 2 as const),
          pdpVerify: verify,
          checkoutVerify: verify,
          validateShopVerify: verify,
          arrangeShipment: verify,
          pdp_level: level,
          checkout_level: level,
        }),
        changes => {
          const { scenarios } = explain(config(changes));
          expect(scenarios).toHaveLength(4);
          for (const { lines } of scenarios) {
            expect(lines.length).toBeGreaterThan(0);
            for (const line of lines) expect(line).toMatch(/^[A-Z0-9][^\n]*[^ ,]\.$/);
          }
        },
      ),
    );
  });
});

it('the explanation for a 3PL counts missing records for each side that is checked, buyer and seller', () => {
  const gap = (missing: number) => ({ 3: { places: 10, missing } }) as const;
  const lines = (checkoutVerify: 1 | 2 | 3) =>
    explain(config({ checkoutVerify, checkout_level: 3 }), { buyer: gap(4), seller: gap(1) }, '3PL').scenarios[1]
      ?.lines;
  const destinations =
    '4 of 10 districts have no destination record of this 3PL: they get the default, delivered without COD.';
  const origins = '1 of 10 districts has no origin record of this 3PL: it gets the default, not picked up.';
  expect(lines(1)).toContain(destinations);
  expect(lines(1)).not.toContain(origins);
  expect(lines(2)?.filter(line => line.includes('record'))).toEqual([origins]);
  expect(lines(3)).toEqual(expect.arrayContaining([destinations, origins]));
});
