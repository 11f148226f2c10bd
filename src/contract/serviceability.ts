import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { CHECK_SCENARIOS, type CheckScenario, type Step, type Verdict } from '../domain/serviceability.ts';
import { defineCall } from './call.ts';
import { recordId } from './common.ts';

/** Whether addresses are served, and why (issue "serviceable areas", the address check). */

/** Addresses of one call at most, and channels or 3PLs that it may name. */
export const CHECK_MOST = 10_000;
const OWNERS_MOST = 500;
/** Addresses times channels and 3PLs of one call at most. */
export const ANSWERS_MOST = 500_000;
/** Words of one address at most; its longest real ones have half of them. */
export const WORDS_MOST = 40;
/** Answers with their steps that one call has at most: each has some dozen of them. */
export const STEPPED_MOST = 20_000;
/** Up to so many addresses the answer has its steps where the caller does not say. */
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
  /** What was decided by, in order, for the address as a buyer's and as a seller's. */
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
    /** The other end of the way, for addresses that name none. */
    other: z.optional(checkedAddress),
    scenario: z._default(z.enum(scenarios), 'checkout'),
    /** 0 Standard, 1 SBS (G37). */
    shopType: z._default(z.int().check(z.minimum(0), z.maximum(1)), 0),
    /** Left out, all of the entity; of more than 100 addresses those for which something is configured. */
    channelIds: z.optional(z.array(recordId).check(z.maxLength(OWNERS_MOST))),
    threePlIds: z.optional(z.array(recordId).check(z.maxLength(OWNERS_MOST))),
    steps: z.optional(z.boolean()),
  }),
  output: z.object({
    /** One for each address, in their order. */
    list: z.array(
      z.object({
        /** The deepest place that is meant; 0 for none. */
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

/** Records of one list that differed on a day: their keys, and their flags then, -1 if it was missing. */
const recordsBefore = z.object({
  collection: z.string(),
  keys: z.array(z.string()),
  flags: z.array(z.int()),
});

/** A route limit that differed on a day, and what it led from and to; null if it was missing. */
const routeBefore = z.object({
  key: z.string(),
  row: z.nullable(z.object({ applicableType: z.int(), fromLocationId: z.int(), toLocationId: z.int() })),
});

/** Records of one answer at most. */
export const BEFORE_MOST = 200_000;

/** What differed at the end of a day from what is: made of the log. */
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
    /** Null where it has not changed since; `row` null if it was missing. */
    configuration: z.nullable(z.object({ row: z.nullable(z.record(z.string(), z.unknown())) })),
    /** Locations and postcodes that were changed since. */
    lists: z.array(recordsBefore),
    /** Route limits that were changed since. Zones are left out: nothing that is counted depends on them. */
    routes: z.array(routeBefore),
  }),
  permission: `${FEATURE.serviceableArea}.read`,
  offline: 'network',
  costly: 'check',
  summary:
    'What differed in the locations, postcodes, routes and configuration of a channel or 3PL at the end of a day, from the log',
});
export type ServiceableBefore = z.output<typeof serviceableBefore.output>;
