import * as z from 'zod/mini';
import { auditFilters } from './audit.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { listOf, listPaging } from './common.ts';
import { collectionNameOf } from './feed.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';

/** The history of one record, and the log export: calls that the console loads on demand. */

const fields = z.nullable(z.record(z.string(), z.unknown()));

/** One write of a record: an individual call, or a row of an import. */
export const recordChange = z.object({
  /** The record's version after the write; for a deletion, the tombstone's version. */
  version: z.int(),
  email: z.string(),
  /** The name of the API token that was used; null if the call was made from the person's own session. */
  token: z.optional(z.nullable(z.string())),
  /** The time of the write, in epoch seconds. */
  timestamp: z.int(),
  /**
   * The record before and after the write; null if it did not exist. For an import, only stored fields are included, so
   * names are missing.
   */
  before: fields,
  after: fields,
  /** The call's path, including /api; empty for an import. */
  url: z.string(),
  /** The import that made the change; null for an individual write. */
  import: z.nullable(
    z.object({
      id: z.string(),
      files: z.array(z.string()),
      /** The number of records changed by the import. */
      rows: z.int(),
      /** Whether the import undid another one. */
      takesBack: z.boolean(),
      /** Whether the undone import was itself an undo, so that the original import is in effect again. */
      again: z.optional(z.boolean()),
      /** Whether the import is a bulk change or the undo of one, so that no person chose a file. */
      many: z.optional(z.boolean()),
      /** The key of the record from which the values were copied. */
      from: z.optional(z.string()),
    }),
  ),
});
export type RecordChange = z.output<typeof recordChange>;

/** The maximum number of changes returned for one record. */
export const HISTORY_MOST = 1000;

/** The call, for a list of declared resources. */
export const historyCall = (resources: readonly Resource[]) =>
  defineCall({
    id: 'audit.record',
    method: 'GET',
    path: '/v2/ops/history',
    input: z.object({
      collection: collectionNameOf(resources),
      /** The record's key as in the change feed. */
      key: z.string().check(z.minLength(1), z.maxLength(300)),
      ...listPaging,
    }),
    output: listOf(recordChange),
    /** The route itself checks the `.read` permission of the record's feature. */
    permission: 'signedIn',
    offline: 'cached',
    paging: 'offset',
    summary: 'Returns who changed one record, when, and what, newest first, including imports',
  });
/** The call, for the product's own resources. */
export const recordHistory = historyCall(RESOURCES);

export const exportAuditLogs = defineCall({
  id: 'audit.export',
  method: 'GET',
  path: '/v2/ops/audit-logs/export',
  input: z.object(auditFilters),
  output: z.any(),
  permission: 'signedIn',
  offline: 'network',
  costly: 'export',
  summary: 'Returns the filtered write operations of a feature as .xlsx, streamed',
});

export const HISTORY_CALLS = [recordHistory, exportAuditLogs] as unknown as readonly CallDefinition[];
