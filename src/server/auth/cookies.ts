import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';

/**
 * Names of the server's cookies. A browser keeps cookies by host and not by port, so the names contain the installation: two of them on
 * one host do not sign each other's people out.
 */
export interface CookieNames {
  session: string;
  device: string;
}

/** Names of releases before. What they carry still counts; it may be of another installation on this host. */
export const FORMER_COOKIES: CookieNames = { session: 'ops_session', device: 'ops_device' };

const KEY = 'installation';

/** The names of an installation: one database, and all API processes on it. */
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

/** A request's cookie; one of a release before only where the installation has set none of its own. */
export const cookieOf = (request: FastifyRequest, names: CookieNames, kind: keyof CookieNames): string | undefined =>
  request.cookies[names[kind]] ?? request.cookies[FORMER_COOKIES[kind]];

/** Removes the cookies of a session that has ended and was this installation's. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply, names: CookieNames): void {
  const carried = request.cookies[names.session] === undefined ? FORMER_COOKIES.session : names.session;
  reply.clearCookie(carried, { path: '/' });
}
