import type { OperatorType } from '../../contract/audit.ts';
import { createHash } from 'node:crypto';
import type { Change } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Collection, Envelope } from '../../contract/call.ts';
import { DECLARED, declaredKey, isResourceCollection } from '../../contract/cached.ts';
import type { Person } from '../auth/person.ts';
import { nowSeconds } from '../base/clock.ts';
import type { Database } from '../db/open.ts';
import type { EventHub } from '../feed/hub.ts';
import type { ImportRunner } from '../jobs/importRunner.ts';
import { appendChanges } from '../db/appendChanges.ts';
import { notifyOthers } from '../feed/listen.ts';
import { ApiError, keyUsed, okText, outdatedText } from '../base/envelope.ts';
import { writeAudit } from './audit.ts';
import { bumpRevision, type RevisionScope } from '../db/revisions.ts';
import { transaction, type SharedConnection, type Queryable } from '../db/transaction.ts';
import { deletedVersion, rememberDeletions } from '../db/versions.ts';

/** Services that a write needs. */
export interface WriteContext {
  database: Database;
  hub: Pick<EventHub, 'poke'>;
  imports: Pick<ImportRunner, 'isLocked'>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A record as the wire carries it. */
export type Row = Record<string, unknown>;

/** Result of a write, for the audit log, the change feed and the caches. */
export interface Effect {
  /** Feature code that the operation is logged under (G88). */
  feature: string;
  operator: OperatorType;
  channelId: number | null;
  tplId: number | null;
  before: Row | null;
  after: Row | null;
  changes: readonly Change[];
  /** Rows that changed along with it, e.g. what carries its name: they travel in the feed, and the log is not of them. */
  follows?: readonly Change[];
  revision: RevisionScope;
  /** The reply's data. */
  output: unknown;
}

/** A write that asks for what the record is already: it is answered, and its key kept, but nothing is written. */
export interface Unchanged {
  unchanged: true;
  /** The reply's data: the current record. */
  output: unknown;
}

/** A write of the person's own things, e.g. a saved view: it is answered and its key kept; no log, feed or list has it. */
export interface Apart {
  apart: true;
  /** The reply's data. */
  output: unknown;
}

/** @returns whether an update would leave every one of these fields as the record has it */
export const changesNothing = (row: Row, fields: Row): boolean =>
  Object.entries(fields).every(([field, value]) => row[field] === value);

/** Author and content of the write. */
export interface WriteRequest {
  person: Person;
  callId: string;
  /** Path with /api, as the audit log names the call. */
  url: string;
  /** The checked input. */
  input: unknown;
  /** Idempotency-Key, or null when the caller sent none. */
  key: string | null;
  /** The record that is written, if it travels in the change feed. */
  record: { collection: Collection; key: string } | null;
}

export interface WriteReply {
  /** Envelope text. */
  text: string;
  /** Whether this is the stored reply of an earlier, same request (OB3). */
  replayed: boolean;
}

/** The entity of a record that its input does not name: the same input is another request in another country. */
const ownerOf = ({ record }: WriteRequest): string =>
  record && isResourceCollection(record.collection) && DECLARED[record.collection].ofEntity ? `\n${record.key}` : '';

const hashOf = (request: WriteRequest): string =>
  createHash('sha256')
    .update(`${request.callId}\n${JSON.stringify(request.input)}${ownerOf(request)}`)
    .digest('hex');

/** Status of a key whose write found another row and was refused for it. */
const CONFLICT = 409;

/**
 * Takes the key for this transaction. A second request with the same key waits here for the first one: if that took
 * effect its reply is returned, if it was refused this one goes on, unless the refusal was kept (see `keepRefusal`).
 */
async function takeKey(db: Queryable, request: WriteRequest, hash: string, at: number): Promise<string | null> {
  const owner = [request.person.userId, request.key];
  const taken = await db.query({
    name: 'key-take',
    text: `INSERT INTO idempotency_keys (user_id, key, request_hash, status, reply, created_at)
           VALUES ($1, $2, $3, 0, '', $4) ON CONFLICT DO NOTHING`,
    values: [...owner, hash, at],
  });
  if (taken.rowCount === 1) return null;
  const { rows } = await db.query<{ request_hash: string; status: number; reply: string }>({
    name: 'key-read',
    text: 'SELECT request_hash, status, reply FROM idempotency_keys WHERE user_id = $1 AND key = $2',
    values: owner,
  });
  const stored = rows[0];
  if (!stored) throw new ApiError(503, 'The same request is being cleaned up. Try again.', { retryAfterSeconds: 1 });
  if (stored.status === CONFLICT) {
    if (stored.request_hash === hash) throw asRefused(stored.reply, await isOutdated(db, request, stored.reply));
    await db.query({
      name: 'key-again',
      text: 'UPDATE idempotency_keys SET request_hash = $3 WHERE user_id = $1 AND key = $2',
      values: [...owner, hash],
    });
    return null;
  }
  const outdated = await isOutdated(db, request, stored.reply);
  if (stored.request_hash !== hash) throw keyUsed(stored.reply, outdated);
  return outdated ? outdatedText(stored.reply) : stored.reply;
}

/**
 * Whether the record was deleted after the version of a stored answer. A caller whose copy of the data is younger
 * than the deletion has no tombstone, and would take the answer's row for news (MR2).
 */
async function isOutdated(db: Queryable, { record }: WriteRequest, stored: string): Promise<boolean> {
  if (!record) return false;
  const { data } = JSON.parse(stored) as Envelope<Row & { version?: unknown; currentVersion?: unknown }>;
  const knownVersion = data?.version ?? data?.currentVersion;
  // A key that comes with another record says nothing of that one, which may be of an entity that the caller does not see.
  const { collection, key } = record;
  if (
    data?.version !== undefined &&
    isResourceCollection(collection) &&
    declaredKey(DECLARED[collection], data) !== key
  )
    return false;
  return typeof knownVersion === 'number' && (await deletedVersion(db, collection, key)) > knownVersion;
}

/** Whether a write would take effect on whatever row it finds, or finds missing: a late one looks like a new one. */
const isUnguarded = ({ input }: WriteRequest): boolean => (input as Row)['version'] === undefined;

/**
 * Keeps the refusal of a write that carries no version, such as a creation. A copy of it that was stuck on the way may come
 * long after its sender got the refusal and went on; by then the row in its way may be gone, and it would take
 * effect after later writes (OB4).
 */
async function keepRefusal(db: Queryable, request: WriteRequest, hash: string, error: ApiError, at: number) {
  await db.query({
    name: 'key-refused',
    text: `INSERT INTO idempotency_keys (user_id, key, request_hash, status, reply, created_at)
           VALUES ($1, $2, $3, ${CONFLICT}, $4, $5)
           ON CONFLICT (user_id, key) DO UPDATE SET request_hash = excluded.request_hash, reply = excluded.reply
            WHERE idempotency_keys.status = ${CONFLICT}`,
    values: [request.person.userId, request.key, hash, JSON.stringify(error.envelope), at],
  });
}

function asRefused(stored: string, outdated: boolean): ApiError {
  const { message, data } = JSON.parse(stored) as Envelope;
  return new ApiError(CONFLICT, message, { data, outdated });
}

/** Keeps the reply of a write under its key (OB3). */
async function settleKey(db: Queryable, { person, key }: WriteRequest, text: string): Promise<void> {
  if (key === null) return;
  await db.query({
    name: 'key-settle',
    text: 'UPDATE idempotency_keys SET status = 200, reply = $3 WHERE user_id = $1 AND key = $2',
    values: [person.userId, key, text],
  });
}

/**
 * The one way in which anything is written: in one transaction the key, the effect, its audit entry, the change feed, the
 * caches' counter and the stored reply (OB3, OB8, MR3). Whatever `work` throws undoes all of it; of that a 409 alone may be kept.
 *
 * @param work checks and changes the rows, on the client it is given; returns the entity and what was done, or that there
 *   was nothing to do
 * @param shared the connection to use; one of the pool when left out
 */
export async function write(
  context: WriteContext,
  request: WriteRequest,
  work: (db: Queryable) => Promise<{ entity: Country; effect: Effect | Unchanged | Apart }>,
  shared?: SharedConnection,
): Promise<WriteReply> {
  const { database, hub } = context;
  const at = nowSeconds(context);
  const hash = request.key === null ? '' : hashOf(request);
  const carryOut = async (db: Queryable): Promise<WriteReply> => {
    const stored = request.key === null ? null : await takeKey(db, request, hash, at);
    if (stored !== null) return { text: stored, replayed: true };
    const { entity, effect } = await work(db);
    const text = okText(effect.output);
    if ('unchanged' in effect || 'apart' in effect) {
      await settleKey(db, request, text);
      return { text, replayed: false };
    }
    if (context.imports.isLocked(effect.revision.collection, effect.revision.scope)) {
      throw new ApiError(503, 'A large import into this channel is being applied. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    }
    await writeAudit(db, request, entity, effect, at);
    await appendChanges(db, entity, [...effect.changes, ...(effect.follows ?? [])], at);
    await rememberDeletions(db, effect.changes);
    await settleKey(db, request, text);
    await notifyOthers(database, db);
    // Last: writers of one channel wait for each other from here to the commit.
    await bumpRevision(db, entity, effect.revision);
    return { text, replayed: false };
  };
  const reply = await transaction(database.pool, carryOut, shared).catch(async (error: unknown) => {
    const isConflict = error instanceof ApiError && error.status === CONFLICT;
    if (isConflict && request.key !== null && isUnguarded(request))
      await keepRefusal(shared?.client ?? database.pool, request, hash, error, at);
    throw error;
  });
  if (!reply.replayed) hub.poke();
  return reply;
}
