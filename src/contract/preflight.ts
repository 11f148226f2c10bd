import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, version } from './common.ts';
import { collectionName } from './feed.ts';

/** The look at the server before a queue that waited for long is sent (issue "engine", conflicts and stuck writes). */

/** Writes that one call asks about at most. */
export const PREFLIGHT_MOST = 500;

const short = z.string().check(z.maxLength(200));

export const preflightItem = z.object({
  /** The write's Idempotency-Key: one that took effect already is not a change by others (OB3). */
  id: short,
  collection: collectionName,
  /** Id of the write's call, whose right it needs; left out, that of the collection's writes is looked at. */
  call: z.optional(short),
  /** The record's key as in the change feed. */
  key: short,
  /** Version that the write was made from; null for a creation. */
  version: z.nullable(version),
});
export type PreflightItem = z.output<typeof preflightItem>;

export const deletion = z.object({
  by: z.string(),
  /** Epoch seconds. */
  at: z.int(),
});

export const preflightAnswer = z.object({
  /** The write has taken effect: its reply was lost on the way. */
  taken: z.boolean(),
  /** The person may make this write in the entity. */
  allowed: z.boolean(),
  /** Version of the record now; null if it is missing. */
  version: z.nullable(z.int()),
  /** The current record where its version is another than the item's; else null. */
  row: z.nullable(z.record(z.string(), z.unknown())),
  /** Who deleted the record that the write was made from; null if it is there, or nobody knows. */
  gone: z.nullable(deletion),
});
export type PreflightAnswer = z.output<typeof preflightAnswer>;

export const preflight = defineCall({
  id: 'preflight.check',
  method: 'POST',
  path: '/v2/ops/preflight',
  input: z.object({ entity: country, items: z.array(preflightItem).check(z.maxLength(PREFLIGHT_MOST)) }),
  /** One answer an item, in the same order. */
  output: z.object({ items: z.array(preflightAnswer) }),
  permission: 'signedIn',
  offline: 'network',
  costly: 'preflight',
  summary: 'What waiting writes would find now: versions, rows that have changed, keys that took effect (OB3, OB8)',
});
