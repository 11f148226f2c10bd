import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { getScim, setGroupRoles, setScimToken } from '../../../contract/scim.ts';
import type { Country } from '../../../domain/country.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { registerAdmin, requireSystemAdmin } from '../admin/support.ts';
import { GROUP_COLUMNS, groupBy, TOKEN_KEY, tokenHash, withRoles, type GroupRow } from './store.ts';

/** Registers the calls of the Provisioning page: the token of the identity provider, and the roles of its groups. */
export function scimSettingRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, getScim, async ({ person }) => {
    requireSystemAdmin(person);
    const { rows } = await pool.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [TOKEN_KEY]);
    const users = await pool.query<{ count: number }>(`SELECT count(*) AS count FROM users WHERE source = 'scim'`);
    const groups = await pool.query<GroupRow>(`SELECT ${GROUP_COLUMNS} FROM scim_groups g ORDER BY g.name`);
    const roles = await pool.query<{ id: number; name: string; entity: Country }>(
      'SELECT r.id, r.name, e.country AS entity FROM roles r JOIN entities e ON e.id = r.entity_id ORDER BY e.id, r.name',
    );
    return {
      roles: roles.rows,
      since: rows[0] ? (JSON.parse(rows[0].value) as { since: number }).since : null,
      users: users.rows[0]?.count ?? 0,
      groups: groups.rows.map(({ id, name, members, roleIds }) => ({ id, name, members: members.length, roleIds })),
    };
  });

  registerAdmin(app, context, setScimToken, async (db, { on }, { person, at }) => {
    requireSystemAdmin(person);
    await db.query('DELETE FROM meta WHERE key = $1', [TOKEN_KEY]);
    const token = on ? `scim_${randomBytes(32).toString('base64url')}` : null;
    if (token !== null)
      await db.query('INSERT INTO meta (key, value) VALUES ($1, $2)', [
        TOKEN_KEY,
        JSON.stringify({ hash: tokenHash(token), since: at }),
      ]);
    return { operator: 'Edit', before: null, after: { on }, logged: { on }, output: { token } };
  });

  registerAdmin(app, context, setGroupRoles, async (db, { id, roleIds: listed, was }, { person, at }) => {
    const roleIds = [...new Set(listed)];
    requireSystemAdmin(person);
    const group = await groupBy(db, id);
    if (group === null) throw notFound(`There is no group ${id}. The identity provider may have removed it.`);
    if (was && !isDeepStrictEqual(new Set(was), new Set(group.roleIds)))
      throw new ApiError(
        409,
        `The roles of the group "${group.name}" were changed by someone else in the meantime. Open it again and repeat your change.`,
      );
    const { rows } = await db.query<{ id: number }>('SELECT id FROM roles WHERE id = ANY ($1)', [roleIds]);
    const unknown = roleIds.find(own => !rows.some(row => row.id === own));
    if (unknown !== undefined) throw badRequest(`roleIds: there is no role ${unknown}`);
    const isSame = isDeepStrictEqual(new Set(roleIds), new Set(group.roleIds));
    if (isSame) return { operator: null, output: null };
    await withRoles(
      db,
      at,
      group.members.map(own => own.id),
      async () => {
        await db.query('UPDATE scim_groups SET role_ids = $2 WHERE id = $1', [id, roleIds]);
      },
    );
    return {
      operator: 'Edit',
      before: { name: group.name, roleIds: group.roleIds },
      after: { name: group.name, roleIds },
      output: null,
    };
  });
}
