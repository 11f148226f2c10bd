import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WAYS } from '../../../contract/access.ts';
import { PASSKEY_NEEDED, passkeyOptions, signInWithPasskey } from '../../../contract/session.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { rememberDevice } from '../../auth/devices.ts';
import { authenticationOptions, passkeysOf, readAuthentication, type PasskeyRefusal } from '../../auth/passkeys.ts';
import { loadPerson, sessionInfo } from '../../auth/person.ts';
import { endSession, hashToken, isSecure, startSession, tokenHashOf } from '../../auth/sessions.ts';
import { noteSignIn } from '../../auth/signInHistory.ts';
import { nowSeconds } from '../../base/clock.ts';
import { ApiError } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { registerPublic } from '../../http/registrar.ts';
import { originOf } from './origin.ts';
import { CHALLENGE_SECONDS } from './passkeys.ts';

/** The second step of signing in, for people who have a passkey. */

/** Number of invalid responses after which the first step must be repeated. */
const TRIES = 5;

interface FirstStep {
  userId: number;
  way: (typeof WAYS)[number];
  /** The session at the identity provider, or null if the first step used a password. */
  provider: { session: string | null; subject: string; idToken: string } | null;
}

const cookieOf = (context: ServerContext): string => context.cookies.session.replace('ops_session', 'ops_second');
const keyOf = (cookie: string | undefined): string => `sign-in ${hashToken(cookie ?? '')}`;

export const passkeyNeeded = (): ApiError =>
  new ApiError(403, 'Use your passkey to finish signing in.', { retcode: PASSKEY_NEEDED });

const again = (): ApiError =>
  new ApiError(403, 'This sign-in took too long, failed too often or was ended. Go back and sign in again.');

/** What the person reads if their passkey's response is refused. */
const REFUSALS: Readonly<Record<PasskeyRefusal, string>> = {
  unknown: 'This passkey does not belong to your account. It may have been removed. Try another one.',
  copied:
    'This passkey was refused, because it may have been copied: its counter did not increase. Use another passkey, or ask another System Admin to remove it.',
  invalid: 'The passkey could not be verified. Try again.',
};

/**
 * Starts the second step if the person has a passkey; a cookie identifies the pending sign-in.
 * @returns false if the person has no passkey, so that their session can start immediately
 */
export async function asksPasskey(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, way, provider }: FirstStep,
): Promise<boolean> {
  const { pool } = context.database;
  const { rowCount } = await pool.query('SELECT 1 FROM passkeys WHERE user_id = $1 LIMIT 1', [userId]);
  if ((rowCount ?? 0) === 0) return false;
  const ticket = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO passkey_challenges (key, user_id, challenge, expires_at, way, provider) VALUES ($1, $2, '', $3, $4, $5)`,
    [keyOf(ticket), userId, nowSeconds(context) + CHALLENGE_SECONDS, way, provider && JSON.stringify(provider)],
  );
  reply.setCookie(cookieOf(context), ticket, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(context, request),
    maxAge: CHALLENGE_SECONDS,
  });
  return true;
}

/**
 * Stores the use of a passkey.
 * @returns why it is refused, if the passkey or its copy was used, or the passkey was removed, since it was read
 */
async function takeUse(
  db: Queryable,
  userId: number,
  { id, counter, at }: { id: number; counter: number; at: number },
): Promise<PasskeyRefusal | null> {
  const { rowCount } = await db.query(
    `UPDATE passkeys SET counter = $2, used_at = $3
      WHERE id = $1 AND (counter < $2::int8 OR (counter = 0 AND $2::int8 = 0))`,
    [id, counter, at],
  );
  if (rowCount === 1) return null;
  return (await passkeysOf(db, userId)).some(own => own.id === id) ? 'copied' : 'unknown';
}

/** Registers the calls of the second step, for which the cookie of the first step identifies the caller. */
export function secondFactorRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerPublic(app, passkeyOptions, async request => {
    const key = keyOf(request.cookies[cookieOf(context)]);
    const { rows } = await pool.query<{ user_id: number }>(
      'SELECT user_id FROM passkey_challenges WHERE key = $1 AND expires_at > $2 AND tries < $3',
      [key, nowSeconds(context), TRIES],
    );
    if (!rows[0]) throw again();
    const had = await passkeysOf(pool, rows[0].user_id);
    // Without any, the browser would offer passkeys of other accounts.
    if (had.length === 0) throw new ApiError(403, 'Your account no longer has a passkey. Go back and sign in again.');
    const options = await authenticationOptions(originOf(context, request), had);
    await pool.query('UPDATE passkey_challenges SET challenge = $2 WHERE key = $1', [key, options.challenge]);
    return { options: JSON.stringify(options) };
  });

  registerPublic(app, signInWithPasskey, async (request, reply, { response }) => {
    const key = keyOf(request.cookies[cookieOf(context)]);
    const at = nowSeconds(context);
    // The first response uses up the challenge, even if two responses arrive at the same time.
    const { rows } = await pool.query<FirstStep & { challenge: string }>(
      `WITH asked AS (SELECT key, challenge FROM passkey_challenges
                       WHERE key = $1 AND expires_at > $2 AND tries < $3 AND challenge <> '' FOR UPDATE)
       UPDATE passkey_challenges c SET tries = tries + 1, challenge = '' FROM asked WHERE c.key = asked.key
       RETURNING c.user_id AS "userId", c.way, c.provider, asked.challenge`,
      [key, at, TRIES],
    );
    const [step] = rows;
    const person = step ? await loadPerson(pool, step.userId) : null;
    if (!step || !person) throw again();
    const had = await passkeysOf(pool, person.userId);
    const right = await readAuthentication(response, step.challenge, originOf(context, request), had);
    const note = (outcome: 'in' | 'wrongPasskey') =>
      noteSignIn(pool, request, { email: person.email, at, way: step.way, outcome });
    const refused = typeof right === 'string' ? right : await takeUse(pool, person.userId, { ...right, at });
    if (refused !== null) {
      await note('wrongPasskey');
      throw new ApiError(403, REFUSALS[refused]);
    }
    reply.clearCookie(cookieOf(context), { path: '/api' });
    const former = tokenHashOf(context, request);
    if (former && (await endSession(context, former, false))) clearSessionCookies(request, reply, context.cookies);
    await startSession(context, reply, {
      userId: person.userId,
      way: step.way,
      provider: step.provider,
      // A new password, or an administrator who ends the person's sessions, also ends sign-ins in progress.
      isValid: async db => {
        const ended = await db.query('DELETE FROM passkey_challenges WHERE key = $1', [key]);
        return ended.rowCount === 1;
      },
    });
    if (step.way === 'password')
      await rememberDevice(context, request, reply, person.email, isSecure(context, request));
    await note('in');
    return sessionInfo(person);
  });
}
