import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserRow } from '../../../contract/admin.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { STATUS } from '../../../domain/permission.ts';
import { isStorable, isStorableText } from '../../../domain/storableText.ts';
import {
  booleanOf,
  filterOf,
  groupChangeOf,
  groupPatchOf,
  SCIM_SCHEMA,
  ScimProblem,
  userChangeOf,
  userPatchOf,
  type NameParts,
  type ScimFilter,
} from '../../../domain/scim/scim.ts';
import { AddressTaken } from '../admin/accounts.ts';
import { ApiError } from '../../base/envelope.ts';
import { pathOf } from '../../base/requestPath.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { repeatedInBody } from '../../http/jsonBody.ts';
import { isTooDeep } from '../../http/readInput.ts';
import { notifyNews } from '../../feed/listen.ts';
import { RIGHTS_CHANGED } from '../../feed/hub.ts';
import { lockAdministration, storedEmail } from '../admin/support.ts';
import { userBy } from '../admin/userRows.ts';
import { describeScim } from './describe.ts';
import {
  GROUP_COLUMNS,
  groupBy,
  groupNames,
  GroupTaken,
  namePartsOf,
  removeGroup,
  saveGroup,
  saveUser,
  TOKEN_KEY,
  tokenHash,
  type GroupRow,
} from './store.ts';

/** SCIM 2.0 for identity providers, below /api/scim/v2, with a token of its own. */

export const SCIM_BASE = '/api/scim/v2';
const COUNT_MOST = 200;
/** Maximum length of a filter. */
const FILTER_MOST = 1000;

interface Found {
  user: UserRow;
  externalId: string | null;
  parts: NameParts;
  groups: { id: number; name: string }[];
}

const userResource = ({ user, externalId, parts: { givenName, familyName }, groups }: Found) => ({
  schemas: [SCIM_SCHEMA.user],
  id: String(user.id),
  ...(externalId === null ? {} : { externalId }),
  userName: user.email,
  displayName: user.name,
  name: {
    formatted: user.name,
    ...(givenName === '' ? {} : { givenName }),
    ...(familyName === '' ? {} : { familyName }),
  },
  active: user.status === STATUS.normal,
  emails: [{ value: user.email, type: 'work', primary: true }],
  groups: groups.map(({ id, name }) => ({ value: String(id), display: name, $ref: `${SCIM_BASE}/Groups/${id}` })),
  meta: { resourceType: 'User', location: `${SCIM_BASE}/Users/${user.id}`, version: `W/"${user.version}"` },
});

const groupResource = (group: GroupRow, withMembers: boolean) => ({
  schemas: [SCIM_SCHEMA.group],
  id: String(group.id),
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  displayName: group.name,
  ...(withMembers
    ? {
        members: group.members.map(({ id, email }) => ({
          value: String(id),
          display: email,
          $ref: `${SCIM_BASE}/Users/${id}`,
        })),
      }
    : {}),
  meta: { resourceType: 'Group', location: `${SCIM_BASE}/Groups/${group.id}` },
});

async function found(db: Queryable, user: UserRow): Promise<Found> {
  const { rows } = await db.query<{ externalId: string | null }>(
    `SELECT CASE source WHEN 'scim' THEN external_id END AS "externalId" FROM users WHERE id = $1`,
    [user.id],
  );
  const groups = await db.query<{ id: number; name: string }>(
    'SELECT g.id, g.name FROM scim_members m JOIN scim_groups g ON g.id = m.group_id WHERE m.user_id = $1 ORDER BY g.id',
    [user.id],
  );
  const parts = await namePartsOf(db, user.id);
  return { user, externalId: rows[0]?.externalId ?? null, parts, groups: groups.rows };
}

const errorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: [SCIM_SCHEMA.error],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
});

function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const send = (status: number, detail: string, type?: string) =>
    reply
      .code(status)
      .type('application/scim+json')
      .send(JSON.stringify(errorBody(status, detail, type)));
  if (error instanceof ScimProblem) return send(400, error.message, error.scimType);
  if (error instanceof ApiError)
    return send(
      error.status,
      error.message,
      error instanceof AddressTaken || error instanceof GroupTaken ? 'uniqueness' : undefined,
    );
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === '23505') return send(409, 'Another user or group already has this name or externalId.', 'uniqueness');
  if (statusCode !== undefined && statusCode < 500) return send(statusCode, (error as Error).message, 'invalidSyntax');
  reply.log.error({ err: error }, 'A SCIM request failed');
  return send(500, 'The server could not do this. Try again; its log has the reason.');
}

const notThere = (what: string, id: string): ApiError => new ApiError(404, `There is no ${what} ${id.slice(0, 40)}.`);
const numberOf = (what: string, id: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notThere(what, id);
  return Number(id);
};

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, string | undefined> }>;

/**
 * Returns the requested page of a list: the first index, starting at 1, and the number of entries (RFC 7644, 3.4.2.4).
 */
function pageOf({ query }: Asked): { start: number; count: number } {
  const whole = (name: string, fallback: number) => {
    const value = Number(query[name] ?? fallback);
    if (!Number.isInteger(value)) throw new ScimProblem('invalidValue', `${name} must be a whole number.`);
    return value;
  };
  return {
    start: Math.min(Math.max(1, whole('startIndex', 1)), 1_000_000),
    count: Math.min(Math.max(0, whole('count', COUNT_MOST)), COUNT_MOST),
  };
}

const listBody = (start: number, total: number, resources: readonly unknown[]) => ({
  schemas: [SCIM_SCHEMA.list],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** SQL of what a filter compares; `$` is replaced by the number of the parameter with the value. */
interface Compared {
  sql: string;
  /** The value of the parameter; by default the value in the filter, without differences that people do not see. */
  parameter?: (db: Queryable, value: string) => Promise<unknown>;
}

// Addresses and names of groups are found in every spelling that is the same address or name elsewhere.
const EMAIL: Compared = { sql: 'email = $', parameter: async (db, value) => storedEmail(db, 'users', value) };
const USER_FILTER: Readonly<Record<string, Compared>> = {
  username: EMAIL,
  emails: EMAIL,
  'emails.value': EMAIL,
  externalid: { sql: `(source = 'scim' AND external_id IS NOT DISTINCT FROM $)` },
  id: { sql: 'id::text = $' },
  active: {
    sql: `(status = ${STATUS.normal}) = $::bool`,
    parameter: async (_, value) => booleanOf(value, 'active'),
  },
  displayname: { sql: 'lower(name) = lower($)' },
};
const MEMBER: Compared = {
  sql: 'EXISTS (SELECT 1 FROM scim_members m WHERE m.group_id = g.id AND m.user_id::text = $)',
};
const GROUP_FILTER: Readonly<Record<string, Compared>> = {
  displayname: { sql: 'name = ANY ($)', parameter: groupNames },
  externalid: { sql: 'external_id IS NOT DISTINCT FROM $' },
  id: { sql: 'id::text = $' },
  members: MEMBER,
  'members.value': MEMBER,
};

/**
 * Returns the condition for the filter of a list, and its values.
 * @throws ScimProblem for an attribute that cannot be searched
 */
async function conditionOf(
  db: Queryable,
  { query }: Asked,
  known: Readonly<Record<string, Compared>>,
): Promise<{ sql: string; values: unknown[] }> {
  const values: unknown[] = [];
  const sqlOf = async (filter: ScimFilter): Promise<string> => {
    if (filter.kind === 'not') return `NOT ${await sqlOf(filter.of)}`;
    if (filter.kind !== 'eq') {
      const parts = [];
      for (const part of filter.of) parts.push(await sqlOf(part));
      return `(${parts.join(` ${filter.kind.toUpperCase()} `)})`;
    }
    const { attribute, value } = filter;
    if (!isStorableText(value))
      throw new ScimProblem('invalidFilter', 'The filter contains a character that cannot be stored.');
    const compared = known[attribute];
    if (compared === undefined)
      throw new ScimProblem('invalidFilter', `Users and groups cannot be filtered by ${attribute}.`);
    values.push(await (compared.parameter?.(db, value) ?? normalise(value, 'line')));
    return compared.sql.replace('$', `$${values.length}`);
  };
  const given = query['filter'];
  if (given === undefined) return { sql: 'true', values };
  if (given.length > FILTER_MOST)
    throw new ScimProblem('invalidFilter', `A filter can have at most ${FILTER_MOST} characters.`);
  return { sql: await sqlOf(filterOf(given)), values };
}

/** Registers the SCIM routes for callers with the token. Nobody can call them until a token has been created. */
export function scimRoutes(app: FastifyInstance, context: ServerContext): void {
  const { database, hub } = context;
  const { pool } = database;

  const change = async <T>(work: (db: Queryable, at: number) => Promise<T>): Promise<T> => {
    const result = await transaction(pool, async db => {
      // Providers send a group's members while they create other members.
      await lockAdministration(db);
      const done = await work(db, nowSeconds(context));
      await notifyNews(database, db, RIGHTS_CHANGED);
      return done;
    });
    hub.announce(RIGHTS_CHANGED);
    hub.poke();
    return result;
  };
  const userOf = async (db: Queryable, id: string, lock = false): Promise<UserRow> =>
    userBy(db, String(numberOf('user', id)), lock);
  const groupOf = async (db: Queryable, id: string): Promise<GroupRow> => {
    const group = await groupBy(db, numberOf('group', id));
    if (group === null) throw notThere('group', id);
    return group;
  };

  void app.register(
    async scim => {
      const parse = (_request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) => {
        // Some clients send a content type with a DELETE that has no body.
        if (body === '') return done(null);
        let value: unknown;
        try {
          value = JSON.parse(body);
        } catch {
          return done(new ScimProblem('invalidSyntax', 'The body is not JSON.'));
        }
        const problem = repeatedInBody(body);
        return done(problem === null ? null : new ScimProblem('invalidSyntax', problem), value);
      };
      scim.addContentTypeParser('application/scim+json', { parseAs: 'string' }, parse as never);
      scim.setErrorHandler((error, _request, reply) => void sendProblem(reply, error));
      const nothingHere = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
        sendProblem(
          reply,
          new ApiError(
            404,
            `There is no ${request.method} ${pathOf(request.url).slice(SCIM_BASE.length, 200)} here. This server has /Users and /Groups; /ServiceProviderConfig says what it supports.`,
          ),
        );
      scim.setNotFoundHandler(nothingHere);
      // Otherwise, the route of the console’s files, which matches every address, would handle the request.
      scim.get('/*', nothingHere);
      scim.addHook('preHandler', async request => {
        const { rows } = await pool.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [TOKEN_KEY]);
        const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
        const stored = (JSON.parse(rows[0]?.value ?? '{}') as { hash?: string }).hash;
        const fits = stored !== undefined && timingSafeEqual(Buffer.from(stored), Buffer.from(tokenHash(token)));
        if (!fits)
          throw new ApiError(
            401,
            'The token for SCIM is missing or wrong. A System Admin creates one on the page Provisioning.',
          );
      });
      const send = (reply: FastifyReply, status: number, body: unknown) =>
        reply.code(status).type('application/scim+json').header('cache-control', 'no-store').send(JSON.stringify(body));
      // These bodies have no declared schema, so text that no call accepts is refused here, after checking the token.
      scim.addHook('preHandler', async ({ body, query }) => {
        if (isTooDeep(body)) throw new ScimProblem('invalidSyntax', 'The body is nested too deeply.');
        if (!isStorable(body) || !isStorable(query))
          throw new ScimProblem('invalidValue', 'The request contains a character that cannot be stored.');
      });
      describeScim(scim, send);

      scim.get('/Users', async (request, reply) => {
        const asked = request as Asked;
        const { start, count } = pageOf(asked);
        const { sql, values } = await conditionOf(pool, asked, USER_FILTER);
        const total = await pool.query<{ total: number }>(`SELECT count(*) AS total FROM users WHERE ${sql}`, values);
        const { rows } = await pool.query<{ id: number }>(
          `SELECT id FROM users WHERE ${sql} ORDER BY id LIMIT ${count} OFFSET ${start - 1}`,
          values,
        );
        const list = [];
        for (const { id } of rows) list.push(userResource(await found(pool, await userBy(pool, String(id)))));
        return send(reply, 200, listBody(start, total.rows[0]?.total ?? 0, list));
      });
      scim.get('/Users/:id', async (request, reply) => {
        const user = await userOf(pool, (request as Asked).params.id);
        return send(reply, 200, userResource(await found(pool, user)));
      });
      scim.post('/Users', async (request, reply) => {
        const resource = userChangeOf(request.body);
        if (resource.userName === undefined) throw new ScimProblem('invalidValue', 'userName is missing.');
        const made = await change(async (db, at) => found(db, await saveUser(db, at, null, resource)));
        return send(reply.header('location', `${SCIM_BASE}/Users/${made.user.id}`), 201, userResource(made));
      });
      const changeUser =
        (read: (body: unknown) => ReturnType<typeof userChangeOf>) =>
        async (request: FastifyRequest, reply: FastifyReply) => {
          const wanted = read(request.body);
          const { id } = (request as Asked).params;
          const saved = await change(async (db, at) =>
            found(db, await saveUser(db, at, await userOf(db, id, true), wanted)),
          );
          return send(reply, 200, userResource(saved));
        };
      scim.put('/Users/:id', changeUser(userChangeOf));
      scim.patch('/Users/:id', changeUser(userPatchOf));
      scim.delete('/Users/:id', async (request, reply) => {
        const { id } = (request as Asked).params;
        // The e-mail stays reserved and the log is kept, as when a person deletes a user.
        await change(async (db, at) => saveUser(db, at, await userOf(db, id, true), { active: false }));
        return reply.code(204).send();
      });

      scim.get('/Groups', async (request, reply) => {
        const asked = request as Asked;
        const { start, count } = pageOf(asked);
        const { sql, values } = await conditionOf(pool, asked, GROUP_FILTER);
        const total = await pool.query<{ total: number }>(
          `SELECT count(*) AS total FROM scim_groups g WHERE ${sql}`,
          values,
        );
        const { rows } = await pool.query<GroupRow>(
          `SELECT ${GROUP_COLUMNS} FROM scim_groups g WHERE ${sql} ORDER BY g.id LIMIT ${count} OFFSET ${start - 1}`,
          values,
        );
        const withMembers = !/members/i.test(asked.query['excludedAttributes'] ?? '');
        return send(
          reply,
          200,
          listBody(
            start,
            total.rows[0]?.total ?? 0,
            rows.map(row => groupResource(row, withMembers)),
          ),
        );
      });
      scim.get('/Groups/:id', async (request, reply) => {
        const { params, query } = request as Asked;
        const group = await groupOf(pool, params.id);
        return send(reply, 200, groupResource(group, !/members/i.test(query['excludedAttributes'] ?? '')));
      });
      scim.post('/Groups', async (request, reply) => {
        const wanted = groupChangeOf(request.body);
        const group = await change((db, at) => saveGroup(db, at, null, wanted));
        return send(reply.header('location', `${SCIM_BASE}/Groups/${group.id}`), 201, groupResource(group, true));
      });
      scim.put('/Groups/:id', async (request, reply) => {
        // In a replacement, fields that are omitted become empty.
        const wanted = { members: [], ...groupChangeOf(request.body) };
        const { id } = (request as Asked).params;
        const group = await change(async (db, at) => saveGroup(db, at, await groupOf(db, id), wanted));
        return send(reply, 200, groupResource(group, true));
      });
      scim.patch('/Groups/:id', async (request, reply) => {
        const { id } = (request as Asked).params;
        const group = await change(async (db, at) => {
          const before = await groupOf(db, id);
          return saveGroup(
            db,
            at,
            before,
            groupPatchOf(
              request.body,
              before.members.map(own => own.id),
            ),
          );
        });
        return send(reply, 200, groupResource(group, true));
      });
      scim.delete('/Groups/:id', async (request, reply) => {
        const { id } = (request as Asked).params;
        await change(async (db, at) => removeGroup(db, at, await groupOf(db, id)));
        return reply.code(204).send();
      });
    },
    { prefix: SCIM_BASE },
  );
}
