import * as z from 'zod/mini';
import { BATCH_STATUSES } from '../../domain/import/batch.ts';
import { IMPORT_KINDS } from '../../domain/rates/importRows.ts';
import { defineCall, type CallDefinition, type Method } from '../call.ts';
import { countFrom, filterText, INT4_MOST, listOf, paging } from '../common.ts';
import { importState } from '../imports/calls.ts';
import { FAMILY_BASE, FAMILY_FEATURE, type Family } from '../rateTable/versions.ts';
import { rateImportId, TASKS } from './resources.ts';

/**
 * The calls for tasks and price lists of rate tables (TASK-1, TASK-2, PRICE-1 to PRICE-3). Both are imports: a task
 * imports a file's rows into drafts; a price list is a file that is stored and validated, and imported only on request.
 * Their statuses are those of import batches (G73, G94). Both families have all of these calls (G95).
 */

const status = z.union(BATCH_STATUSES.map(({ value }) => z.literal(value)));
const no = z.int().check(z.positive(), z.maximum(INT4_MOST));

const counts = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  absent: z.int(),
  left: z.int(),
});

/** Fields that tasks and price lists have in common. */
const kept = {
  id: z.int(),
  /** The import's id, with which it can be undone, and whether an undo is still possible. */
  import_id: z.string(),
  /** 0 and 1: in progress; 2: successful; 3: failed. */
  status,
  /** The import's exact state. */
  state: importState,
  file_name: z.string(),
  file_url: z.string(),
  file_size: z.int(),
  /** A sentence that says what the import did, or why it did nothing; empty while the import is in progress. */
  result: z.string(),
  /** The file with a column of errors; empty if there are none. */
  error_url: z.string(),
  /** The person who started it, and when it started and finished (epoch seconds). */
  created_by: z.string(),
  created_at: z.int(),
  finished_at: z.nullable(z.int()),
};

export const taskRow = z.object({
  ...kept,
  type: z.enum(IMPORT_KINDS),
  /** The number of rows processed so far and the total number of rows, while the file is being applied. */
  done: z.int(),
  total: z.int(),
  counts: z.nullable(counts),
  restorable: z.boolean(),
});
export type TaskRow = z.output<typeof taskRow>;

export const priceListRow = z.object({
  ...kept,
  /** The file's name without its extension, used as the price list's name. */
  code: z.string(),
  /** The most recent task that imports the price list; 0 if there is none. */
  task_id: z.int(),
});
export type PriceListRow = z.output<typeof priceListRow>;

/** A family's calls for tasks and price lists. */
export function rateTaskCalls(family: Family) {
  const feature = FAMILY_FEATURE[family];
  const call = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
    method: Method,
    name: string,
    path: string,
    input: I,
    output: O,
    summary: string,
    more: Partial<Pick<CallDefinition, 'paging' | 'offline'>> = {},
  ): CallDefinition<I, O> =>
    defineCall({
      id: rateImportId(family, name as never),
      method,
      path: `${FAMILY_BASE[family]}/${path}`,
      input,
      output,
      permission: method === 'GET' ? feature : `${feature}.write`,
      offline: 'network',
      summary,
      ...more,
    } as CallDefinition<I, O>);
  const one = z.object({ id: no });
  const isDone = z.object({ deleted: z.int() });

  return {
    tasks: call(
      'GET',
      'tasks',
      `${TASKS}/list`,
      z.object({ type: z.optional(z.enum(IMPORT_KINDS)), status: z.optional(status), ...paging }),
      listOf(taskRow),
      'Lists tasks, newest first (TASK-2)',
      { paging: 'page', offline: 'cached' },
    ),
    task: call('GET', 'task', `${TASKS}/detail`, one, taskRow, 'Returns one task (TASK-2)'),
    exportTask: call(
      'GET',
      'taskFile',
      `${TASKS}/export_file`,
      one,
      z.never(),
      'Returns the file of a task: with a column of errors if it has any, otherwise as it was imported (TASK-2)',
    ),
    deleteTask: call(
      'POST',
      'deleteTask',
      `${TASKS}/delete`,
      one,
      isDone,
      'Removes a task from the list. A task that has not started is canceled; the changes of a finished one stay (TASK-2)',
    ),
    importPriceList: call(
      'POST',
      'importPriceList',
      'price_list/import',
      one,
      taskRow,
      'Starts a task that imports a checked price list into the drafts it names (PRICE-1)',
    ),
    blurcode: call(
      'GET',
      'blurcode',
      'price_list/blurcode',
      z.object({ code: z.optional(filterText) }),
      z.object({ list: z.array(z.object({ id: z.int(), code: z.string() })) }),
      'Lists codes of price lists that contain a string, newest first; at most 50 (PRICE-1)',
    ),
    allPriceLists: call(
      'GET',
      'allPriceLists',
      'price_list/get_all_file',
      z.object({ status: z.optional(status) }),
      z.object({ list: z.array(priceListRow) }),
      'Returns the files of all price lists, newest first (PRICE-2)',
    ),
    priceLists: call(
      'GET',
      'priceLists',
      'price_list/{page}/{count}',
      z.object({
        page: countFrom(1),
        count: z.int().check(z.minimum(1), z.maximum(1000)),
        code: z.optional(filterText),
        status: z.optional(status),
      }),
      listOf(priceListRow),
      'Lists price lists by page number and page size, newest first (PRICE-2, G73)',
      { paging: 'page', offline: 'cached' },
    ),
    checkOne: call(
      'POST',
      'checkOne',
      'price_list/check_status_one',
      one,
      priceListRow,
      'Checks the file of a price list again, against the current drafts (PRICE-3)',
    ),
    checkAll: call(
      'POST',
      'checkAll',
      'price_list/check_status_all',
      z.object({}),
      z.object({ checked: z.int() }),
      'Checks the files of all price lists that are not being checked already (PRICE-3)',
    ),
    deleteStatus: call(
      'POST',
      'deleteStatus',
      'price_list/delete_status_one',
      z.object({ status }),
      isDone,
      'Deletes all price lists of one status, except those that are being checked (PRICE-3)',
    ),
    deletePriceList: call(
      'POST',
      'deletePriceList',
      'price_list/delete',
      one,
      isDone,
      'Deletes a price list with its file; imported rows are kept (PRICE-3)',
    ),
  };
}
export type RateTaskCalls = ReturnType<typeof rateTaskCalls>;

export const RATE_TASK_CALLS: Readonly<Record<Family, RateTaskCalls>> = {
  rate: rateTaskCalls('rate'),
  thirdParty: rateTaskCalls('thirdParty'),
};

export const ALL_RATE_TASK_CALLS = Object.values(RATE_TASK_CALLS).flatMap(calls =>
  Object.values(calls),
) as unknown as readonly CallDefinition[];
