import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { seconds } from './common.ts';

/** Sends many queued writes in one request, for a queue that has been waiting for a long time. */

/** The maximum number of writes in one request. */
export const WRITES_MOST = 100;

export const sentWrite = z.object({
  /** The id of the write's call, as in the registry. */
  call: z.string().check(z.maxLength(100)),
  /** The Idempotency-Key of this write (OB3). */
  key: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without spaces')),
  /** The body that a separate request for this call would have. */
  input: z.record(z.string(), z.unknown()),
  /** What a separate request would have in the header x-ops-based-at. */
  basedAt: z.optional(seconds),
});
export type SentWrite = z.output<typeof sentWrite>;

/** The response that a separate request for this write would get. */
export const writeAnswer = z.object({
  status: z.int(),
  /** The value of the Retry-After header in seconds; null if there is none. */
  retryAfter: z.nullable(z.int()),
  /** The envelope of the response to this write. */
  reply: z.unknown(),
});
export type WriteAnswer = z.output<typeof writeAnswer>;

/**
 * Executes the writes one at a time, each like a separate request with its own transaction, key, permission check and
 * receipt. A refused write does not affect the others.
 */
export const sendWrites = defineCall({
  id: 'writes.send',
  method: 'POST',
  path: '/v2/ops/writes',
  input: z.object({ writes: z.array(sentWrite).check(z.minLength(1), z.maxLength(WRITES_MOST)) }),
  /** One response per write, in the same order. */
  output: z.object({ items: z.array(writeAnswer) }),
  permission: 'signedIn',
  offline: 'network',
  summary: 'Accepts several writes in one request, each with its own key, version, transaction and response (OB3, OB8)',
});
