import * as z from 'zod/mini';
import { nameInText } from '../../domain/format.ts';
import { BATCH_STATUSES } from '../../domain/import/batch.ts';
import { oncePer } from '../../domain/oncePer.ts';
import { defineCall } from '../call.ts';
import { countFrom, listOf, PAGE_MOST, paging as pages } from '../common.ts';
import type { BatchPaths, Resource } from '../resource.ts';

/** The calls that list a resource's import batches (SVC-3, G20; CDT-11 has the same fields). */

export const importBatch = z.object({
  batch_id: z.int(),
  batch_name: z.string(),
  file_name: z.string(),
  file_url: z.string(),
  /** The person who imported it, and when (epoch seconds). */
  email: z.string(),
  import_time: z.int(),
  status: z.union(BATCH_STATUSES.map(({ value }) => z.literal(value))),
  /** A sentence that says what the import did, or why it did nothing; empty while the import is in progress. */
  result: z.string(),
  /** The file annotated with its errors; empty if there are none. */
  error_url: z.string(),
  /** The import's id, with which it can be undone, and whether an undo is still possible. */
  import_id: z.string(),
  restorable: z.boolean(),
});
export type ImportBatch = z.output<typeof importBatch>;

/** Paging parameters of this call: `pageno` and `count` (G20). */
const paging = {
  ...pages,
  pageno: z.optional(countFrom(1)),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(PAGE_MOST))),
};

const batchListOf = ({ id, label, feature }: Resource, { list, unnamed }: BatchPaths) =>
  defineCall({
    id: `${id}.batches`,
    method: 'GET',
    path: list,
    input: z.object(paging),
    output: listOf(importBatch),
    permission: feature,
    offline: 'cached',
    paging: unnamed ? 'page' : 'pageno',
    summary: `Lists import batches of ${nameInText(label.many)}, newest first (SVC-3, G20, CDT-11)`,
  });

/** The call that lists a resource's import batches; undefined if the resource is not imported in batches. */
export const batchCallOf = oncePer((resource: Resource) =>
  resource.batches ? batchListOf(resource, resource.batches) : undefined,
);
