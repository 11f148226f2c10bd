import { belongsToEntity } from '../../contract/owner.ts';
import { ownerField, type Resource } from '../../contract/resource.ts';
import type { ImportCounts } from '../../contract/imports/calls.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { writeAudit } from '../writes/audit.ts';
import type { Effect } from '../writes/write.ts';
import { bumpRevision } from '../db/revisions.ts';
import { auditOwner } from '../db/ownerTables.ts';
import type { Queryable } from '../db/transaction.ts';
import { notifyOthers } from '../feed/listen.ts';
import type { Own } from '../jobs/kind.ts';
import { fileUrl } from '../files/records.ts';
import { okText } from '../base/envelope.ts';
import { findImport, nameOfBatch, receiptOf, updateImport, type ImportRecord } from './records.ts';
import { channelsOf } from './staged.ts';
import type { ImportStore } from './store.ts';

/** What an import writes after its rows: the log entry, counters, the receipt, and the reply under the call's key. */

/** Thrown if another process has taken over the import, or if the import has ended. */
export class NotMine extends Error {}

/** Maximum number of records listed in the log entry of a copy. */
const NAMED = 20;

export interface ApplyOptions {
  record: ImportRecord;
  declaration: ImportDeclaration;
  store: ImportStore;
  own: Own;
  /** Number of staged rows. */
  total: number;
  counts: ImportCounts;
  /** The kind of operation shown in the log; defaults to an import. */
  operator?: Effect['operator'];
  /** Rows that a bulk change left unchanged and returned for review. */
  review?: ImportRecord['review'];
  /** Path of the call, as shown in the log (LOG-8). */
  url: string;
  onProgress: (done: number) => void;
}

/** Maximum number of undos followed in a chain; nobody makes that many. */
const CHAIN_MOST = 1000;

/** The import or bulk change with which a chain of undos began. */
async function firstOf(db: Queryable, record: ImportRecord): Promise<ImportRecord> {
  let first = record;
  for (let steps = 0; first.reverts !== null && steps < CHAIN_MOST; steps++) {
    const before = await findImport(db, first.reverts);
    if (!before) return first;
    first = before;
  }
  return first;
}

/** What a bulk change applied to, as shown in the log: a single channel or 3PL, or their number. */
function ownersNamed(resource: Resource, ids: readonly number[]): Record<string, number> {
  if (belongsToEntity(resource.scope)) return {};
  return ids.length === 1 ? { [ownerField(resource)]: ids[0] as number } : { owners: ids.length };
}

/**
 * The permission required to read the files of an import, which is the permission to read its records. Batches can be
 * downloaded only by people who may write (CDT-3, G36).
 */
export const rightOfFiles = ({ batches }: Resource, { permission }: Pick<ImportDeclaration, 'permission'>): string =>
  batches ? permission : permission.replace(/\.write$/, '');

/**
 * Completes an import in the transaction of its last rows.
 * @throws NotMine if another import has undone the same import
 */
export async function conclude(
  context: ServerContext,
  db: Queryable,
  options: ApplyOptions,
  at: number,
): Promise<void> {
  const { record, declaration, store, counts, total, url } = options;
  const channels = await channelsOf(db, store, record.no);
  const fileUrlList = record.files.map(fileUrl);
  const { bulk, origin } = record.request;
  const from = bulk?.set ? bulk.from : origin?.from;
  // An import without changes does not count as a write operation.
  if (total > 0) {
    const { resource } = store;
    const first = await firstOf(db, record);
    const about = await store.follow?.(db, record.entity, record.no, at);
    await writeAudit(
      db,
      {
        person: { email: record.email, ...(record.tokenName === null ? {} : { tokenName: record.tokenName }) },
        url,
        input: {
          fileUrlList,
          // This import call has only one file (G11).
          ...(typeof resource.calls.import === 'string' ? { file: fileUrlList[0] } : {}),
          importId: record.id,
          hash: record.hash,
          ...(resource.batches ? { batch_name: nameOfBatch(first) } : {}),
          ...(record.reverts === null ? {} : { reverts: record.reverts }),
          ...(record.request.again ? { again: true } : {}),
          // For a bulk change, the log shows the channel or the number of channels, as it does for a change to a single
          // record.
          ...(bulk || origin ? ownersNamed(resource, channels) : {}),
          ...(bulk?.set ? { set: bulk.set } : {}),
          ...(record.reverts !== null && first.request.bulk?.set ? { undoes: first.request.bulk.set } : {}),
          ...(from === undefined
            ? {}
            : { from, to: (await store.rows(db, record.no, 0, NAMED)).map(({ key }) => key) }),
        },
      },
      record.entity,
      {
        feature: declaration.permission.replace(/\.write$/, ''),
        operator: options.operator ?? 'Import',
        // If there is only one channel or 3PL, the entry also appears in the log of that one; the label mentions none
        // (LOG-8).
        ...auditOwner(store.resource.scope, channels.length === 1 ? (channels[0] as number) : null),
        ...(about?.length === 1 ? { channelId: about[0] as number } : {}),
        before: null,
        after: { importId: record.id, ...counts },
        importId: record.id,
      },
      at,
      context.declared,
    );
  }
  if (record.files.length > 0 && record.reverts === null) {
    await db.query('UPDATE files SET expires_at = NULL, permission = $2 WHERE id = ANY ($1)', [
      record.files.map(({ id }) => id),
      rightOfFiles(store.resource, declaration),
    ]);
  }
  if (record.reverts !== null) {
    const taken = await db.query('UPDATE imports SET reverted_by = $2 WHERE id = $1 AND reverted_by IS NULL', [
      record.reverts,
      record.id,
    ]);
    if (taken.rowCount === 0) throw new NotMine();
  }
  if (total > 0) await notifyOthers(context.database, db);
  // Done last: from here to the commit, other writers to the same channel have to wait.
  for (const scope of channels) await bumpRevision(db, record.entity, { collection: store.collection, scope });
  await updateImport(db, record.no, {
    state: 'applied',
    counts,
    total,
    ...(options.review ? { review: options.review } : {}),
    finishedAt: nowSeconds(context),
  });
  if (record.key === null) return;
  const done = await findImport(db, record.id);
  await db.query(
    `INSERT INTO idempotency_keys (user_id, key, request_hash, status, reply, created_at)
     VALUES ($1, $2, $3, 200, $4, $5) ON CONFLICT DO NOTHING`,
    [record.userId, record.key, record.requestHash, okText(done && (await receiptOf(db, done))), at],
  );
}
