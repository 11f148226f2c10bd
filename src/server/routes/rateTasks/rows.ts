import type { PriceListRow, TaskRow } from '../../../contract/rateImports/calls.ts';
import { PRICE_LIST, rateFileById, rateImportId } from '../../../contract/rateImports/resources.ts';
import type { Family } from '../../../contract/rateTable/versions.ts';
import type { Country } from '../../../domain/country.ts';
import { BATCH_STATUS, batchNameOf, batchStatusOf, type BatchStatus } from '../../../domain/import/batch.ts';
import { fold } from '../../../domain/fold.ts';
import { doneCount } from '../../../domain/import/countsText.ts';
import { IMPORT_KINDS, type ImportKind } from '../../../domain/rates/importRows.ts';
import { containsFolded } from '../../db/foldSql.ts';
import type { Queryable } from '../../db/transaction.ts';
import { fileUrl } from '../../files/records.ts';
import { notFound } from '../../base/envelope.ts';
import { IMPORT_COLUMNS, type ImportRecord } from '../../imports/records.ts';
import { resultOf } from '../imports/batches.ts';

/** Reads the tasks and price lists of rate tables, which are stored as imports. */

/** The import states that each status comprises. People do not distinguish between 0 and 1 (G73). */
const IN_PROGRESS: readonly ImportRecord['state'][] = ['queued', 'checking', 'applying'];
const STATES: Readonly<Record<BatchStatus, readonly ImportRecord['state'][]>> = {
  [BATCH_STATUS.waiting]: IN_PROGRESS,
  [BATCH_STATUS.inProgress]: IN_PROGRESS,
  [BATCH_STATUS.successful]: ['applied'],
  [BATCH_STATUS.failed]: ['refused', 'failed', 'review'],
};
export const statesOf = (status: BatchStatus): readonly ImportRecord['state'][] => STATES[status];

/** The ids of the import declarations for the tasks of a family, either of one type or of all types. */
export const taskIds = (family: Family, type?: ImportKind): string[] =>
  (type === undefined ? IMPORT_KINDS : [type]).map(kind => rateImportId(family, kind));

export const priceListId = (family: Family): string => rateImportId(family, PRICE_LIST);

/**
 * SQL condition: which imports a list contains. An import that was returned for review did nothing, and its person's
 * decision is sent as another import.
 */
const ANY = `i.entity = $1 AND i.declaration = ANY ($2::text[]) AND i.reverts IS NULL AND i.state <> 'review'`;
const LISTED = `${ANY} AND i.deleted_at IS NULL`;

const COLUMNS = `${IMPORT_COLUMNS.split(',')
  .map(column => `i.${column.trim()}`)
  .join(', ')},
  (SELECT max(t.no) FROM imports t WHERE t.request->>'priceList' = i.id AND t.entity = i.entity) AS "taskId"`;

export interface Asked {
  entity: Country;
  ids: readonly string[];
  status?: BatchStatus | undefined;
  /** A substring of the file's name. */
  code?: string | undefined;
}

/** An import, with the most recent task that imports it if it is a price list. */
type Found = ImportRecord & { taskId: number | null };

function where({ status, code }: Asked): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts = [LISTED];
  if (status !== undefined) {
    values.push(statesOf(status));
    parts.push(`i.state = ANY ($${values.length + 2}::text[])`);
  }
  const text = code?.trim() ?? '';
  if (text !== '') {
    values.push(fold(text));
    parts.push(containsFolded(`i.files->0->>'name'`, `$${values.length + 2}`));
  }
  return { sql: parts.join(' AND '), values };
}

/** Returns a page of tasks or price lists, newest first. */
export async function listKept(
  db: Queryable,
  asked: Asked,
  { count, offset }: { count: number; offset: number },
): Promise<{ found: Found[]; total: number }> {
  const { sql, values } = where(asked);
  const all = [asked.entity, asked.ids, ...values];
  const { rows } = await db.query<Found>(
    `SELECT ${COLUMNS} FROM imports i WHERE ${sql} ORDER BY i.no DESC LIMIT $${all.length + 1} OFFSET $${all.length + 2}`,
    [...all, count, offset],
  );
  const counted = await db.query<{ total: number }>(`SELECT count(*)::int4 AS total FROM imports i WHERE ${sql}`, all);
  return { found: rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Returns the task or price list with the given number.
 * @param lock whether to lock it until the end of the transaction
 * @throws ApiError 404
 */
export async function findKept(
  db: Queryable,
  { entity, ids }: Asked,
  no: number,
  what: string,
  lock = false,
): Promise<Found> {
  const { rows } = await db.query<Found>(
    `SELECT ${COLUMNS} FROM imports i WHERE ${LISTED} AND i.no = $3${lock ? ' FOR UPDATE OF i' : ''}`,
    [entity, ids, no],
  );
  if (!rows[0]) throw missing(what, no);
  return rows[0];
}

const missing = (what: string, no: number) =>
  notFound(`There is no ${what} ${no} in this country. It may have been deleted: load the list again.`);

/**
 * Returns a task or price list, even if it was deleted.
 * @throws ApiError 404
 */
export async function findAny(db: Queryable, { entity, ids }: Asked, no: number, what: string): Promise<Found> {
  const { rows } = await db.query<Found>(`SELECT ${COLUMNS} FROM imports i WHERE ${ANY} AND i.no = $3`, [
    entity,
    ids,
    no,
  ]);
  if (!rows[0]) throw missing(what, no);
  return rows[0];
}

function common(record: Found) {
  const [file] = record.files;
  const own = file ? fileUrl(file) : '';
  return {
    id: record.no,
    import_id: record.id,
    status: batchStatusOf(record.state),
    state: record.state,
    file_name: file?.name ?? '',
    file_url: own,
    file_size: file?.size ?? 0,
    result: resultOf(record),
    error_url: record.fails.find(({ url }) => url !== own)?.url ?? '',
    created_by: record.email,
    created_at: record.createdAt,
    finished_at: record.finishedAt,
  };
}

export function taskOf(record: Found, done = record.done, total = record.total): TaskRow {
  const kind = rateFileById(record.declaration)?.kind as ImportKind;
  return {
    ...common(record),
    type: kind,
    done,
    total,
    counts: record.counts,
    restorable: record.state === 'applied' && record.revertedBy === null && doneCount(record.counts) > 0,
  };
}

export function priceListOf(record: Found): PriceListRow {
  const shown = common(record);
  return {
    ...shown,
    result: record.state === 'applied' ? record.message : shown.result,
    code: batchNameOf(shown.file_name),
    task_id: record.taskId ?? 0,
  };
}
