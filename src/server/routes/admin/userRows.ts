import type { UserRow } from '../../../contract/admin.ts';
import type { Country } from '../../../domain/country.ts';
import type { Administered } from '../../../domain/administration.ts';
import { fold } from '../../../domain/fold.ts';
import { containsFolded } from '../../db/foldSql.ts';
import type { Queryable } from '../../db/transaction.ts';
import { notFound } from '../../base/envelope.ts';
import { storedEmail } from './support.ts';

/** The columns that contain everything that the list and the form show about a user. */
const COLUMNS = `
  u.id, u.email, u.name, u.privilege, u.category, u.status, u.version,
  coalesce((SELECT json_agg(e.country ORDER BY e.id) FROM user_entities ue JOIN entities e ON e.id = ue.entity_id
             WHERE ue.user_id = u.id), '[]'::json) AS entities,
  coalesce((SELECT json_agg(ue.entity_id ORDER BY ue.entity_id) FROM user_entities ue
             WHERE ue.user_id = u.id), '[]'::json) AS "entityIds",
  coalesce((SELECT json_agg(json_build_object('id', r.id, 'name', r.name, 'entity', e.country) ORDER BY e.id, r.name)
              FROM user_roles ur JOIN roles r ON r.id = ur.role_id JOIN entities e ON e.id = r.entity_id
             WHERE ur.user_id = u.id), '[]'::json) AS roles,
  EXISTS (SELECT 1 FROM whitelist w WHERE w.email = u.email) AS whitelisted,
  (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id) AS sessions,
  seen.at::float8 AS "seenAt", coalesce(seen.address, '') AS "seenAddress", coalesce(seen.agent, '') AS "seenAgent",
  (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys`;

/** A sign-in remains when its session has ended. */
const FROM = `users u LEFT JOIN LATERAL (
  SELECT at, address, agent FROM (
    SELECT s.seen_at AS at, s.address, s.agent FROM sessions s WHERE s.user_id = u.id
     UNION ALL
    SELECT i.at, i.address, i.agent FROM sign_ins i WHERE i.user_id = u.id AND i.outcome = 'in' AND i.way <> 'token'
  ) AS uses ORDER BY at DESC LIMIT 1) AS seen ON true`;

const ORDERS: Readonly<Record<string, string>> = {
  email: 'u.email',
  name: 'lower(u.name)',
  privilege: 'u.privilege',
  status: 'u.status',
  seenAt: '"seenAt"',
};

interface UserFilter {
  /** A substring of an e-mail or name, ignoring case and accents; or an ID. */
  q?: string | undefined;
  privilege?: number | undefined;
  status?: number | undefined;
  /** The entities whose users are listed; null for all users. */
  within: readonly Country[] | null;
  /** The column to sort by, prefixed with "-" for descending order. */
  sort?: string | undefined;
  count: number;
  offset: number;
}

/** Returns a page of users. */
export async function listUserRows(
  db: Queryable,
  { q, privilege, status, within, sort, count, offset }: UserFilter,
): Promise<{ list: UserRow[]; total: number }> {
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    ...(q === undefined || q === ''
      ? []
      : [`(${containsFolded(`u.email || ' ' || u.name`, given(fold(q)))} OR u.id::text = ${given(fold(q))})`]),
    ...(privilege === undefined ? [] : [`u.privilege = ${given(privilege)}`]),
    ...(status === undefined ? [] : [`u.status = ${given(status)}`]),
    ...(within === null
      ? []
      : [
          `EXISTS (SELECT 1 FROM user_entities ue JOIN entities e ON e.id = ue.entity_id
                    WHERE ue.user_id = u.id AND e.country = ANY (${given(within)}))`,
        ]),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const descending = sort?.startsWith('-') === true;
  const order = ORDERS[descending ? (sort ?? '').slice(1) : (sort ?? '')] ?? 'u.email';
  const total = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM users u ${where}`, values);
  const { rows } = await db.query<UserRow>(
    `SELECT ${COLUMNS} FROM ${FROM} ${where} ORDER BY ${order} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}, u.email
     LIMIT ${given(count)} OFFSET ${given(offset)}`,
    values,
  );
  return { list: rows, total: total.rows[0]?.count ?? 0 };
}

/**
 * Returns a user by id or e-mail (G24).
 * @param lock whether to lock the user against other changes until the transaction ends
 * @throws ApiError 404
 */
export async function userBy(db: Queryable, name: string, lock = false): Promise<UserRow> {
  const byId = /^\d{1,9}$/.test(name);
  const value = byId ? Number(name) : await storedEmail(db, 'users', name);
  if (lock) await db.query(`SELECT id FROM users WHERE ${byId ? 'id' : 'email'} = $1 FOR UPDATE`, [value]);
  const { rows } = await db.query<UserRow>(`SELECT ${COLUMNS} FROM ${FROM} WHERE u.${byId ? 'id' : 'email'} = $1`, [
    value,
  ]);
  if (!rows[0]) throw notFound(`There is no user "${name}". Check the e-mail or the ID.`);
  return rows[0];
}

/** The values of a user on which the administration rules depend. */
export const administered = ({
  email,
  privilege,
  entities,
}: Pick<UserRow, 'email' | 'privilege' | 'entities'>): Administered => ({
  email,
  privilege,
  entities,
});

/**
 * The entity whose log contains a change of a user: the one in which the administrator works if the user belongs to it,
 * otherwise the user's first one, so that its administrators see the change and those of other entities do not.
 */
export const logEntityOf = ({ entities }: Pick<UserRow, 'entities'>, entity: Country): Country =>
  entities.includes(entity) ? entity : (entities[0] ?? entity);

/** A user as shown in the log. */
export const loggedUser = ({ email, name, privilege, category, status, entities, roles, whitelisted }: UserRow) => ({
  email,
  name,
  privilege,
  category,
  status,
  entities: entities.join(', '),
  roles: roles.map(role => `${role.name} (${role.entity})`).join(', '),
  whitelisted,
});
