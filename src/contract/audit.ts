import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { DAY_PROBLEM, listOf, listPaging, recordId, sortBy } from './common.ts';

/** Audit log (channels spec 2.7, 7.4). */

export const auditRow = z.object({
  id: z.int(),
  /** The path of the logged call, including /api. */
  url: z.string(),
  /** The body of the logged call, as JSON. */
  body: z.string(),
  email: z.string(),
  /** The name of the API token that was used; null if the call was made from the person's own session. */
  token: z.optional(z.nullable(z.string())),
  /** The time of the write, in epoch seconds. */
  timestamp: z.int(),
  operator_type: z.string(),
  /** The record before and after as JSON; "null" if it did not exist. */
  before: z.string(),
  after: z.string(),
  /** The changed record's key in the change feed; null if the call changed no such record, or more than one. */
  collection: z.nullable(z.string()),
  record: z.nullable(z.string()),
});
export type AuditRow = z.output<typeof auditRow>;

/** Kinds of write operations, as used in `operator_type`. */
export const OPERATOR_TYPES = ['Create', 'Edit', 'Delete', 'Import', 'View'] as const;
export type OperatorType = (typeof OPERATOR_TYPES)[number];

const day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, DAY_PROBLEM));
const words = z.string().check(z.minLength(1), z.maxLength(200));

/** The filters of the log. */
export const auditFilters = {
  /** Feature code; only that feature's operations are listed (G88). Requires the permission `{code}.read`. */
  code: z.string().check(z.minLength(1), z.maxLength(100)),
  channel: z.optional(recordId),
  '3pl': z.optional(recordId),
  /** A substring of the operator's e-mail address. */
  email: z.optional(words),
  operation: z.optional(z.enum(OPERATOR_TYPES)),
  /**
   * A record, identified by its key in the change feed or by its id within its owner (a location id, a postcode). The
   * result includes imports that changed the record.
   */
  record: z.optional(words),
  /**
   * Words in the quick search box, looked up in ids and names (contract/auditQuick). Only the newest `LOOK_BACK`
   * entries are searched.
   */
  quick: z.optional(z.string().check(z.maxLength(100))),
  /** A field that an edit changed. Only the newest `LOOK_BACK` entries are searched. */
  field: z.optional(
    z.string().check(z.regex(/^\w{1,64}$/, 'must be the name of a field: up to 64 letters, digits or _')),
  ),
  /** First and last day in the entity's time zone, YYYY-MM-DD. */
  from: z.optional(day),
  to: z.optional(day),
};

/**
 * The maximum number of entries that the quick search and the field filter search: names and changed fields are not
 * indexed.
 */
export const LOOK_BACK = 100_000;

/** Columns by which the log can be sorted. */
export const AUDIT_SORTS = ['time', 'email', 'operation'] as const;

export const listAuditLogs = defineCall({
  id: 'audit.list',
  method: 'GET',
  path: '/ops/audit-logs/business',
  input: z.object({ ...auditFilters, sort: sortBy(AUDIT_SORTS), ...listPaging }),
  output: listOf(auditRow),
  /** The route itself checks the `{code}.read` permission. */
  permission: 'signedIn',
  offline: 'cached',
  paging: 'offset',
  summary: 'Lists the write operations of a feature, newest first, for users who have {code}.read (LOG-4)',
});
