import type { FastifyInstance } from 'fastify';
import {
  createToken,
  endOwnSessions,
  getAccess,
  listSignIns,
  revokeToken,
  type ApiToken,
  type SignIn,
} from '../../../contract/access.ts';
import { GRANTABLE_CODES } from '../../../domain/administration.ts';
import { missingRight } from '../../../domain/apiToken.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { allows } from '../../../domain/permission.ts';
import { endOwn, hashToken, holdSession, listSessions, tellEnded, tokenHashOf } from '../../auth/sessions.ts';
import { SIGN_INS_MOST } from '../../auth/signInHistory.ts';
import { newToken } from '../../auth/tokens.ts';
import { ApiError, forbidden, notFound } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ServerContext } from '../../context.ts';
import { lockName } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { requireFreeName } from '../../db/freeName.ts';
import { registerChange } from '../../http/change.ts';
import { registerRead } from '../../http/registrar.ts';
import { OWN_ACCESS } from './own.ts';

const DAY = 24 * 3600;

const TOKEN_COLUMNS = `id, name, codes, entities, created_at AS "createdAt", expires_at AS "expiresAt",
  seen_at AS "seenAt", seen_address AS "seenAddress"`;

/** The data about a token that is logged, without the token itself. */
const loggedToken = ({ name, codes, entities, expiresAt }: ApiToken) => ({
  name,
  codes: codes.join(', '),
  entities: entities.join(', '),
  expiresAt,
});

/** Registers the calls for a person's own sessions, sign-ins and API tokens. */
export function accessRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const own = (call: Call): string => tokenHashOf(context, call.request) ?? '';

  registerRead(app, context, getAccess, async call => {
    const { person } = call;
    const sessions = await listSessions(context, person.userId, own(call));
    const tokens = await pool.query<ApiToken>(
      `SELECT ${TOKEN_COLUMNS} FROM api_tokens WHERE user_id = $1 ORDER BY id DESC`,
      [person.userId],
    );
    const rights = person.entities.map(({ country }) => ({
      entity: country,
      codes: GRANTABLE_CODES.filter(code => allows(person, country, code)),
    }));
    return { sessions, tokens: tokens.rows, rights };
  });

  registerRead(app, context, listSignIns, async ({ person }) => {
    const { rows } = await pool.query<SignIn>(
      `SELECT id, at, last_at AS "lastAt", count, way, outcome, address, agent, detail
         FROM sign_ins WHERE user_id = $1 ORDER BY last_at DESC, id DESC LIMIT $2`,
      [person.userId, SIGN_INS_MOST],
    );
    return { list: rows };
  });

  registerChange(
    app,
    context,
    endOwnSessions,
    { ...OWN_ACCESS, after: call => tellEnded(context, call.person.userId, own(call)) },
    async (db, { id }, { call }) => {
      const { email, userId } = call.person;
      const ended = await endOwn(db, userId, own(call), id ?? null);
      if (id !== undefined && ended.length === 0)
        throw notFound('This session has already ended. Reload the page to see the active sessions.');
      return {
        operator: 'Delete',
        before: { email, sessions: ended.length, addresses: [...new Set(ended.map(each => each.address))].join(', ') },
        after: null,
        logged: { email, sessions: id === undefined ? 'all others' : 'one' },
        output: { ended: ended.length },
      };
    },
  );

  registerChange(app, context, createToken, OWN_ACCESS, async (db, input, { call, at }) => {
    const { person } = call;
    await holdSession(db, person.userId, own(call));
    const codes = GRANTABLE_CODES.filter(code => input.codes.includes(code));
    const entities = [...new Set(input.entities)];
    const missing = missingRight(person, { codes, entities });
    if (missing !== null)
      throw forbidden(
        `You do not have ${missing.code} in ${COUNTRIES[missing.entity].inText} yourself, so a token cannot have it. Remove it.`,
      );
    await lockName(db, `tokens ${person.userId}`);
    const held = { text: 'SELECT name FROM api_tokens WHERE user_id = $1', values: [person.userId] };
    await requireFreeName(
      db,
      input.name,
      held,
      taken => `You already have an API token "${taken}". Choose another name, or revoke that one.`,
    );
    const { rowCount: count } = await db.query(held.text, held.values);
    if ((count ?? 0) >= LIMITS.tokensPerPerson)
      throw new ApiError(409, `You have ${count} API tokens, which is the maximum. Revoke one first.`);
    const token = newToken();
    const { rows } = await db.query<ApiToken>(
      `INSERT INTO api_tokens (user_id, name, token_hash, codes, entities, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${TOKEN_COLUMNS}`,
      [person.userId, input.name, hashToken(token), codes, entities, at, at + input.days * DAY],
    );
    const created = rows[0] as ApiToken;
    const logged = { ...loggedToken(created), days: input.days };
    return { operator: 'Create', before: null, after: loggedToken(created), logged, output: { token, created } };
  });

  registerChange(app, context, revokeToken, OWN_ACCESS, async (db, { id }, { call: { person } }) => {
    const { rows } = await db.query<ApiToken>(
      `DELETE FROM api_tokens WHERE user_id = $1 AND id = $2 RETURNING ${TOKEN_COLUMNS}`,
      [person.userId, id],
    );
    const [revoked] = rows;
    if (!revoked) throw notFound('You have no such API token. It may already have been revoked; reload the page.');
    return {
      operator: 'Delete',
      before: loggedToken(revoked),
      after: null,
      logged: { name: revoked.name },
      output: null,
    };
  });
}
