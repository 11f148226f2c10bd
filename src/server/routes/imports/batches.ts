import type { ImportBatch } from '../../../contract/imports/batches.ts';
import type { ListAnswer } from '../../../contract/resourceCalls.ts';
import type { Country } from '../../../domain/country.ts';
import { BATCH_STATUS, batchStatusOf, hasEnded } from '../../../domain/import/batch.ts';
import { countsText, doneCount } from '../../../domain/import/countsText.ts';
import type { Queryable } from '../../db/transaction.ts';
import { fileUrl } from '../../files/records.ts';
import { IMPORT_COLUMNS, nameOfBatch, type ImportRecord } from '../../imports/records.ts';

/** A sentence that says what an import did, or why it did nothing; empty while it is in progress. */
export function resultOf({ state, counts, fails, message, request, revertedBy }: ImportRecord): string {
  const status = batchStatusOf(state);
  if (!hasEnded(status)) return '';
  if (status === BATCH_STATUS.successful) {
    const done = request.sameAs === undefined ? countsText(counts) : 'The same file was imported before';
    return revertedBy === null ? done : `${done}; undone since`;
  }
  const why = fails.map(fail => fail.message).find(text => text !== '') ?? message;
  if (why !== '') return why;
  return 'The file has errors. Download the file with its errors, correct it and import it again.';
}

function batchOf(record: ImportRecord): ImportBatch {
  const [file] = record.files;
  const own = file ? fileUrl(file) : '';
  return {
    batch_id: record.no,
    batch_name: nameOfBatch(record),
    file_name: file?.name ?? '',
    file_url: own,
    email: record.email,
    import_time: record.createdAt,
    status: batchStatusOf(record.state),
    result: resultOf(record),
    import_id: record.id,
    restorable:
      record.state === 'applied' &&
      record.revertedBy === null &&
      record.request.sameAs === undefined &&
      doneCount(record.counts) > 0,
    error_url: record.fails.find(({ url }) => url !== own)?.url ?? '',
  };
}

/**
 * Returns a page of import batches of an entity, newest first. Neither undos nor imports returned for review are
 * listed: the latter imported nothing, and the person's decision is sent as a new import.
 */
export async function listBatches(
  db: Queryable,
  entity: Country,
  declaration: string,
  { page, count, offset }: { page: number; count: number; offset: number },
): Promise<ListAnswer<ImportBatch>> {
  const which = "entity = $1 AND declaration = $2 AND reverts IS NULL AND state <> 'review'";
  const { rows } = await db.query<ImportRecord>(
    `SELECT ${IMPORT_COLUMNS} FROM imports WHERE ${which} ORDER BY no DESC LIMIT $3 OFFSET $4`,
    [entity, declaration, count, offset],
  );
  const counted = await db.query<{ total: number }>(`SELECT count(*) AS total FROM imports WHERE ${which}`, [
    entity,
    declaration,
  ]);
  return { list: rows.map(batchOf), page, count, total: counted.rows[0]?.total ?? 0 };
}
