import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** Many queued writes by one request: a queue that waited for long is sent so. */

/** Writes that one request carries at most. */
export const WRITES_MOST = 100;

export const sentWrite = z.object({
  /** Id of the write's call, as in the registry. */
  call: z.string().check(z.maxLength(100)),
  /** Its own Idempotency-Key (OB3). */
  key: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  /** What the call's own request would carry as its body. */
  input: z.record(z.string(), z.unknown()),
});
export type SentWrite = z.output<typeof sentWrite>;

/** What the write's own request would have been answered. */
export const writeAnswer = z.object({
  status: z.int(),
  /** Seconds, as the header Retry-After; null without one. */
  retryAfter: z.nullable(z.int()),
  /** The envelope. */
  reply: z.unknown(),
});
export type WriteAnswer = z.output<typeof writeAnswer>;

/**
 * Each write is carried out as by a request of its own, one after another in their order: its own transaction, key, right,
 * receipt. One that is refused keeps none of the others from being carried out.
 */
export const sendWrites = defineCall({
  id: 'writes.send',
  method: 'POST',
  path: '/v2/ops/writes',
  input: z.object({ writes: z.array(sentWrite).check(z.minLength(1), z.maxLength(WRITES_MOST)) }),
  /** One answer a write, in the same order. */
  output: z.object({ items: z.array(writeAnswer) }),
  permission: 'signedIn',
  offline: 'network',
  summary: 'Several writes in one request, each with its own key, version, transaction and answer (OB3, OB8)',
});
