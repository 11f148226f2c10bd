import * as z from 'zod/mini';
import { defineCall, type CallDefinition } from '../call.ts';
import { oncePer } from '../../domain/oncePer.ts';
import { batchCallOf } from './batches.ts';
import { country, listOf, paging, UUID_PROBLEM } from '../common.ts';
import { fileInfo } from '../files.ts';
import { nameInText } from '../../domain/format.ts';
import { BATCH_NAME_MOST } from '../../domain/import/batch.ts';
import { mayBeEmpty } from '../fields/base.ts';
import { canBulk, canImport, importId, updatesOf, type Resource } from '../resource.ts';
import { RATE_FILES } from '../rateImports/resources.ts';
import { channelLocation } from '../resources/channelLocation.ts';

/** Import calls, their receipts, and the undo of an import (channels spec 7.2, 8; UPLOAD-14 to UPLOAD-17). */

/**
 * The maximum number of files in one import (G8), and the maximum number of records that an import may be told to leave
 * unchanged.
 */
export const IMPORT_FILES = 20;
export const IMPORT_LEAVE = 10_000;
/** The maximum number of review rows included in the receipt. */
export const REVIEW_SHOWN = 500;

/**
 * The states of an import, in order. The final states are: applied; refused (nothing was changed, see failList); review
 * (nothing was changed, because others have since changed rows); and failed (the server could not apply it; the same
 * call may be sent again).
 */
export const importState = z.enum(['queued', 'checking', 'applying', 'applied', 'refused', 'review', 'failed']);
export type ImportState = z.output<typeof importState>;

const counts = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  /** Rows that would delete a record that does not exist. */
  absent: z.int(),
  /** Rows left unchanged, either because of `leave` or because they conflict with an undo. */
  left: z.int(),
});
export type ImportCounts = z.output<typeof counts>;

const reviewRow = z.object({
  /** The record's key in the change feed, for use in `leave`. */
  key: z.string(),
  /** What the import would do with the record. */
  change: z.enum(['added', 'changed', 'removed']),
  /** The current record; null if it has been deleted. */
  current: z.nullable(z.record(z.string(), z.unknown())),
});

export const importReceipt = z.object({
  id: z.string(),
  /** The id of the import's declaration. */
  declaration: z.string(),
  entity: country,
  state: importState,
  /** The number of rows processed so far and the total number of rows, while the import is being applied. */
  done: z.int(),
  total: z.int(),
  files: z.array(z.extend(fileInfo, { hash: z.string() })),
  /**
   * Empty on success (UPLOAD-15). `url` links to the file annotated with its errors; `message` is empty if the only
   * problem is missing mandatory data (UPLOAD-16, G62).
   */
  failList: z.array(z.object({ url: z.string(), message: z.string() })),
  counts: z.nullable(counts),
  /**
   * The first rows that others have changed since `since`; to overwrite them, repeat the call with the `since` given
   * here. A bulk change is applied regardless, so these are the rows that it left unchanged. If `rows` is empty, the
   * feed no longer reaches back to the requested `since`, so the files must be compared again.
   */
  review: z.nullable(z.object({ total: z.int(), rows: z.array(reviewRow), since: z.string() })),
  /** A sentence for people, if the state needs explaining. */
  message: z.string(),
  /**
   * Only for imports by earlier builds: nothing was changed, and this is the receipt of an earlier import of the same
   * files.
   */
  repeated: z.boolean(),
  /** The person who started it, and when (epoch seconds). */
  email: z.string(),
  createdAt: z.int(),
  finishedAt: z.nullable(z.int()),
  /** The import that this one undid, and the import that undid this one. */
  reverts: z.nullable(z.string()),
  revertedBy: z.nullable(z.string()),
});
export type ImportReceipt = z.output<typeof importReceipt>;

const background = {
  /**
   * If true, the call returns immediately, and `import` events and imports.get report its progress. Otherwise, the call
   * returns once the import has finished.
   */
  background: z.optional(z.boolean()),
};

const fileUrl = z.string().check(z.minLength(1), z.maxLength(2000));

/** The options of an import call, besides its files. */
const options = {
  /**
   * Cursor of the change feed at which the files were compared. Rows changed since then are returned for review. If
   * empty, the files were never compared, and only the import's counts are returned for review. If omitted, there is no
   * review.
   */
  since: z.optional(z.string().check(z.maxLength(100))),
  /** Keys of records that stay unchanged, whatever the files say. */
  leave: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(IMPORT_LEAVE))),
  /**
   * If true, every record that others have changed since `since` stays unchanged, and nothing is returned for review.
   */
  leaveTheirs: z.optional(z.boolean()),
  ...background,
};

const importInput = z.object({
  fileUrlList: z.array(fileUrl).check(z.minLength(1), z.maxLength(IMPORT_FILES)),
  ...options,
});

/**
 * The input of an import call outside the services' paths: files in the console's form, or a single file as `file_url`
 * (G10, G11).
 */
const eitherInput = z.object({
  ...importInput.shape,
  fileUrlList: z.optional(importInput.shape.fileUrlList),
  file_url: z.optional(fileUrl),
});

/** The input of an import call for a resource that is imported in batches (shell spec 3). */
const batchInput = z.object({
  batch_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(BATCH_NAME_MOST)),
  file_url: fileUrl,
  ...options,
});
const unnamedBatchInput = z.object({ file_url: fileUrl, ...options });

/** Accepts both kinds of input; used by the route and the sender. */
const anyInput = z.object({
  fileUrlList: z.optional(z.array(fileUrl)),
  batch_name: z.optional(z.string()),
  file_url: z.optional(fileUrl),
  ...options,
});

/** A group of settings as it is labelled: "Order Limit". */
function partText(parts: Resource['parts'], part: string): string {
  return (parts?.[part]?.label ?? part).replace(/^Edit (.+) of$/, '$1');
}

/**
 * The import call of a resource. Unlike other writes, it is not stored in the outbox, because the files that it refers
 * to must be uploaded first. Its Idempotency-Key makes it safe to repeat.
 */
export const importCallOf = ({ id, label, feature, calls, batches, parts }: Resource, part?: string) =>
  defineCall({
    id: `${importId({ id }, part)}.import`,
    method: 'POST',
    path:
      batches?.import ??
      (typeof calls.import === 'string' ? calls.import : `${calls.base}${part === undefined ? '' : `/${part}`}/import`),
    input: (batches
      ? batches.unnamed
        ? unnamedBatchInput
        : batchInput
      : typeof calls.import === 'string'
        ? eitherInput
        : importInput) as unknown as typeof anyInput,
    output: importReceipt,
    permission: `${feature}.write`,
    offline: 'network',
    summary: `Imports ${part === undefined ? '' : `the ${partText(parts, part)} settings of `}${nameInText(label.many)} from uploaded spreadsheets, all or nothing (channels spec 7.2; UPLOAD-14 to UPLOAD-17)`,
  });

type ImportCall = ReturnType<typeof importCallOf>;

/** The first line of a bulk change's file, and the maximum number of records in it. */
export const BULK_HEAD = 'version,own,key';
export const BULK_MOST = 100_000;

/** The maximum length of a string set by a bulk change, unless a field of the resource permits more. */
const BULK_TEXT_MOST = 2000;

/** Any number that a field may accept. Each field checks its own bounds. */
const bulkNumber = z.number().check(z.minimum(Number.MIN_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER));

/** A value set by a bulk change; null clears an optional field. */
function bulkValueOf(resource: Resource) {
  const fields = updatesOf(resource).flatMap(update => update.fields.map(name => resource.fields[name]));
  const longest = Math.max(BULK_TEXT_MOST, ...fields.map(field => (field?.kind === 'text' ? field.max : 0)));
  const value = z.union([z.string().check(z.maxLength(longest)), bulkNumber, z.boolean()]);
  return (fields.some(mayBeEmpty) ? z.nullable(value) : value) as z.ZodMiniType<string | number | boolean | null>;
}

/**
 * Changes or deletes many records as one unit, which the log shows and undoes like an import. The uploaded file is
 * comma-separated, with the heading "version,own,key": the version that the person saw, 1 if that version must be the
 * person's own change, and the record's key. Records whose version differs are left unchanged and returned in the
 * receipt's `review`; all others are changed.
 */
export const bulkCallOf = (resource: Resource) =>
  defineCall({
    id: `${resource.id}.bulk`,
    method: 'POST',
    path: `/v2/ops/bulk/${resource.id}`,
    input: z.object({
      fileUrl,
      /** The new values by field. The update must accept each of these fields. */
      set: z.optional(z.record(z.string(), bulkValueOf(resource))),
      /** The name of the action that makes the change; defaults to the update. */
      action: z.optional(z.string().check(z.maxLength(100))),
      /** The key of the record from which the values were copied, for the log; omitted if they were not copied. */
      from: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      /** If true, the records are deleted; used instead of `set`. */
      delete: z.optional(z.boolean()),
      ...background,
    }),
    output: importReceipt,
    /** The route itself checks the permission for the operation. */
    permission: 'signedIn',
    offline: 'network',
    summary: `Changes or deletes many ${nameInText(resource.label.many)} as one change; skips and returns those that others have changed in the meantime`,
  });

/** The call that changes many records of a resource; undefined if the resource has none. */
export const resourceBulk = oncePer((resource: Resource) => (canBulk(resource) ? bulkCallOf(resource) : undefined));

/** An import: the id of its declaration, the resource that it changes, and its call. */
export interface ImportOf {
  declaration: string;
  resource: Resource;
  call: ImportCall;
}

/** The call that imports a resource; undefined if the resource cannot be imported. */
export const resourceImport = oncePer((resource: Resource) =>
  canImport(resource) ? importCallOf(resource) : undefined,
);

/** Imports of subsets of a resource's fields: the groups of a channel's settings (G81). */
const partImports = (resource: Resource): ImportOf[] =>
  Object.keys(resource.parts ?? {}).map(part => ({
    declaration: importId(resource, part),
    resource,
    call: importCallOf(resource, part),
  }));

/** Imports of rate table rows, each of which is a task, and imports of price lists (TASK-1, PRICE-1). */
const RATE_TABLE_IMPORTS: readonly ImportOf[] = RATE_FILES.map(({ resource }) => ({
  declaration: resource.id,
  resource,
  call: importCallOf(resource),
}));

/** Every import of the given resources and of rate tables. */
export const importsOf = oncePer((resources: readonly Resource[]): readonly ImportOf[] => [
  ...resources.flatMap(resource => {
    const call = resourceImport(resource);
    return call ? [{ declaration: resource.id, resource, call }] : [];
  }),
  ...resources.flatMap(partImports),
  ...RATE_TABLE_IMPORTS,
]);

/** The import call for the given declaration id; undefined if there is no such import. */
export const importCallBy = (declaration: string, resources: readonly Resource[]): ImportCall | undefined =>
  importsOf(resources).find(({ declaration: own }) => own === declaration)?.call;

/**
 * The import call of a resource.
 * @throws Error if the resource cannot be imported
 */
export function importCall(resource: Resource): ImportCall {
  const call = resourceImport(resource);
  if (!call) throw new Error(`${resource.collection} are not imported`);
  return call;
}

export const importChannelLocations = importCall(channelLocation);

const importUuid = z.string().check(z.regex(/^[0-9a-f-]{36}$/, UUID_PROBLEM));

export const getImport = defineCall({
  id: 'imports.get',
  method: 'GET',
  path: '/v2/ops/imports/{id}',
  input: z.object({ id: importUuid }),
  output: importReceipt,
  permission: 'signedIn',
  offline: 'network',
  summary: 'Returns the state, progress and receipt of an import, for anyone who may read the imported records',
});

const flags = z.nullable(z.record(z.string(), z.unknown()));

export const listImportRows = defineCall({
  id: 'imports.rows',
  method: 'GET',
  path: '/v2/ops/imports/{id}/rows',
  input: z.object({ id: importUuid, ...paging }),
  output: listOf(z.object({ key: z.string(), before: flags, after: flags, version: z.int() })),
  permission: 'signedIn',
  offline: 'cached',
  paging: 'offset',
  summary: 'Returns what an import changed, row by row, before and after',
});

export const revertImport = defineCall({
  id: 'imports.revert',
  method: 'POST',
  path: '/v2/ops/imports/{id}/revert',
  input: z.object({
    id: importUuid,
    /**
     * If true, rows that nobody has changed since the import are undone and all others are left unchanged. Otherwise,
     * any row changed since then leads to a review.
     */
    skipConflicts: z.optional(z.boolean()),
    ...background,
  }),
  output: importReceipt,
  /** The route itself checks the import's own permission. */
  permission: 'signedIn',
  offline: 'network',
  summary: 'Undoes an import after a check for later changes; the undo is itself an import that can be undone',
});

/** The calls that import and change many records of the given resources, in the order of the OpenAPI page. */
export const importCallsOf = oncePer(
  (resources: readonly Resource[]) =>
    [
      ...importsOf(resources).map(({ call }) => call),
      ...resources.flatMap(resource => resourceBulk(resource) ?? []),
      ...resources.flatMap(resource => batchCallOf(resource) ?? []),
      getImport,
      listImportRows,
      revertImport,
    ] as unknown as readonly CallDefinition[],
);
