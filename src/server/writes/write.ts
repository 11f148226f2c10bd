import type { OperatorType } from '../../contract/audit.ts';
import { createHash } from 'node:crypto';
import type { Change } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Collection, Envelope } from '../../contract/call.ts';
import type { Declarations } from '../../contract/declarations.ts';
import { declaredKey, declaredOf } from '../../contract/cached.ts';
import { isOfEntity } from '../../contract/resource.ts';
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

/** The parts of the server context that a write needs. */
export interface WriteContext {
  declared: Declarations;
  database: Database;
  hub: Pick<EventHub, 'poke'>;
  imports: Pick<ImportRunner, 'isLocked'>;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
}

/** A record in the form in which the API returns it. */
export type Row = Record<string, unknown>;

/** What a write has done, for the audit log, the change feed and the caches. */
export interface Effect {
  /** Code of the feature in whose log the entry appears (G88). */
  feature: string;
  operator: OperatorType;
  channelId: number | null;
  tplId: number | null;
  before: Row | null;
  after: Row | null;
  changes: readonly Change[];
  /**
   * Rows that changed along with the record, such as those that contain its name. They are in the feed, but not in the
   * log.
   */
  follows?: readonly Change[];
  revision: RevisionScope;
  /** The data of the reply. */
  output: unknown;
}

/**
 * A write whose values the record already has. It gets a reply, which is stored under its key, but nothing is written.
 */
export interface Unchanged {
  unchanged: true;
  /** The data of the reply, which is the current record. */
  output: unknown;
}

/**
 * A write to something personal, such as a saved view, or one that has written its own log entry (http/change). It gets
 * a reply, which is stored under its key, but nothing else is written.
 */
export interface Apart {
  apart: true;
  /** The data of the reply. */
  output: unknown;
}

/** @returns whether the record already has all these values */
export const changesNothing = (row: Row, fields: Row): boolean =>
  Object.entries(fields).every(([field, value]) => row[field] === value);

/** The author and the content of a write. */
export interface WriteRequest {
  person: Person;
  callId: string;
  /** Path including /api, as shown in the audit log. */
  url: string;
  /** The validated input. */
  input: unknown;
  /** Idempotency-Key, or null if the caller sent none. */
  key: string | null;
  /** The written record, if it is in the change feed. */
  record: { collection: Collection; key: string } | null;
  /** The entity of the call, or null if the input determines the entity. */
  entity: Country | null;
}

export interface WriteReply {
  /** The envelope of the reply, as a string. */
  text: string;
  /** Whether this is the stored reply to an earlier identical request (OB3). */
  replayed: boolean;
}

/**
 * The key of the record, or the entity, if the input does not say to which entity the request applies: equal inputs in
 * two countries are different requests.
 */
function ownerOf({ resourceOf }: Declarations, { record, entity }: WriteRequest): string {
  if (record === null) return entity === null ? '' : `\n${entity}`;
  const resource = resourceOf(record.collection);
  return resource && isOfEntity(resource) ? `\n${record.key}` : '';
}

const hashWith = ({ callId, input }: WriteRequest, owner: string): string =>
  createHash('sha256')
    .update(`${callId}\n${JSON.stringify(input)}${owner}`)
    .digest('hex');

const hashOf = (declared: Declarations, request: WriteRequest): string => hashWith(request, ownerOf(declared, request));

/** Whether a stored hash is that of a request, possibly as an earlier release stored it, without the entity. */
const isHashOf = (stored: string, request: WriteRequest, hash: string): boolean =>
  stored === hash || (request.record === null && stored === hashWith(request, ''));

/** Status under which a key is stored if its write was refused because of another row. */
const CONFLICT = 409;

/**
 * Claims the key for this transaction. A second request with the same key waits here for the first one. If the first
 * request took effect, its reply is returned; if it was refused, the second one proceeds, unless the refusal was stored
 * (see `keepRefusal`).
 */
async function takeKey(
  db: Queryable,
  declared: Declarations,
  request: WriteRequest,
  hash: string,
  at: number,
): Promise<string | null> {
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
    // Locks the key: of two copies of a request that was refused before, the second waits for the reply to the first.
    text: 'SELECT request_hash, status, reply FROM idempotency_keys WHERE user_id = $1 AND key = $2 FOR UPDATE',
    values: owner,
  });
  const stored = rows[0];
  if (!stored) throw new ApiError(503, 'The same request is being cleaned up. Try again.', { retryAfterSeconds: 1 });
  if (stored.status === CONFLICT) {
    if (isHashOf(stored.request_hash, request, hash))
      throw asRefused(stored.reply, await isOutdated(db, declared, request, stored.reply));
    await db.query({
      name: 'key-again',
      text: 'UPDATE idempotency_keys SET request_hash = $3 WHERE user_id = $1 AND key = $2',
      values: [...owner, hash],
    });
    return null;
  }
  const outdated = await isOutdated(db, declared, request, stored.reply);
  if (!isHashOf(stored.request_hash, request, hash)) throw keyUsed(stored.reply, outdated);
  return outdated ? outdatedText(stored.reply) : stored.reply;
}

/**
 * Whether the record was deleted after the version in a stored reply. A caller whose data was loaded after the deletion
 * has no tombstone, and would mistake the row in the reply for a new one (MR2).
 */
async function isOutdated(
  db: Queryable,
  declared: Declarations,
  { record }: WriteRequest,
  stored: string,
): Promise<boolean> {
  if (!record) return false;
  const { data } = JSON.parse(stored) as Envelope<Row & { version?: unknown; currentVersion?: unknown }>;
  const knownVersion = data?.version ?? data?.currentVersion;
  // A stored reply for another record says nothing about this record, and that record may belong to an entity that the
  // caller cannot see.
  const { collection, key } = record;
  const resource = declared.resourceOf(collection);
  if (data?.version !== undefined && resource && declaredKey(declaredOf(resource), data) !== key) return false;
  return typeof knownVersion === 'number' && (await deletedVersion(db, collection, key)) > knownVersion;
}

/**
 * Whether a write takes effect whatever row it finds, or if the row does not exist, so that a late copy of it looks
 * like a new write.
 */
const isUnguarded = ({ input }: WriteRequest): boolean => (input as Row)['version'] === undefined;

/**
 * Stores the refusal of a write without a version, such as a creation. A delayed copy of the request may arrive long
 * after its sender saw the refusal and moved on. By then, the conflicting row may be gone, and the copy would take
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

/** Stores the reply to a write under its key (OB3). */
async function settleKey(db: Queryable, { person, key }: WriteRequest, text: string): Promise<void> {
  if (key === null) return;
  await db.query({
    name: 'key-settle',
    text: 'UPDATE idempotency_keys SET status = 200, reply = $3 WHERE user_id = $1 AND key = $2',
    values: [person.userId, key, text],
  });
}

/**
 * The only function that writes. In one transaction, it stores the key, the effect with its audit entry, the feed
 * change, the cache revisions, and the reply (OB3, OB8, MR3). Any error thrown by `work` rolls everything back; only a
 * 409 may be stored.
 * @param work validates and changes the rows, using the client passed to it; returns the entity and what was done, or
 *   that nothing had to be done
 * @param shared the connection to use; defaults to one from the pool
 */
export async function write(
  context: WriteContext,
  request: WriteRequest,
  work: (db: Queryable) => Promise<{ entity: Country; effect: Effect | Unchanged | Apart }>,
  shared?: SharedConnection,
): Promise<WriteReply> {
  const { database, declared, hub } = context;
  const at = nowSeconds(context);
  const hash = request.key === null ? '' : hashOf(declared, request);
  const carryOut = async (db: Queryable): Promise<WriteReply> => {
    const stored = request.key === null ? null : await takeKey(db, declared, request, hash, at);
    if (stored !== null) return { text: stored, replayed: true };
    const { entity, effect } = await work(db);
    const text = okText(effect.output);
    if ('unchanged' in effect || 'apart' in effect) {
      await settleKey(db, request, text);
      return { text, replayed: false };
    }
    const { collection, scope } = effect.revision;
    if (context.imports.isLocked({ collection, entity }, scope)) {
      throw new ApiError(
        503,
        'A large import is being applied that changes this list or depends on it. Try again in a moment.',
        {
          retryAfterSeconds: 2,
        },
      );
    }
    await writeAudit(db, request, entity, effect, at, declared);
    await appendChanges(db, entity, [...effect.changes, ...(effect.follows ?? [])], at, declared);
    await rememberDeletions(db, effect.changes);
    await settleKey(db, request, text);
    await notifyOthers(database, db);
    // Done last: from here to the commit, other writers to the same channel have to wait.
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
