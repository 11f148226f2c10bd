import * as z from 'zod/mini';
import { auditFilters } from './audit.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { listOf, listPaging } from './common.ts';
import { collectionName } from './feed.ts';

/** The history of one record, and the export of the log: calls that are loaded on demand. */

const fields = z.nullable(z.record(z.string(), z.unknown()));

/** One write of a record: an individual call, or a row of an import. */
export const recordChange = z.object({
  /** The record's version after the write; for a deletion, the tombstone's version. */
  version: z.int(),
  email: z.string(),
  /** The name of the API token that was used; null if the call was made from the person's own session. */
  token: z.optional(z.nullable(z.string())),
  /** Epoch seconds. */
  timestamp: z.int(),
  /**
   * The record before and after; null if it did not exist. For an import, only the stored fields are included, without
   * names.
   */
  before: fields,
  after: fields,
  /** The call's path, including /api; empty for an import. */
  url: z.string(),
  /** The import that it belongs to; null for an individual write. */
  import: z.nullable(
    z.object({
      id: z.string(),
      files: z.array(z.string()),
      /** The number of records that the import changed. */
      rows: z.int(),
      /** Whether it undid another import. */
      takesBack: z.boolean(),
      /** Whether the undone import was itself an undo, so that the original import is in effect again. */
      again: z.optional(z.boolean()),
      /** Whether it is a bulk change or the undo of one, without a file chosen by a person. */
      many: z.optional(z.boolean()),
      /** The key of the record from which the values were copied. */
      from: z.optional(z.string()),
    }),
  ),
});
export type RecordChange = z.output<typeof recordChange>;

/** The maximum number of changes read for one record. */
export const HISTORY_MOST = 1000;

export const recordHistory = defineCall({
  id: 'audit.record',
  method: 'GET',
  path: '/v2/ops/history',
  input: z.object({
    collection: collectionName,
    /** The record's key as in the change feed. */
    key: z.string().check(z.minLength(1), z.maxLength(300)),
    ...listPaging,
  }),
  output: listOf(recordChange),
  /** The route itself checks `.read` of the record's feature. */
  permission: 'signedIn',
  offline: 'cached',
  paging: 'offset',
  summary: 'Who changed one record, when, and what, newest first, including imports',
});

export const exportAuditLogs = defineCall({
  id: 'audit.export',
  method: 'GET',
  path: '/v2/ops/audit-logs/export',
  input: z.object(auditFilters),
  output: z.any(),
  permission: 'signedIn',
  offline: 'network',
  costly: 'export',
  summary: 'The filtered write operations of a feature as .xlsx, streamed',
});

export const HISTORY_CALLS = [recordHistory, exportAuditLogs] as unknown as readonly CallDefinition[];
