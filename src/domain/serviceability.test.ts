import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFlags, unpackFlags, type SupportFlags } from './serviceable.ts';
import { newConfig, type ServiceConfig } from './serviceableConfig.ts';
import {
  CHECK_SCENARIOS,
  answerKey,
  checkServiceability,
  recordsFrom,
  refsOf,
  servicesOfAnswer,
  type CheckAddress,
  type CheckAnswer,
  type CheckQuestion,
  type CheckScenario,
  type RecordRef,
  type ServiceRecord,
} from './serviceability.ts';

const [STATE, CITY, DISTRICT, STREET] = [1, 11, 111, 1111] as const;
const HERE: CheckAddress = { chain: [STATE, CITY, DISTRICT, STREET], postcode: '40132' };
const THERE: CheckAddress = { chain: [2, 21, 211], postcode: '10110' };
const NONE: SupportFlags = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const ALL: SupportFlags = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: true };

const config = (part: Partial<ServiceConfig> = {}): ServiceConfig => ({
  ...newConfig(),
  pdp_level: 3,
  checkout_level: 3,
  shop_level: 3,
  arrangeshipment_level: 3,
  ...part,
});
const location = (locationId: number, support: Partial<SupportFlags>, type = 0): ServiceRecord => ({
  list: 'location',
  end: null,
  locationId,
  type,
  ...NONE,
  ...support,
});
const postcode = (zipcode: string, support: Partial<SupportFlags>, type = 0): ServiceRecord => ({
  list: 'postcode',
  end: null,
  zipcode,
  type,
  ...NONE,
  ...support,
});
const zone = (locationId: number, code: string, type = 0): ServiceRecord => ({
  list: 'zone',
  id: locationId * 10 + type,
  locationId,
  type,
  zone: code,
});
const route = (fromLocationId: number, toLocationId: number, type = 0): ServiceRecord => ({
  list: 'route',
  id: fromLocationId * 10_000 + toLocationId * 10 + type,
  fromLocationId,
  toLocationId,
  type,
});

interface Case {
  what: string;
  config?: Partial<ServiceConfig> | null;
  records?: ServiceRecord[];
  address?: CheckAddress;
  other?: CheckAddress | null;
  scenario?: CheckScenario;
  shop?: 0 | 1;
  /**
   * Whether deliver, COD, pickup and COD pickup are available: y for yes, n for no, or ? if it depends on the other
   * address.
   */
  answer: string;
}

const ask = ({ config: part = {}, records = [], ...question }: Omit<Case, 'what' | 'answer'>) =>
  checkServiceability(
    { address: HERE, other: null, scenario: 'checkout', shop: 0, ...question },
    recordsFrom(part === null ? null : config(part), records),
  );

const POSTCODE_TYPE = { serviceableType: 2, pdp_level: null, checkout_level: null, shop_level: null } as const;
const ZONE = { extraLimitType: 1, zoneLevel: 2 } as const;
const ROUTE = { extraLimitType: 2 } as const;

const CASES: Case[] = [
  { what: 'without a configuration, nothing is checked', config: null, answer: 'yyyy' },
  {
    what: 'records are ignored while the check is off',
    config: { isCheckServiceable: 0, defaultDeliverEnabled: 0 },
    records: [location(DISTRICT, NONE)],
    answer: 'yyyy',
  },
  { what: 'SAC-13: the defaults apply if no record is found', answer: 'ynnn' },
  {
    what: 'SAC-13: each default applies separately',
    config: { defaultDeliverEnabled: 1, defaultCodEnabled: 1, defaultPickupEnabled: 1, defaultCodPickupEnabled: 0 },
    answer: 'yyyn',
  },
  { what: 'a record takes precedence over the defaults', records: [location(DISTRICT, NONE)], answer: 'nnnn' },
  { what: 'a record with all flags allows everything', records: [location(DISTRICT, ALL)], answer: 'yyyy' },
  { what: 'COD requires delivery', records: [location(DISTRICT, { canCOD: true })], answer: 'nnnn' },
  {
    what: 'SAC-12: a record at a different level than the configured one is ignored',
    records: [location(CITY, ALL), location(STREET, ALL)],
    answer: 'ynnn',
  },
  {
    what: "each scenario has a level of its own: checkout's is the city",
    config: { checkout_level: 2 },
    records: [location(CITY, ALL)],
    answer: 'yyyy',
  },
  {
    what: 'the defaults apply if the address has no place at the level',
    address: { chain: [STATE, CITY], postcode: '' },
    records: [location(CITY, ALL)],
    answer: 'ynnn',
  },
  {
    what: 'SAC-22: only the buyer is checked',
    config: { checkoutVerify: 1 },
    records: [location(DISTRICT, NONE)],
    answer: 'nnyy',
  },
  {
    what: 'SAC-22: only the seller is checked',
    config: { checkoutVerify: 2 },
    records: [location(DISTRICT, NONE)],
    answer: 'yynn',
  },
  {
    what: 'SAC-22: neither end is checked',
    config: { checkoutVerify: 0 },
    records: [location(DISTRICT, NONE)],
    answer: 'yyyy',
  },
  {
    what: "the shop's own setting holds for the shop",
    config: { checkoutVerify: 0, validateShopVerify: 2 },
    records: [location(DISTRICT, NONE)],
    scenario: 'shopToggle',
    answer: 'yynn',
  },
  {
    what: 'SAC-18: drop-off does not check the seller',
    records: [location(DISTRICT, NONE)],
    scenario: 'arrangeDropOff',
    answer: 'nnyy',
  },
  {
    what: 'a pickup checks the seller',
    records: [location(DISTRICT, NONE)],
    scenario: 'arrangePickup',
    answer: 'nnnn',
  },
  {
    what: 'postcode type: the postcode’s record applies',
    config: POSTCODE_TYPE,
    records: [postcode('40132', ALL)],
    answer: 'yyyy',
  },
  {
    what: 'postcode type: the record of another postcode is ignored',
    config: POSTCODE_TYPE,
    records: [postcode('40133', ALL)],
    answer: 'ynnn',
  },
  {
    what: 'postcode type: a longer Taiwanese postcode matches its area’s record',
    config: POSTCODE_TYPE,
    address: { chain: HERE.chain, postcode: '100410' },
    records: [postcode('100', ALL), postcode('10041', NONE)],
    answer: 'yyyy',
  },
  {
    what: 'postcode type: a postcode takes precedence over its area',
    config: POSTCODE_TYPE,
    address: { chain: HERE.chain, postcode: '10041' },
    records: [postcode('100', NONE), postcode('10041', ALL)],
    answer: 'yyyy',
  },
  {
    what: 'postcode type: the defaults apply without a postcode',
    config: POSTCODE_TYPE,
    address: { chain: HERE.chain, postcode: '' },
    records: [postcode('40132', ALL)],
    answer: 'ynnn',
  },
  {
    what: 'SAC-14: the product page has no postcode, with default Yes',
    config: { ...POSTCODE_TYPE, defaultPdpPostcode: 1 },
    records: [postcode('40132', NONE)],
    scenario: 'productPage',
    answer: 'ynyn',
  },
  {
    what: 'SAC-14: the product page has no postcode, with default No',
    config: { ...POSTCODE_TYPE, defaultPdpPostcode: 0 },
    records: [postcode('40132', ALL)],
    scenario: 'productPage',
    answer: 'nnnn',
  },
  {
    what: 'SAC-14 applies only to postcodes: the product page looks up a location',
    config: { defaultPdpPostcode: 0 },
    records: [location(DISTRICT, ALL)],
    scenario: 'productPage',
    answer: 'yyyy',
  },
  {
    what: 'SBS same as Standard: records of type Standard apply',
    shop: 1,
    records: [location(DISTRICT, ALL), location(DISTRICT, NONE, 1)],
    answer: 'yyyy',
  },
  {
    what: 'SBS differentiated: records of type SBS apply',
    config: { isSbsSameAsStandard: 0 },
    shop: 1,
    records: [location(DISTRICT, ALL), location(DISTRICT, NONE, 1)],
    answer: 'nnnn',
  },
  {
    what: 'SBS differentiated: the defaults apply if there is no SBS record',
    config: { isSbsSameAsStandard: 0 },
    shop: 1,
    records: [location(DISTRICT, ALL)],
    answer: 'ynnn',
  },
  {
    what: 'a standard shop is never checked against SBS records',
    config: { isSbsSameAsStandard: 0 },
    records: [location(DISTRICT, ALL), location(DISTRICT, NONE, 1)],
    answer: 'yyyy',
  },
  {
    what: 'same zone: both ends are in one zone',
    config: ZONE,
    other: THERE,
    records: [location(DISTRICT, ALL), zone(CITY, 'A'), zone(21, 'A')],
    answer: 'yyyy',
  },
  {
    what: 'same zone: the ends are in different zones',
    config: ZONE,
    other: THERE,
    records: [location(DISTRICT, ALL), zone(CITY, 'A'), zone(21, 'B')],
    answer: 'nnnn',
  },
  {
    what: 'same zone: a place without a zone',
    config: ZONE,
    other: THERE,
    records: [location(DISTRICT, ALL), zone(21, 'A')],
    answer: 'nnnn',
  },
  {
    what: 'same zone: only zones at the configured level count',
    config: ZONE,
    other: THERE,
    records: [location(DISTRICT, ALL), zone(DISTRICT, 'A'), zone(211, 'A')],
    answer: 'nnnn',
  },
  {
    what: 'same zone: the other end is unknown',
    config: ZONE,
    records: [location(DISTRICT, { canDeliver: true, canPickup: true }), zone(CITY, 'A')],
    answer: '?n?n',
  },
  {
    what: 'SAC-15: checkout compares the zones of both ends regardless of its settings',
    config: { ...ZONE, checkoutVerify: 0 },
    other: THERE,
    records: [zone(CITY, 'A'), zone(21, 'B')],
    answer: 'nnnn',
  },
  {
    what: 'SAC-15: arranging a shipment does as well, including drop-off',
    config: { ...ROUTE, arrangeShipment: 1 },
    scenario: 'arrangeDropOff',
    other: THERE,
    records: [location(DISTRICT, ALL)],
    answer: 'nnnn',
  },
  {
    what: 'SAC-16: the product page if both ends are checked',
    config: { ...ZONE, pdpVerify: 3 },
    scenario: 'productPage',
    other: THERE,
    records: [location(DISTRICT, ALL), zone(CITY, 'A'), zone(21, 'B')],
    answer: 'nnnn',
  },
  {
    what: 'SAC-16: not the product page if only one end is checked',
    config: { ...ZONE, pdpVerify: 1 },
    scenario: 'productPage',
    other: THERE,
    records: [location(DISTRICT, ALL), zone(CITY, 'A'), zone(21, 'B')],
    answer: 'yyyy',
  },
  {
    what: 'SAC-17: the shop scenario is not covered',
    config: ROUTE,
    scenario: 'shopToggle',
    other: THERE,
    records: [location(DISTRICT, ALL)],
    answer: 'yyyy',
  },
  {
    what: 'a route applies from the seller to the buyer, but not in reverse',
    config: ROUTE,
    other: THERE,
    records: [location(DISTRICT, ALL), route(STATE, 21)],
    answer: 'nnyy',
  },
  {
    what: 'a route at any level covers the places below',
    config: ROUTE,
    other: THERE,
    records: [location(DISTRICT, ALL), route(STATE, 2), route(211, CITY)],
    answer: 'yyyy',
  },
  {
    what: 'a route of the other type is ignored',
    config: ROUTE,
    other: THERE,
    records: [location(DISTRICT, ALL), route(STATE, 2, 1)],
    answer: 'nnnn',
  },
  { what: 'the other end of a route is unknown', config: ROUTE, records: [location(DISTRICT, ALL)], answer: '????' },
];

const SIGN = { yes: 'y', no: 'n', open: '?' } as const;

describe('whether an address is served', () => {
  it.each(CASES)('the services at an address are determined correctly: $what', ({ answer, ...question }) => {
    const given = servicesOfAnswer(ask(question));
    expect(
      Object.values(given)
        .map(verdict => SIGN[verdict])
        .join(''),
    ).toBe(answer);
  });

  it('the steps of a result are in evaluation order, each with the record that it is based on', () => {
    const { buyer } = ask({
      config: { ...ZONE, isSbsSameAsStandard: 0 },
      shop: 1,
      other: THERE,
      records: [location(DISTRICT, ALL, 1), zone(CITY, 'A', 1), zone(21, 'B', 1)],
    });
    expect(buyer.steps.map(({ is }) => is)).toEqual(['check', 'shop', 'end', 'by', 'record', 'zone']);
    expect(buyer.steps.flatMap(refsOf)).toEqual([
      { list: 'configuration' },
      { list: 'location', end: 'buyer', locationId: DISTRICT, type: 1 },
      { list: 'zone', id: CITY * 10 + 1, locationId: CITY, type: 1 },
      { list: 'zone', id: 211, locationId: 21, type: 1 },
    ]);
  });

  it('a step without a record refers to the record that is missing', () => {
    const step = ask({}).buyer.steps.find(({ is }) => is === 'default');
    expect(step).toMatchObject({ why: 'noRecord', ref: { list: 'location', locationId: DISTRICT, type: 0 } });
  });

  it('the most specific matching route applies', () => {
    const { buyer } = ask({
      config: ROUTE,
      other: THERE,
      records: [route(2, STATE), route(211, STATE), route(2, CITY)],
    });
    expect(buyer.steps.at(-1)).toMatchObject({ ref: { fromLocationId: 211, toLocationId: STATE } });
  });

  it('the origin list of a 3PL applies to the seller, and its destination list to the buyer', () => {
    const at = (end: 'seller' | 'buyer', support: SupportFlags): ServiceRecord => ({
      list: 'location',
      end,
      locationId: DISTRICT,
      type: 0,
      ...support,
    });
    expect(servicesOfAnswer(ask({ records: [at('seller', NONE), at('buyer', ALL)] }))).toEqual({
      deliver: 'yes',
      cod: 'yes',
      pickup: 'no',
      codPickup: 'no',
    });
  });
});

const yesNo = fc.constantFrom(0 as const, 1 as const);
const verify = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const);
const level = fc.constantFrom(null, 1 as const, 2 as const, 3 as const, 4 as const);
const anyConfig: fc.Arbitrary<ServiceConfig> = fc.record({
  isCheckServiceable: fc.constantFrom(1 as const, 1 as const, 1 as const, 0 as const),
  serviceableType: fc.constantFrom(1 as const, 2 as const),
  extraLimitType: fc.constantFrom(0 as const, 1 as const, 2 as const),
  zoneLevel: verify,
  isSbsSameAsStandard: yesNo,
  defaultPdpPostcode: yesNo,
  defaultDeliverEnabled: yesNo,
  defaultCodEnabled: yesNo,
  defaultPickupEnabled: yesNo,
  defaultCodPickupEnabled: yesNo,
  pdpVerify: verify,
  checkoutVerify: verify,
  validateShopVerify: verify,
  arrangeShipment: verify,
  pdp_level: level,
  checkout_level: level,
  shop_level: level,
  arrangeshipment_level: level,
});
const PLACES = [1, 11, 111, 1111, 12, 2, 21, 211];
const ADDRESSES: CheckAddress[] = [HERE, THERE, { chain: [1, 12], postcode: '' }, { chain: [], postcode: '40132' }];
const place = fc.constantFrom(...PLACES);
const support = fc.nat({ max: 15 }).map(unpackFlags);
const anyRecord: fc.Arbitrary<ServiceRecord> = fc.oneof(
  fc.record({ at: place, type: yesNo, support }).map(({ at, type, support: flags }) => location(at, flags, type)),
  fc
    .record({ at: fc.constantFrom('40132', '10110', '99999'), type: yesNo, support })
    .map(({ at, type, support: flags }) => postcode(at, flags, type)),
  fc
    .record({ at: place, type: yesNo, code: fc.constantFrom('A', 'B') })
    .map(({ at, type, code }) => zone(at, code, type)),
  fc.record({ from: place, to: place, type: yesNo }).map(({ from, to, type }) => route(from, to, type)),
);
/** A record's key, which is unique among the records. */
const keyOf = (record: ServiceRecord | RecordRef): string => {
  if (record.list === 'configuration') return record.list;
  if (record.list === 'zone' || record.list === 'route') return `${record.list}/${record.id}`;
  return `${record.list}/${record.list === 'location' ? record.locationId : record.zipcode}/${record.type}`;
};
const anyRecords = fc.uniqueArray(anyRecord, { selector: keyOf, maxLength: 40 });
const anyQuestion: fc.Arbitrary<CheckQuestion> = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  other: fc.constantFrom(null, ...ADDRESSES),
  scenario: fc.constantFrom(...CHECK_SCENARIOS.map(({ value }) => value)),
  shop: yesNo,
});

describe('properties for any configuration, records and query', () => {
  it('the serviceability result does not depend on the order of records', () => {
    fc.assert(
      fc.property(anyConfig, anyRecords, anyQuestion, fc.nat(), (one, records, question, turn) => {
        const at = records.length === 0 ? 0 : turn % records.length;
        const turned = [...records.slice(at), ...records.slice(0, at)].reverse();
        expect(checkServiceability(question, recordsFrom(one, turned))).toEqual(
          checkServiceability(question, recordsFrom(one, records)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('removing a record that no step refers to does not change the result', () => {
    fc.assert(
      fc.property(anyConfig, anyRecords, anyQuestion, (one, records, question) => {
        const answer = checkServiceability(question, recordsFrom(one, records));
        const named = new Set([...answer.buyer.steps, ...answer.seller.steps].flatMap(refsOf).map(keyOf));
        const left = records.filter(record => named.has(keyOf(record)));
        expect(checkServiceability(question, recordsFrom(one, left))).toEqual(answer);
      }),
      { numRuns: 500 },
    );
  });

  it('every record that a step refers to exists and has the flags listed in the step', () => {
    fc.assert(
      fc.property(anyConfig, anyRecords, anyQuestion, (one, records, question) => {
        const answer = checkServiceability(question, recordsFrom(one, records));
        const known = new Map(records.map(record => [keyOf(record), record]));
        const steps = [...answer.buyer.steps, ...answer.seller.steps];
        const named = steps.flatMap(refsOf).filter(({ list }) => list !== 'configuration');
        expect(named.filter(ref => !known.has(keyOf(ref)))).toEqual([]);
        const decided = steps.flatMap(step => (step.is === 'record' ? [step] : []));
        expect(decided.map(step => packFlags(step.support))).toEqual(
          decided.map(step => packFlags(known.get(keyOf(step.ref)) as SupportFlags & ServiceRecord)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('queries with the same key have the same result', () => {
    const verdicts = ({ buyer, seller }: CheckAnswer) => [buyer.served, buyer.cod, seller.served, seller.cod];
    fc.assert(
      fc.property(anyConfig, anyRecords, anyQuestion, (one, records, question) => {
        const known = recordsFrom(one, records);
        const like = ADDRESSES.flatMap(address =>
          [null, ...ADDRESSES].map((other): CheckQuestion => ({ ...question, address, other })),
        ).filter(each => answerKey(each, one) === answerKey(question, one));
        const own = verdicts(checkServiceability(question, known));
        for (const each of like) expect(verdicts(checkServiceability(each, known))).toEqual(own);
      }),
      { numRuns: 300 },
    );
  });
});
