import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { CHECK_SCENARIOS, type CheckScenario, type Step, type Verdict } from '../domain/serviceability.ts';
import { defineCall } from './call.ts';
import { recordId } from './common.ts';

/** Whether addresses are served, and why (issue "serviceable areas", the address check). */

/** The maximum number of addresses in one call, and of channels or 3PLs. */
export const CHECK_MOST = 10_000;
const OWNERS_MOST = 500;
/** The maximum number of address-owner combinations in one call. */
export const ANSWERS_MOST = 500_000;
/** The maximum number of words in one address; the longest real addresses have half as many. */
export const WORDS_MOST = 40;
/** The maximum number of results with steps in one call; each of them has about a dozen steps. */
export const STEPPED_MOST = 20_000;
/** By default, results include steps if there are at most this many addresses. */
export const STEPS_MOST = 100;

const one = {
  /** A place of any level. */
  locationId: z.optional(recordId),
  postcode: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  /** The address in free form, if no place is given, with at most `WORDS_MOST` words: "Coblong, Bandung 40132". */
  text: z.optional(z.string().check(z.maxLength(300))),
};
export const checkedAddress = z.object(one);
export type CheckedAddress = z.output<typeof checkedAddress>;

const verdict = z.enum(['yes', 'no', 'open'] as const satisfies readonly Verdict[]);
const scenarios = CHECK_SCENARIOS.map(({ value }) => value) as [CheckScenario, ...CheckScenario[]];
const steps = z.array(z.custom<Step>(value => typeof value === 'object' && value !== null));

export const ownerResult = z.object({
  channelId: z.optional(recordId),
  threePlId: z.optional(recordId),
  deliver: verdict,
  cod: verdict,
  pickup: verdict,
  codPickup: verdict,
  /** The steps that determine the result, in order, for the address as a buyer's and as a seller's. */
  steps: z.optional(z.object({ buyer: steps, seller: steps })),
});
export type OwnerResult = z.output<typeof ownerResult>;

export const checkServed = defineCall({
  id: 'serviceability.check',
  method: 'POST',
  path: '/v2/ops/serviceability/check',
  input: z.object({
    addresses: z
      .array(z.object({ ...one, other: z.optional(checkedAddress) }))
      .check(z.minLength(1), z.maxLength(CHECK_MOST)),
    /** The address at the other end, for addresses that do not include one. */
    other: z.optional(checkedAddress),
    scenario: z._default(z.enum(scenarios), 'checkout'),
    /** 0 Standard, 1 SBS (G37). */
    shopType: z._default(z.int().check(z.minimum(0), z.maximum(1)), 0),
    /** Defaults to all channels and 3PLs of the entity; with more than 100 addresses, only to configured ones. */
    channelIds: z.optional(z.array(recordId).check(z.maxLength(OWNERS_MOST))),
    threePlIds: z.optional(z.array(recordId).check(z.maxLength(OWNERS_MOST))),
    steps: z.optional(z.boolean()),
  }),
  output: z.object({
    /** One item per address, in the same order. */
    list: z.array(
      z.object({
        /** The most specific place that matches; 0 if there is none. */
        locationId: z.int(),
        /** Location ids by level, from the state down. */
        chain: z.array(z.int()),
        postcode: z.string(),
        /** Parts of a text that match none of these places. */
        unmatched: z.array(z.string()),
        results: z.array(ownerResult),
      }),
    ),
  }),
  permission: `${FEATURE.serviceableArea}.read`,
  offline: 'network',
  costly: 'check',
  summary: 'Whether up to 10,000 addresses are served by channels and 3PLs in a scenario, and why (channels spec 2.5)',
});

/**
 * Records of one list that were different on a day: their keys, and their flags on that day, or -1 if a record did not
 * exist.
 */
const recordsBefore = z.object({
  collection: z.string(),
  keys: z.array(z.string()),
  flags: z.array(z.int()),
});

/**
 * A route limit that was different on a day, with its origin and destination at that time; null if it did not exist.
 */
const routeBefore = z.object({
  key: z.string(),
  row: z.nullable(z.object({ applicableType: z.int(), fromLocationId: z.int(), toLocationId: z.int() })),
});

/** The maximum number of records in one response. */
export const BEFORE_MOST = 200_000;

/** The differences between the end of a day and now, derived from the log. */
export const serviceableBefore = defineCall({
  id: 'serviceability.before',
  method: 'GET',
  path: '/v2/ops/serviceability/before',
  input: z.object({
    /** A day in the country's time zone. */
    day: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)),
    channelId: z.optional(recordId),
    threePlId: z.optional(recordId),
  }),
  output: z.object({
    /** Null if it has not changed since then; `row` is null if it did not exist. */
    configuration: z.nullable(z.object({ row: z.nullable(z.record(z.string(), z.unknown())) })),
    /** Locations and postcodes that have changed since then. */
    lists: z.array(recordsBefore),
    /** Route limits that have changed since then. Zones are omitted, because the counts do not depend on them. */
    routes: z.array(routeBefore),
  }),
  permission: `${FEATURE.serviceableArea}.read`,
  offline: 'network',
  costly: 'check',
  summary:
    'What differed in the locations, postcodes, routes and configuration of a channel or 3PL at the end of a day, from the log',
});
export type ServiceableBefore = z.output<typeof serviceableBefore.output>;
