import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, version } from './common.ts';
import { collectionNameOf } from './feed.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/**
 * Checks a queue that has been waiting for a long time with the server before it is sent (issue "engine", conflicts and
 * stuck writes).
 */

/** The maximum number of writes in one call. */
export const PREFLIGHT_MOST = 500;

const short = z.string().check(z.maxLength(200));

const itemOf = (collection: ReturnType<typeof collectionNameOf>) =>
  z.object({
    /**
     * The write's Idempotency-Key. It reveals whether the write has already taken effect, which must not be mistaken for
     * someone else's change (OB3).
     */
    id: short,
    collection,
    /**
     * The id of the write's call, whose permission is checked. If omitted, the permission for writes to the collection is
     * checked.
     */
    call: z.optional(short),
    /** The record's key in the change feed. */
    key: short,
    /** The version that the write is based on; null for a creation. */
    version: z.nullable(version),
  });
export type PreflightItem = z.output<ReturnType<typeof itemOf>>;

export const deletion = z.object({
  by: z.string(),
  /** The time of the deletion, in epoch seconds. */
  at: z.int(),
});

export const preflightAnswer = z.object({
  /** Whether the write took effect although its response was lost. */
  taken: z.boolean(),
  /** Whether the person may make this write in the entity. */
  allowed: z.boolean(),
  /** The record's current version; null if it does not exist. */
  version: z.nullable(z.int()),
  /** The current record if its version differs from the item's, otherwise null. */
  row: z.nullable(z.record(z.string(), z.unknown())),
  /**
   * The person who deleted the record that the write is based on; null if the record exists or the person is unknown.
   */
  gone: z.nullable(deletion),
});
export type PreflightAnswer = z.output<typeof preflightAnswer>;

/** The call, for a list of declared resources. */
export const preflightCall = (resources: readonly Resource[]) =>
  defineCall({
    id: 'preflight.check',
    method: 'POST',
    path: '/v2/ops/preflight',
    input: z.object({
      entity: country,
      items: z.array(itemOf(collectionNameOf(resources))).check(z.maxLength(PREFLIGHT_MOST)),
    }),
    /** One item per write, in the same order. */
    output: z.object({ items: z.array(preflightAnswer) }),
    permission: 'signedIn',
    offline: 'network',
    costly: 'preflight',
    summary:
      'Returns the current state that waiting writes would find: versions, changed rows, and keys that have taken effect (OB3, OB8)',
  });
/** The call, for the product's own resources. */
export const preflight = preflightCall(RESOURCES);
