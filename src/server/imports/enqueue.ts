import { createHash, randomUUID } from 'node:crypto';
import type { Country } from '../../domain/country.ts';
import type { Person } from '../auth/person.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { ApiError, keyUsed, okText } from '../base/envelope.ts';
import { LIMITS } from '../base/limits.ts';
import { UNUSED_SECONDS } from '../files/fileStore.ts';
import { holdFiles } from '../files/records.ts';
import { addJob, jobsOf } from '../jobs/queue.ts';
import {
  deletedText,
  IMPORT_COLUMNS,
  receiptOf,
  type ImportedFile,
  type ImportRecord,
  type ImportRequest,
} from './records.ts';
import { announceBatches } from './announceBatches.ts';
import { emitImport } from './emitImport.ts';
import { knownUnreadable } from './unreadable.ts';

export interface NewImport {
  person: Person;
  entity: Country;
  declaration: string;
  /** The call's Idempotency-Key, or null if it has none. */
  key: string | null;
  files: readonly ImportedFile[];
  request: ImportRequest;
  reverts: string | null;
  /** Number of rows of the import that is undone. */
  rows?: number;
  /** Throws if the import must not be added; locks what must stay as it is until then. Not called for a known key. */
  guard?: (db: Queryable) => Promise<void>;
}

/** Maximum number of records, or of bytes in their keys, up to which a change without a spreadsheet counts as light. */
const LIGHT_ROWS = 2_000;
const LIGHT_BYTES = 100_000;

const isLight = ({ request, files, reverts, rows = Infinity }: NewImport): boolean =>
  reverts === null
    ? request.bulk !== undefined && files.reduce((sum, { size }) => sum + size, 0) <= LIGHT_BYTES
    : rows <= LIGHT_ROWS;

const tooMany = (): ApiError =>
  new ApiError(
    429,
    `You have ${LIMITS.importsPerPerson} imports that are waiting or in progress. Wait until one of them has finished, then send this one again.`,
    { retryAfterSeconds: 30 },
  );

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Adds an import to the queue. If the key was used before, the existing import is returned (OB3), and it is restarted
 * if it failed because of the server.
 * @throws ApiError 409 if somebody deleted the existing import; 422 if the key was used with different input; 429 if the
 *   person has too many pending imports; any error of `guard`
 */
export async function enqueueImport(
  context: ServerContext,
  asked: NewImport,
): Promise<{ record: ImportRecord; replayed: boolean }> {
  const { pool } = context.database;
  const { person, files } = asked;
  const { kind } = context.imports;
  const light = isLight(asked);
  // The same files in a different order count as the same import.
  const hash = sha(
    files
      .map(file => file.hash)
      .sort()
      .join('\n'),
  );
  const requestHash = sha(JSON.stringify([asked.declaration, asked.entity, hash, asked.request, asked.reverts]));
  const now = nowSeconds(context);
  const isFile = asked.reverts === null && asked.request.bulk === undefined;
  const fails = isFile ? await knownUnreadable(pool, files, now) : [];
  const isRefused = fails.length > 0;
  const insert = (db: Queryable) =>
    db.query<ImportRecord>(
      `INSERT INTO imports (id, declaration, entity, user_id, email, key, request_hash, hash, files, request, state, reverts,
            created_at, fails, finished_at, token_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     ON CONFLICT (user_id, key) DO NOTHING RETURNING ${IMPORT_COLUMNS}`,
      [
        randomUUID(),
        asked.declaration,
        asked.entity,
        person.userId,
        person.email,
        asked.key,
        requestHash,
        isFile ? hash : '',
        JSON.stringify(files),
        JSON.stringify(asked.request),
        isRefused ? 'refused' : 'queued',
        asked.reverts,
        now,
        JSON.stringify(fails),
        isRefused ? now : null,
        person.tokenName ?? null,
      ],
    );
  const added = await transaction(pool, async db => {
    const [record] = (await insert(db)).rows;
    if (record) await asked.guard?.(db);
    // Such an import never runs, so nothing else reports how it ended.
    if (record && isRefused) await emitImport(db, context.declared, record, now);
    if (!record || isRefused) return record;
    if ((await jobsOf(db, kind.kind, person.userId)) >= LIMITS.importsPerPerson) throw tooMany();
    // An undo reads no files, and those of its import may be gone.
    if (asked.reverts === null)
      await holdFiles(
        db,
        files.map(({ id }) => id),
      );
    // Otherwise, unused files could be removed while the import waits for its turn.
    await db.query(
      'UPDATE files SET expires_at = greatest(expires_at, $2) WHERE id = ANY ($1) AND expires_at IS NOT NULL',
      [files.map(({ id }) => id), now + UNUSED_SECONDS],
    );
    await addJob(db, kind, { key: record.id, owner: person.userId, payload: { id: record.id, light }, now });
    return record;
  });
  if (added) {
    context.jobs.poke();
    await announceBatches(context, added);
    return { record: added, replayed: false };
  }
  const known = await pool.query<ImportRecord>(
    `SELECT ${IMPORT_COLUMNS} FROM imports WHERE user_id = $1 AND key = $2`,
    [person.userId, asked.key],
  );
  const record = known.rows[0] as ImportRecord;
  if (record.requestHash !== requestHash) throw keyUsed(okText(await receiptOf(pool, record)));
  if (record.state === 'failed' && record.deletedAt !== null) throw new ApiError(409, deletedText(record));
  if (record.state === 'failed') {
    await transaction(pool, async db => {
      const again = await db.query(
        "UPDATE imports SET state = 'queued', message = '' WHERE no = $1 AND state = 'failed' AND deleted_at IS NULL",
        [record.no],
      );
      if (again.rowCount === 0) return;
      await addJob(db, kind, { key: record.id, owner: person.userId, payload: { id: record.id, light }, now });
    });
    context.jobs.poke();
    await announceBatches(context, record);
  }
  return { record, replayed: true };
}
