import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { CHECK_SCENARIOS, type CheckScenario, type Step, type Verdict } from '../domain/serviceability.ts';
import { defineCall } from './call.ts';
import { recordId } from './common.ts';

/** Whether addresses are served, and why (issue "serviceable areas", the address check). */

/** The most addresses in one call, and the most channels or 3PLs. */
export const CHECK_MOST = 10_000;
const OWNERS_MOST = 500;
/** The largest product of addresses and owners in one call. */
export const ANSWERS_MOST = 500_000;
/** The most words of one address; the longest real ones have half as many. */
export const WORDS_MOST = 40;
/** The most answers with steps in one call: each has about a dozen steps. */
export const STEPPED_MOST = 20_000;
/** By default, answers include steps up to this many addresses. */
export const STEPS_MOST = 100;

const one = {
  /** A place of any level. */
  locationId: z.optional(recordId),
  postcode: z.optional(z.string().check(z.trim(), z.maxLength(20))),
  /** As people write it, if no place is given, in at most `WORDS_MOST` words: "Coblong, Bandung 40132". */
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
  /** The deciding steps, in order, for the address as a buyer's and as a seller's. */
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
    /** The other end, for addresses without one. */
    other: z.optional(checkedAddress),
    scenario: z._default(z.enum(scenarios), 'checkout'),
    /** 0 Standard, 1 SBS (G37). */
    shopType: z._default(z.int().check(z.minimum(0), z.maximum(1)), 0),
    /** By default all of the entity; for more than 100 addresses, only configured ones. */
    channelIds: z.optional(z.array(recordId).check(z.maxLength(OWNERS_MOST))),
    threePlIds: z.optional(z.array(recordId).check(z.maxLength(OWNERS_MOST))),
    steps: z.optional(z.boolean()),
  }),
  output: z.object({
    /** One for each address, in their order. */
    list: z.array(
      z.object({
        /** The deepest matching place; 0 for none. */
        locationId: z.int(),
        /** Location ids by level, from the state down. */
        chain: z.array(z.int()),
        postcode: z.string(),
        /** Parts of a text that name none of these places. */
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

/** Records of one list that differed on a day: their keys, and their flags on that day, -1 for missing records. */
const recordsBefore = z.object({
  collection: z.string(),
  keys: z.array(z.string()),
  flags: z.array(z.int()),
});

/** A route limit that differed on a day, with its origin and destination; null if it was missing. */
const routeBefore = z.object({
  key: z.string(),
  row: z.nullable(z.object({ applicableType: z.int(), fromLocationId: z.int(), toLocationId: z.int() })),
});

/** The most records in one answer. */
export const BEFORE_MOST = 200_000;

/** The differences between the end of a day and now, derived from the log. */
export const serviceableBefore = defineCall({
  id: 'serviceability.before',
  method: 'GET',
  path: '/v2/ops/serviceability/before',
  input: z.object({
    /** Of the country's time zone. */
    day: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)),
    channelId: z.optional(recordId),
    threePlId: z.optional(recordId),
  }),
  output: z.object({
    /** Null if it has not changed since; `row` is null if it was missing. */
    configuration: z.nullable(z.object({ row: z.nullable(z.record(z.string(), z.unknown())) })),
    /** Locations and postcodes that have changed since. */
    lists: z.array(recordsBefore),
    /** Route limits that have changed since. Zones are left out, because the counts do not depend on them. */
    routes: z.array(routeBefore),
  }),
  permission: `${FEATURE.serviceableArea}.read`,
  offline: 'network',
  costly: 'check',
  summary:
    'What differed in the locations, postcodes, routes and configuration of a channel or 3PL at the end of a day, from the log',
});
export type ServiceableBefore = z.output<typeof serviceableBefore.output>;
