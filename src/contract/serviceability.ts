import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { CHECK_SCENARIOS, type CheckScenario, type Step, type Verdict } from '../domain/serviceability.ts';
import { defineCall } from './call.ts';
import { DAY_PROBLEM, recordId } from './common.ts';

/** Checks whether addresses are served, and explains why (issue "serviceable areas", the address check). */

/** The maximum number of addresses in one call, and the maximum number of channels or 3PLs. */
export const CHECK_MOST = 10_000;
const OWNERS_MOST = 500;
/** The maximum number of combinations of address and owner in one call. */
export const ANSWERS_MOST = 500_000;
/** The maximum number of words in an address; the longest real addresses have half as many. */
export const WORDS_MOST = 40;
/** The maximum number of results with steps in one call; each result has about a dozen steps. */
export const STEPPED_MOST = 20_000;
/** The maximum number of addresses for which results include steps by default. */
export const STEPS_MOST = 100;

const one = {
  /** The id of a place at any level. */
  locationId: z.optional(recordId),
  postcode: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  /** The address as free text with at most `WORDS_MOST` words, used if no place is given: "Coblong, Bandung 40132". */
  text: z.optional(z.string().check(z.maxLength(300))),
};
export const checkedAddress = z.object(one);
export type CheckedAddress = z.output<typeof checkedAddress>;

const verdict = z.enum(['yes', 'no', 'open'] as const satisfies readonly Verdict[]);
const scenarios = CHECK_SCENARIOS.map(({ value }) => value) as [CheckScenario, ...CheckScenario[]];
const steps = z.array(z.custom<Step>(value => typeof value === 'object' && value !== null, 'must be an object'));

export const ownerResult = z.object({
  channelId: z.optional(recordId),
  threePlId: z.optional(recordId),
  deliver: verdict,
  cod: verdict,
  pickup: verdict,
  codPickup: verdict,
  /** The steps that led to the result, in order, for the address as the buyer's and as the seller's. */
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
    /** The address at the other end, for items that do not specify one. */
    other: z.optional(checkedAddress),
    scenario: z._default(z.enum(scenarios), 'checkout'),
    /** The shop's type: 0 is Standard, 1 is SBS (G37). */
    shopType: z._default(z.int().check(z.minimum(0), z.maximum(1)), 0),
    /**
     * Defaults to all channels and 3PLs of the entity, or only the configured ones if there are more than 100
     * addresses.
     */
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
        /** Parts of the text that match none of these places. */
        unmatched: z.array(z.string()),
        /** Ids of other places that the text could also refer to; the answer is about the first one. */
        alternatives: z.array(z.int()),
        results: z.array(ownerResult),
      }),
    ),
  }),
  permission: `${FEATURE.serviceableArea}.read`,
  offline: 'network',
  costly: 'check',
  summary: 'Checks whether channels and 3PLs serve up to 10,000 addresses in a scenario, and why (channels spec 2.5)',
});

/**
 * Records of one list that were different on a given day: their keys, and their flags on that day, or -1 if a record
 * did not exist.
 */
const recordsBefore = z.object({
  collection: z.string(),
  keys: z.array(z.string()),
  flags: z.array(z.int()),
});

/**
 * A route limit that was different on a given day, with its origin and destination at that time; null if it did not
 * exist.
 */
const routeBefore = z.object({
  key: z.string(),
  row: z.nullable(z.object({ applicableType: z.int(), fromLocationId: z.int(), toLocationId: z.int() })),
});

/** The maximum number of records in one response. */
export const BEFORE_MOST = 200_000;

/** What was different at the end of a given day compared with now, derived from the log. */
export const serviceableBefore = defineCall({
  id: 'serviceability.before',
  method: 'GET',
  path: '/v2/ops/serviceability/before',
  input: z.object({
    /** A day in the country's time zone. */
    day: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, DAY_PROBLEM)),
    channelId: z.optional(recordId),
    threePlId: z.optional(recordId),
  }),
  output: z.object({
    /** Null if the configuration has not changed since then. `row` is null if it did not exist. */
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
    'Returns what differed in the locations, postcodes, routes and configuration of a channel or 3PL at the end of a day, from the log',
});
export type ServiceableBefore = z.output<typeof serviceableBefore.output>;
