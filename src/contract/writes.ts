import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** Many queued writes by one request: used to send a queue that has waited for a long time. */

/** The most writes in one request. */
export const WRITES_MOST = 100;

export const sentWrite = z.object({
  /** Id of the write's call, as in the registry. */
  call: z.string().check(z.maxLength(100)),
  /** Its own Idempotency-Key (OB3). */
  key: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  /** The body that the call's own request would have. */
  input: z.record(z.string(), z.unknown()),
});
export type SentWrite = z.output<typeof sentWrite>;

/** The answer that the write's own request would get. */
export const writeAnswer = z.object({
  status: z.int(),
  /** Seconds, as the header Retry-After; null without one. */
  retryAfter: z.nullable(z.int()),
  /** The envelope. */
  reply: z.unknown(),
});
export type WriteAnswer = z.output<typeof writeAnswer>;

/**
 * Each write is executed like a separate request, one after another in order, with its own transaction, key, right and
 * receipt. A refused write does not prevent the others.
 */
export const sendWrites = defineCall({
  id: 'writes.send',
  method: 'POST',
  path: '/v2/ops/writes',
  input: z.object({ writes: z.array(sentWrite).check(z.minLength(1), z.maxLength(WRITES_MOST)) }),
  /** One answer per write, in the same order. */
  output: z.object({ items: z.array(writeAnswer) }),
  permission: 'signedIn',
  offline: 'network',
  summary: 'Several writes in one request, each with its own key, version, transaction and answer (OB3, OB8)',
});
