import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from './cookies.ts';
import { nowSeconds } from '../base/clock.ts';
import type { AuthContext } from './sessions.ts';

/**
 * Known browsers. A successful sign-in sets a cookie, so that failed sign-ins from the same address do not lock out
 * people who have signed in with this browser before (docs/sign-in.md). The cookie does not authenticate anyone and
 * contains no name: the person's identity is only part of what is signed.
 */

const LIFETIME_SECONDS = 180 * 24 * 3600;
/** Maximum number of people remembered for each browser; the most recent ones are kept. */
const PEOPLE = 5;
const SECRET = 'device.secret';

type Context = Pick<AuthContext, 'database' | 'now' | 'cookies'>;

const secrets = new WeakMap<Context['database'], Promise<string>>();

/** Returns the signing key, which is shared by all processes that use the database and created on first use. */
function secretOf({ database }: Context): Promise<string> {
  const known = secrets.get(database);
  if (known) return known;
  const secret = readSecret(database);
  secrets.set(database, secret);
  secret.catch(() => secrets.delete(database));
  return secret;
}

async function readSecret({ pool }: Context['database']): Promise<string> {
  await pool.query('INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [
    SECRET,
    randomBytes(32).toString('hex'),
  ]);
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [SECRET]);
  if (!rows[0]) throw new Error('the key of known browsers cannot be read');
  return rows[0].value;
}

const sign = (secret: string, id: string, at: string, email: string): string =>
  createHmac('sha256', secret).update(`device\n${id}\n${at}\n${email}`).digest('base64url');

const tokensOf = ({ cookies }: Context, request: FastifyRequest): string[] =>
  (cookieOf(request, cookies, 'device') ?? '').split('~').filter(Boolean).slice(0, PEOPLE);

/** Checks that the server issued a token `id.at.signature` for this person and that the token is still valid. */
function isFor(token: string, email: string, secret: string, now: number): boolean {
  const [id = '', at = '', signature = ''] = token.split('.');
  const age = now - Number(at);
  if (!(age >= 0 && age < LIFETIME_SECONDS)) return false;
  const right = Buffer.from(sign(secret, id, at, email));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Returns this browser's id for a person who has signed in with it before, or null if nobody with this e-mail has.
 * @param email in lower case
 */
export async function knownDevice(context: Context, request: FastifyRequest, email: string): Promise<string | null> {
  const tokens = tokensOf(context, request);
  if (tokens.length === 0) return null;
  const secret = await secretOf(context);
  const token = tokens.find(each => isFor(each, email, secret, nowSeconds(context)));
  return token?.split('.')[0] ?? null;
}

/**
 * Remembers that a person has signed in with this browser, in addition to earlier people. Each sign-in issues a new id,
 * so that a correct password resets the failure count.
 */
export async function rememberDevice(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  secure: boolean,
): Promise<void> {
  const secret = await secretOf(context);
  const now = nowSeconds(context);
  const id = randomBytes(12).toString('base64url');
  const own = `${id}.${now}.${sign(secret, id, String(now), email)}`;
  const others = tokensOf(context, request).filter(token => !isFor(token, email, secret, now));
  reply.setCookie(context.cookies.device, [own, ...others].slice(0, PEOPLE).join('~'), {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: LIFETIME_SECONDS,
  });
}
