import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { OwnSession } from '../../contract/access.ts';
import { STATUS } from '../../domain/permission.ts';
import { nowSeconds } from '../base/clock.ts';
import { ApiError, notSignedIn } from '../base/envelope.ts';
import { readTogether } from '../db/together.ts';
import type { Database } from '../db/open.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { currentKind, TASK_KINDS, type TaskKind } from '../db/turns.ts';
import type { EndedSessions, EventHub } from '../feed/hub.ts';
import { notifyEnded } from '../feed/listen.ts';
import { LIMITS } from '../base/limits.ts';
import { cookieOf, type CookieNames } from './cookies.ts';
import { PERSON_COLUMNS, toPerson, type Person, type PersonRow } from './person.ts';
import { agentOf } from './signInHistory.ts';

/** Sessions: a random token in an HttpOnly cookie, its hash in the database, and sliding expiration. */

/** The parts of the server context that sessions need. */
export interface AuthContext {
  config: { secure: boolean };
  database: Database;
  hub: EventHub;
  cookies: CookieNames;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
}

/** A session expires after this many seconds without a request ... */
const IDLE_SECONDS = 14 * 24 * 3600;
/** ... and no later than this many seconds after sign-in. */
const LIFETIME_SECONDS = 90 * 24 * 3600;
/** Minimum number of seconds after which the last use of an active session is stored again. */
const TOUCH_SECONDS = 300;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the hash of the request's session token, or null if it has no cookie. */
export function tokenHashOf({ cookies }: Pick<AuthContext, 'cookies'>, request: FastifyRequest): string | null {
  const token = cookieOf(request, cookies, 'session');
  return token ? hashToken(token) : null;
}

/** Whether cookies are sent only over https. Behind a trusted proxy, the protocol used by the browser counts. */
export const isSecure = (context: Pick<AuthContext, 'config'>, request: FastifyRequest): boolean =>
  context.config.secure || request.protocol === 'https';

/** How a person has signed in. */
export interface NewSession {
  userId: number;
  way: string;
  /** The session at the identity provider, or null if a password was used. */
  provider: { session: string | null; subject: string; idToken: string } | null;
  /**
   * Whether what the person signed in with is still valid, given the hash of the account's current password. It runs in
   * the transaction that stores the session.
   */
  isValid: (db: Queryable, passwordHash: string) => Promise<boolean> | boolean;
}

/**
 * Starts a session and sets its cookie. If the person then has too many sessions, the least recently used one ends. The
 * account is locked in the meantime: a new password, or disabling the account, ends all sessions, and a session that
 * was started with the former password must not be stored afterward.
 * @throws ApiError 401 if the account was disabled, or its password was changed, during the sign-in
 */
export async function startSession(
  context: AuthContext,
  reply: FastifyReply,
  { userId, way, provider, isValid }: NewSession,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = nowSeconds(context);
  const by = hashToken(token);
  await transaction(context.database.pool, async db => {
    const { rows } = await db.query<{ hash: string }>(
      `SELECT password_hash AS hash FROM users WHERE id = $1 AND status = ${STATUS.normal} FOR SHARE`,
      [userId],
    );
    if (!rows[0] || !(await isValid(db, rows[0].hash)))
      throw new ApiError(401, 'The account was changed while you were signing in. Sign in again.');
    await db.query(
      `INSERT INTO sessions (token_hash, user_id, created_at, seen_at, expires_at, address, agent, way, provider_session, provider_subject, id_token)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        by,
        userId,
        now,
        now + IDLE_SECONDS,
        reply.request.ip,
        agentOf(reply.request),
        way,
        provider?.session,
        provider?.subject,
        provider?.idToken,
      ],
    );
  });
  await endLeastUsed(context, userId, by);
  const cookie: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(context, reply.request),
    maxAge: LIFETIME_SECONDS,
  };
  reply.setCookie(context.cookies.session, token, cookie);
}

/**
 * Makes sure that the session of a call is not ended before the transaction commits, because ending it also ends what
 * the call is about to store, such as an API token. The account is locked first, as when sessions are ended.
 * @throws ApiError 401 if the session has ended since the call was authorized
 */
export async function holdSession(db: Queryable, userId: number, tokenHash: string): Promise<void> {
  await db.query('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE', [userId]);
  const { rowCount } = await db.query('SELECT 1 FROM sessions WHERE token_hash = $1 FOR KEY SHARE', [tokenHash]);
  if (rowCount === 0) throw notSignedIn();
}

interface SessionRow extends PersonRow {
  token_hash: string;
  seen_at: number;
  created_at: number;
  expires_at: number;
}

interface Lookups {
  /**
   * Lookups in progress, by kind of task and session. Concurrent requests of a session share a lookup, because a screen
   * sends several requests at once.
   */
  underWay: Map<string, Promise<Person | null>>;
  /** Batches lookups: after a commit, all open consoles send requests, each with a session of its own. */
  read: (tokenHash: string) => Promise<Map<string, SessionRow>>;
}

const lookups = new WeakMap<Pool, Lookups>();

const lookupsOf = (pool: Pool): Lookups => {
  const known = lookups.get(pool) ?? { underWay: new Map(), read: readTogether(pool, readSessions) };
  lookups.set(pool, known);
  return known;
};

/** Stops sharing the lookups in progress, because their results may be outdated. */
export const forgetLookups = (pool: Pool): void => lookupsOf(pool).underWay.clear();

const sessionsWhere = (condition: string): string => `
  SELECT s.token_hash, s.seen_at, s.created_at, s.expires_at, ${PERSON_COLUMNS}
    FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE ${condition} AND u.status = ${STATUS.normal}`;

async function readSessions(db: Queryable, tokenHashes: readonly string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await db.query<SessionRow>(
    tokenHashes.length === 1
      ? { name: 'session-person', text: sessionsWhere('s.token_hash = $1'), values: [tokenHashes[0]] }
      : {
          name: 'session-people',
          text: sessionsWhere('s.token_hash IN (SELECT json_array_elements_text($1::json))'),
          // With an array parameter of varying length, the planner would plan each statement again, which takes three
          // times as long.
          values: [JSON.stringify(tokenHashes)],
        },
  );
  return new Map(rows.map(row => [row.token_hash, row]));
}

/**
 * Returns the person of an active session, or null if the session is missing or has ended, or the person is disabled.
 */
export function findPerson(context: AuthContext, tokenHash: string): Promise<Person | null> {
  const { underWay } = lookupsOf(context.database.pool);
  const key = lookupKey(currentKind(), tokenHash);
  const running = underWay.get(key);
  if (running) return running;
  const lookup = readPerson(context, tokenHash).finally(() => {
    if (underWay.get(key) === lookup) underWay.delete(key);
  });
  underWay.set(key, lookup);
  return lookup;
}

const lookupKey = (kind: TaskKind, tokenHash: string): string => `${kind} ${tokenHash}`;

async function readPerson(context: AuthContext, tokenHash: string): Promise<Person | null> {
  const now = nowSeconds(context);
  const { pool } = context.database;
  const row = (await lookupsOf(pool).read(tokenHash)).get(tokenHash);
  if (!row || row.expires_at <= now) return null;
  if (now - row.seen_at > TOUCH_SECONDS) {
    const expires = Math.min(now + IDLE_SECONDS, row.created_at + LIFETIME_SECONDS);
    await pool.query('UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1', [
      tokenHash,
      now,
      expires,
    ]);
  }
  return toPerson(row);
}

/** Ends those of a person's sessions that exceed the limit. `by` is the newest session. */
async function endLeastUsed(
  { database, hub }: Pick<AuthContext, 'database' | 'hub'>,
  userId: number,
  by: string,
): Promise<void> {
  const { rowCount } = await database.pool.query(
    `DELETE FROM sessions WHERE token_hash IN
       (SELECT token_hash FROM sessions WHERE user_id = $1
         ORDER BY token_hash = $2 DESC, seen_at DESC, created_at DESC, token_hash OFFSET $3)`,
    [userId, by, LIMITS.sessionsPerPerson],
  );
  if ((rowCount ?? 0) === 0) return;
  lookupsOf(database.pool).underWay.clear();
  await announceEnd({ database, hub }, { userId, by, others: true });
}

/** Notifies the streams of all of a person's sessions, in this process and others. */
async function announceEnd(
  { database, hub }: Pick<AuthContext, 'database' | 'hub'>,
  ended: EndedSessions,
): Promise<void> {
  hub.sessionsEnded(ended);
  // The sessions have ended in any case. If this notification is lost, a stream's next ping detects it.
  await notifyEnded(database, ended).catch(() => undefined);
}

/**
 * Ends a session or, with `everywhere`, all sessions of its person. Open windows are notified immediately, and their
 * streams end.
 * @returns whether there was such a session
 */
export async function endSession(
  { database, hub }: Pick<AuthContext, 'database' | 'hub'>,
  tokenHash: string,
  everywhere: boolean,
): Promise<boolean> {
  const { pool } = database;
  const text = everywhere
    ? 'DELETE FROM sessions WHERE user_id = (SELECT user_id FROM sessions WHERE token_hash = $1) RETURNING user_id'
    : 'DELETE FROM sessions WHERE token_hash = $1 RETURNING user_id';
  const { rows } = await pool.query<{ user_id: number }>(text, [tokenHash]);
  // Requests that arrive later must not share a lookup that has already started.
  if (everywhere) lookupsOf(pool).underWay.clear();
  else for (const kind of TASK_KINDS) lookupsOf(pool).underWay.delete(lookupKey(kind, tokenHash));
  if (!rows[0]) return false;
  await announceEnd({ database, hub }, { userId: rows[0].user_id, by: tokenHash, others: everywhere });
  return true;
}

/** Returns the person's active sessions, starting with the one that made the call. */
export async function listSessions(
  { database, now }: Pick<AuthContext, 'database' | 'now'>,
  userId: number,
  tokenHash: string | null,
): Promise<OwnSession[]> {
  const { rows } = await database.pool.query<OwnSession>(
    `SELECT id, token_hash = $2 AS current, agent, address, way, created_at AS since, seen_at AS "seenAt"
       FROM sessions WHERE user_id = $1 AND expires_at > $3 ORDER BY 2 DESC, seen_at DESC, id DESC`,
    [userId, tokenHash ?? '', nowSeconds({ now })],
  );
  return rows;
}

/**
 * Ends the person's session with this id or, without an id, all sessions except the one that made the call. Their
 * windows are notified immediately.
 * @param tokenHash hash of the calling session's token
 * @returns the sessions that ended
 */
export async function endOwn(
  db: Queryable,
  userId: number,
  tokenHash: string,
  id: number | null,
): Promise<{ token_hash: string; address: string; agent: string }[]> {
  const { rows } = await db.query<{ token_hash: string; address: string; agent: string }>(
    `DELETE FROM sessions WHERE user_id = $1 AND ${id === null ? 'token_hash <> $2' : 'id = $2'}
     RETURNING token_hash, address, agent`,
    [userId, id ?? tokenHash],
  );
  return rows;
}

/**
 * Makes the streams of these sessions recheck their session, in this process and others, after the sessions have ended
 * in the database.
 * @param by a hash of 64 hexadecimal digits; a session whose token has this hash is not notified, because it signed out
 *   itself
 */
export async function tellEnded(
  { database, hub }: Pick<AuthContext, 'database' | 'hub'>,
  userId: number,
  by: string,
): Promise<void> {
  lookupsOf(database.pool).underWay.clear();
  await announceEnd({ database, hub }, { userId, by, others: true });
}

/**
 * Returns the ID token of a session that was started at an identity provider, or null for a sign-in with a password.
 */
export async function idTokenOf(db: Queryable, tokenHash: string): Promise<string | null> {
  const { rows } = await db.query<{ id_token: string | null }>('SELECT id_token FROM sessions WHERE token_hash = $1', [
    tokenHash,
  ]);
  return rows[0]?.id_token ?? null;
}

/**
 * Ends the sessions that an identity provider has ended: the session with this id or, without an id, all of the
 * person's sessions.
 */
export async function endOfProvider(
  context: Pick<AuthContext, 'database' | 'hub'>,
  { session, subject }: { session: string | null; subject: string | null },
): Promise<number> {
  const by = session ?? subject ?? '';
  const { rows } = await context.database.pool.query<{ user_id: number }>(
    `DELETE FROM sessions WHERE way = 'oidc' AND ${session === null ? 'provider_subject' : 'provider_session'} = $1
     RETURNING user_id`,
    [by],
  );
  for (const userId of new Set(rows.map(row => row.user_id))) await tellEnded(context, userId, hashToken(by));
  return rows.length;
}
