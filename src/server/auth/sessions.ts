import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { STATUS } from '../../domain/permission.ts';
import { nowSeconds, type ServerContext } from '../context.ts';
import { notifyEnded } from '../feed/listen.ts';
import { PERSON_COLUMNS, toPerson, type Person, type PersonRow } from './person.ts';

/** Sessions: a random token in an HttpOnly cookie, its hash in the database, sliding expiry. */

export const SESSION_COOKIE = 'ops_session';
/** A session ends after this long without a request ... */
const IDLE_SECONDS = 14 * 24 * 3600;
/** ... and at the latest this long after signing in. */
const LIFETIME_SECONDS = 90 * 24 * 3600;
/** How often a session in use is written down as seen. */
const TOUCH_SECONDS = 300;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The request's session token, hashed; null without a cookie. */
export function tokenHashOf(request: FastifyRequest): string | null {
  const token = request.cookies[SESSION_COOKIE];
  return token ? hashToken(token) : null;
}

/** Whether cookies go over https alone. Behind a trusted proxy the protocol is the one that the browser used. */
export const isSecure = (context: Pick<ServerContext, 'config'>, request: FastifyRequest): boolean =>
  context.config.secure || request.protocol === 'https';

/** Starts a session and sets its cookie. */
export async function startSession(context: ServerContext, reply: FastifyReply, userId: number): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = nowSeconds(context);
  await context.database.pool.query(
    'INSERT INTO sessions (token_hash, user_id, created_at, seen_at, expires_at) VALUES ($1, $2, $3, $3, $4)',
    [hashToken(token), userId, now, now + IDLE_SECONDS],
  );
  const cookie: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(context, reply.request),
    maxAge: LIFETIME_SECONDS,
  };
  reply.setCookie(SESSION_COOKIE, token, cookie);
}

interface SessionRow extends PersonRow {
  seen_at: number;
  created_at: number;
}

/** Look-ups under way. Requests of one session that come at once share one: a screen asks several things together. */
const underWay = new WeakMap<Pool, Map<string, Promise<Person | null>>>();

const lookupsOf = (pool: Pool): Map<string, Promise<Person | null>> => {
  const known = underWay.get(pool) ?? new Map<string, Promise<Person | null>>();
  underWay.set(pool, known);
  return known;
};

/** The person behind a session that is alive, or null: no session, ended, or the person is disabled. */
export function findPerson(context: ServerContext, tokenHash: string): Promise<Person | null> {
  const lookups = lookupsOf(context.database.pool);
  const running = lookups.get(tokenHash);
  if (running) return running;
  const lookup = readPerson(context, tokenHash).finally(() => {
    if (lookups.get(tokenHash) === lookup) lookups.delete(tokenHash);
  });
  lookups.set(tokenHash, lookup);
  return lookup;
}

async function readPerson(context: ServerContext, tokenHash: string): Promise<Person | null> {
  const now = nowSeconds(context);
  const { pool } = context.database;
  const { rows } = await pool.query<SessionRow>({
    name: 'session-person',
    text: `SELECT s.seen_at, s.created_at, ${PERSON_COLUMNS}
             FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.token_hash = $1 AND s.expires_at > $2 AND u.status = ${STATUS.normal}`,
    values: [tokenHash, now],
  });
  const row = rows[0];
  if (!row) return null;
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

/** Ends one session, or with `everywhere` all of the person's, whose open windows are notified at once. */
export async function endSession(
  { database, hub }: Pick<ServerContext, 'database' | 'hub'>,
  tokenHash: string,
  everywhere: boolean,
): Promise<void> {
  const { pool } = database;
  const text = everywhere
    ? 'DELETE FROM sessions WHERE user_id = (SELECT user_id FROM sessions WHERE token_hash = $1) RETURNING user_id'
    : 'DELETE FROM sessions WHERE token_hash = $1 RETURNING user_id';
  const { rows } = await pool.query<{ user_id: number }>(text, [tokenHash]);
  // What was looked up before must not answer what is asked after.
  if (!everywhere) {
    lookupsOf(pool).delete(tokenHash);
    return;
  }
  lookupsOf(pool).clear();
  if (!rows[0]) return;
  const ended = { userId: rows[0].user_id, by: tokenHash };
  hub.sessionsEnded(ended);
  // The sessions are over all the same; where this does not get through, the next ping finds out.
  await notifyEnded(database, ended).catch(() => undefined);
}
