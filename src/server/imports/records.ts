import type { ImportCounts, ImportReceipt, ImportState } from '../../contract/imports/calls.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import { batchNameOf } from '../../domain/import/batch.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import type { Queryable } from '../db/transaction.ts';
import { fileUrl } from '../files/records.ts';

/** A file of an import, as stored in the row of the import. */
export interface ImportedFile {
  id: string;
  name: string;
  size: number;
  hash: string;
}

/** A bulk operation. `callId` is the call that updates or deletes a single record in the same way. */
export type BulkChange =
  | { callId: string; set: Readonly<Record<string, number | string | boolean | null>>; from?: string }
  | { callId: string; set: null };

/** The bulk change that an operation undoes or redoes: its call, and the record from which its values were copied. */
export interface BulkOrigin {
  callId: string;
  from?: string;
}

/** The options of the call, apart from its files. */
export interface ImportRequest {
  since?: string;
  leave?: readonly string[];
  leaveTheirs?: boolean;
  skipConflicts?: boolean;
  /** For a bulk change: the new values of the records, or the fact that they are deleted. */
  bulk?: BulkChange;
  /** For an undo: the bulk change with which its chain of undos began. */
  origin?: BulkOrigin;
  /** For an undo: whether it undid another undo, so that the original change is in effect again. */
  again?: boolean;
  /** The name of the batch, if the resource is imported in batches. */
  batchName?: string;
  /** For a task: the price list that it imports, given by the id of the price list's import. */
  priceList?: string;
  /**
   * Written only by earlier builds: the import of the same files whose receipt this import returns, although it did
   * nothing itself.
   */
  sameAs?: string;
}

export interface ImportRecord {
  no: number;
  id: string;
  declaration: string;
  entity: Country;
  userId: number;
  email: string;
  /** Name of the API token that was used. */
  tokenName: string | null;
  key: string | null;
  requestHash: string;
  hash: string;
  files: ImportedFile[];
  request: ImportRequest;
  state: ImportState;
  done: number;
  total: number;
  counts: ImportCounts | null;
  fails: ImportReceipt['failList'];
  review: ImportReceipt['review'];
  message: string;
  reverts: string | null;
  revertedBy: string | null;
  createdAt: number;
  finishedAt: number | null;
  /** When it was removed from the list of tasks or price lists. */
  deletedAt: number | null;
}

export const IMPORT_COLUMNS = `no, id, declaration, entity, user_id AS "userId", email, token_name AS "tokenName", key, request_hash AS "requestHash",
  hash, files, request, state, done, total, counts, fails, review, message, reverts, reverted_by AS "revertedBy",
  created_at AS "createdAt", finished_at AS "finishedAt", deleted_at AS "deletedAt"`;

/** The name of a batch, which is the name that it was given or else its file's name. */
export const nameOfBatch = ({ request, files }: Pick<ImportRecord, 'request' | 'files'>): string =>
  request.batchName ?? batchNameOf(files[0]?.name ?? '');

/**
 * The permission that an import requires. A bulk change, or its undo, requires that of the call that makes the same
 * change to a single record.
 */
export function permissionFor(
  { callById }: Pick<Declarations, 'callById'>,
  { request: { bulk, origin = bulk } }: Pick<ImportRecord, 'request'>,
  declaration: ImportDeclaration | undefined,
): string {
  return (origin && callById(origin.callId)?.permission) ?? declaration?.permission ?? '';
}

/**
 * Why a failed import that was removed from its list is not carried out, although its call was repeated: nobody would
 * see it.
 */
export const deletedText = ({ message }: Pick<ImportRecord, 'message'>): string =>
  `${message} If it is still needed, import it again.`;

export const isEnded = (state: ImportState): boolean => !['queued', 'checking', 'applying'].includes(state);

export async function findImport(db: Queryable, id: string): Promise<ImportRecord | null> {
  const { rows } = await db.query<ImportRecord>({
    name: 'import-one',
    text: `SELECT ${IMPORT_COLUMNS} FROM imports WHERE id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Returns the receipt of an import as calls return it. */
export async function receiptOf(db: Queryable, record: ImportRecord): Promise<ImportReceipt> {
  const first = record.request.sameAs === undefined ? null : await findImport(db, record.request.sameAs);
  const {
    no: _no,
    userId: _user,
    key: _key,
    requestHash: _hash,
    hash: _own,
    request: _request,
    ...shown
  } = first ?? record;
  const { fails, files, ...rest } = shown;
  return {
    ...rest,
    files: files.map(file => ({ url: fileUrl(file), name: file.name, size: file.size, hash: file.hash })),
    failList: fails,
    repeated: first !== null,
  };
}

/** What a step of an import changes in the import's row. */
export interface ImportUpdate {
  state: ImportState;
  counts?: ImportCounts;
  fails?: ImportRecord['fails'];
  review?: ImportRecord['review'];
  message?: string;
  total?: number;
  finishedAt?: number;
}

export async function updateImport(db: Queryable, no: number, update: ImportUpdate): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await db.query(
    `UPDATE imports
        SET state = $2::text, done = CASE WHEN $2::text = 'applied' THEN coalesce($7::int4, total) ELSE done END, counts = coalesce($3::jsonb, counts), fails = coalesce($4::jsonb, fails),
            review = $5::jsonb, message = coalesce($6, message), total = coalesce($7::int4, total),
            finished_at = $8
      WHERE no = $1`,
    [
      no,
      update.state,
      json(update.counts),
      json(update.fails),
      json(update.review),
      update.message ?? null,
      update.total ?? null,
      update.finishedAt ?? null,
    ],
  );
}
