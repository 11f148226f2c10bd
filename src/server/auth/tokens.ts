import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { tokenCodes } from '../../domain/apiToken.ts';
import type { Country } from '../../domain/country.ts';
import { PRIVILEGE, STATUS } from '../../domain/permission.ts';
import { nowSeconds } from '../base/clock.ts';
import { ApiError } from '../base/envelope.ts';
import type { Database } from '../db/open.ts';
import { PERSON_COLUMNS, toPerson, type Person, type PersonRow } from './person.ts';
import { hashToken } from './sessions.ts';
import { noteSignIn } from './signInHistory.ts';

/**
 * API tokens: a random string in the Authorization header, whose hash is in the database. A token acts on behalf of its
 * person, but with fewer rights: never as an administrator, and only with those of its permissions and countries that
 * the person still has (docs/api-tokens.md).
 */

/** Prefix of every token, by which people and secret scanners recognize tokens. */
const PREFIX = 'opst_';
const SHAPE = /^opst_[A-Za-z0-9_-]{43}$/;
/** Minimum number of seconds after which the last use of a token is stored again. */
const TOUCH_SECONDS = 60;

const MINUTE = 60_000;
/**
 * Maximum number of requests per minute with one token, and maximum number of invalid tokens per minute from one
 * address, both in each process.
 */
export const TOKEN_REQUESTS = 600;
export const WRONG_TOKENS = 60;

export const newToken = (): string => PREFIX + randomBytes(32).toString('base64url');

/**
 * Returns the request's API token, or null if it has none. A bearer token in another format is ignored, because proxies
 * add their own tokens; such a request is authenticated by its cookie.
 */
export function bearerOf(request: FastifyRequest): string | null {
  const [, given = ''] = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '') ?? [];
  return given.startsWith(PREFIX) ? given : null;
}

interface Counted {
  count: number;
  until: number;
}

/** Counts how often each key occurs in the minute that starts with its first occurrence. */
class Minutes {
  readonly #counts = new Map<string, Counted>();

  /** @returns seconds to wait, or 0 if the key has occurred at most `most` times */
  add(key: string, most: number, now: number): number {
    const known = this.#counts.get(key);
    const counted = known && known.until > now ? known : { count: 0, until: now + MINUTE };
    counted.count += 1;
    if (!known && this.#counts.size > 10_000) this.#drop(now);
    this.#counts.set(key, counted);
    return counted.count > most ? Math.max(1, Math.ceil((counted.until - now) / 1000)) : 0;
  }

  /** @returns seconds to wait; this check is not counted */
  look(key: string, most: number, now: number): number {
    const known = this.#counts.get(key);
    return known && known.until > now && known.count >= most ? Math.max(1, Math.ceil((known.until - now) / 1000)) : 0;
  }

  #drop(now: number): void {
    for (const [key, { until }] of this.#counts) if (until <= now) this.#counts.delete(key);
  }
}

const limits = new WeakMap<Pool, Minutes>();
const limitsOf = (pool: Pool): Minutes => {
  const known = limits.get(pool) ?? new Minutes();
  limits.set(pool, known);
  return known;
};

const tooOften = (what: string, seconds: number): ApiError =>
  new ApiError(429, `${what} Try again in ${seconds} s.`, { retryAfterSeconds: seconds });

const wrong = (): ApiError =>
  new ApiError(
    401,
    'This API token is unknown, was revoked or has expired. Create another one in Ops Portal, My access.',
  );

interface TokenRow extends PersonRow {
  token_id: number;
  token_name: string;
  token_codes: string[];
  token_entities: Country[];
  expires_at: number;
  seen_at: number | null;
}

/** Restricts a person to the rights of a token. */
function narrowed(person: Person, row: TokenRow): Person {
  const codes = tokenCodes(person, { codes: row.token_codes, entities: row.token_entities });
  const entities = person.entities.filter(({ country }) => codes[country] !== undefined);
  const current = entities.find(({ country }) => country === person.currentEntity) ?? entities[0];
  return {
    ...person,
    privilege: PRIVILEGE.normal,
    codes,
    entities,
    tokenName: row.token_name,
    currentEntity: current?.country ?? person.currentEntity,
  };
}

/**
 * Returns the person to whom a request's API token belongs, restricted to the token's rights.
 * @throws ApiError 401 for an invalid token; 429 if the token was used too often, or if the address sent too many
 * invalid tokens
 */
export async function personOfToken(
  context: { database: Database; now: () => number },
  request: FastifyRequest,
  token: string,
): Promise<Person> {
  const { pool } = context.database;
  const minutes = limitsOf(pool);
  const [now, at] = [context.now(), nowSeconds(context)];
  const from = `wrong ${request.ip}`;
  const locked = minutes.look(from, WRONG_TOKENS, now);
  if (locked > 0) throw tooOften('Too many invalid API tokens were sent from this address.', locked);
  const { rows } = SHAPE.test(token)
    ? await pool.query<TokenRow>({
        name: 'token-person',
        text: `SELECT t.id AS token_id, t.name AS token_name, t.codes AS token_codes, t.entities AS token_entities,
                      t.expires_at, t.seen_at, ${PERSON_COLUMNS}
                 FROM api_tokens t JOIN users u ON u.id = t.user_id
                WHERE t.token_hash = $1 AND u.status = ${STATUS.normal}`,
        values: [hashToken(token)],
      })
    : { rows: [] };
  const [row] = rows;
  if (!row || row.expires_at <= at) {
    minutes.add(from, WRONG_TOKENS, now);
    if (row)
      await noteSignIn(pool, request, {
        email: row.email,
        at,
        way: 'token',
        outcome: 'expired',
        detail: row.token_name,
      });
    throw wrong();
  }
  const wait = minutes.add(`token ${row.token_id}`, TOKEN_REQUESTS, now);
  if (wait > 0) throw tooOften(`This API token may make ${TOKEN_REQUESTS} requests per minute.`, wait);
  if (row.seen_at === null || at - row.seen_at >= TOUCH_SECONDS) {
    const seen = 'UPDATE api_tokens SET seen_at = $2, seen_address = $3 WHERE id = $1';
    await pool.query(seen, [row.token_id, at, request.ip]);
    await noteSignIn(pool, request, { email: row.email, at, way: 'token', outcome: 'in', detail: row.token_name });
  }
  return narrowed(toPerson(row), row);
}
