import { createHash, randomUUID } from 'node:crypto';
import type { Country } from '../../domain/country.ts';
import type { Person } from '../auth/person.ts';
import { nowSeconds, type ServerContext } from '../context.ts';
import { keyUsed, okText } from '../http/envelope.ts';
import { IMPORT_COLUMNS, receiptOf, type ImportedFile, type ImportRecord, type ImportRequest } from './records.ts';

export interface NewImport {
  person: Person;
  entity: Country;
  declaration: string;
  /** Idempotency-Key, or null. */
  key: string | null;
  files: readonly ImportedFile[];
  request: ImportRequest;
  reverts: string | null;
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Puts an import into the queue; the same key again answers the one that it made (OB3), and begins it again where the server
 * itself had failed.
 * @throws ApiError 422 when the key was used for something else
 */
export async function enqueueImport(
  context: ServerContext,
  asked: NewImport,
): Promise<{ record: ImportRecord; replayed: boolean }> {
  const { pool } = context.database;
  const { person, files } = asked;
  // Several files are one import in whatever order they come.
  const hash = sha(
    files
      .map(file => file.hash)
      .sort()
      .join('\n'),
  );
  const requestHash = sha(JSON.stringify([asked.declaration, asked.entity, hash, asked.request, asked.reverts]));
  const added = await pool.query<ImportRecord>(
    `INSERT INTO imports (id, declaration, entity, user_id, email, key, request_hash, hash, files, request, state, reverts,
            created_at, alive_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', $11, $12, $13)
     ON CONFLICT (user_id, key) DO NOTHING RETURNING ${IMPORT_COLUMNS}`,
    [
      randomUUID(),
      asked.declaration,
      asked.entity,
      person.userId,
      person.email,
      asked.key,
      requestHash,
      // The same records may be changed again: only an import's files are looked for among those before.
      asked.reverts === null && asked.request.bulk === undefined ? hash : '',
      JSON.stringify(files),
      JSON.stringify(asked.request),
      asked.reverts,
      nowSeconds(context),
      Date.now(),
    ],
  );
  if (added.rows[0]) {
    context.imports.poke();
    return { record: added.rows[0], replayed: false };
  }
  const known = await pool.query<ImportRecord>(
    `SELECT ${IMPORT_COLUMNS} FROM imports WHERE user_id = $1 AND key = $2`,
    [person.userId, asked.key],
  );
  const record = known.rows[0] as ImportRecord;
  if (record.requestHash !== requestHash) throw keyUsed(okText(await receiptOf(pool, record)));
  if (record.state === 'failed') {
    await pool.query(
      "UPDATE imports SET state = 'queued', message = '', starts = 0 WHERE no = $1 AND state = 'failed'",
      [record.no],
    );
    context.imports.poke();
  }
  return { record, replayed: true };
}
