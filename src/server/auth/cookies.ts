import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';

/**
 * Names of the server's cookies. Browsers store cookies by host and ignore the port, so the names include the
 * installation's id: otherwise, two installations on one host would sign out each other's users.
 */
export interface CookieNames {
  session: string;
  device: string;
}

/**
 * Cookie names used by earlier releases. Such cookies are still accepted, but may belong to another installation on the
 * same host.
 */
export const FORMER_COOKIES: CookieNames = { session: 'ops_session', device: 'ops_device' };

const KEY = 'installation';

/** Returns the cookie names of an installation, which consists of a database and all API processes that use it. */
export async function cookieNames(pool: Pool): Promise<CookieNames> {
  await pool.query('INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [
    KEY,
    randomBytes(4).toString('hex'),
  ]);
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [KEY]);
  if (!rows[0]) throw new Error('the id of the installation cannot be read');
  const { value } = rows[0];
  return { session: `${FORMER_COOKIES.session}_${value}`, device: `${FORMER_COOKIES.device}_${value}` };
}

/**
 * Returns the value of the request's cookie, falling back to an earlier release's cookie if the installation's own is
 * missing.
 */
export const cookieOf = (request: FastifyRequest, names: CookieNames, kind: keyof CookieNames): string | undefined =>
  request.cookies[names[kind]] ?? request.cookies[FORMER_COOKIES[kind]];

/** Removes this installation's cookies after a session has ended. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply, names: CookieNames): void {
  const carried = request.cookies[names.session] === undefined ? FORMER_COOKIES.session : names.session;
  reply.clearCookie(carried, { path: '/' });
}
