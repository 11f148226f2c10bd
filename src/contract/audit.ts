import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { listOf, paging, recordId } from './common.ts';

/** Audit log (channels spec 2.7, 7.4). */

export const auditRow = z.object({
  id: z.int(),
  /** Path of the call, with /api. */
  url: z.string(),
  /** JSON text of the call's body. */
  body: z.string(),
  email: z.string(),
  /** Epoch seconds. */
  timestamp: z.int(),
  operator_type: z.string(),
  /** JSON text of the record before and after; "null" where there was none. */
  before: z.string(),
  after: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

export const listAuditLogs = defineCall({
  id: 'audit.list',
  method: 'GET',
  path: '/ops/audit-logs/business',
  input: z.object({
    /** Feature code: selects that feature's operations (G88). The right needed is `{code}.read`. */
    code: z.string().check(z.minLength(1)),
    channel: z.optional(recordId),
    '3pl': z.optional(recordId),
    ...paging,
  }),
  output: listOf(auditRow),
  /** The route itself checks `{code}.read`. */
  permission: 'signedIn',
  offline: 'cached',
  paging: 'offset',
  summary: 'Write operations of a feature, newest first, for who holds {code}.read (LOG-4)',
});
