import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { UserRow } from '../../../contract/admin.ts';
import { canonicalEmail, isEmail, newEmailProblem } from '../../../domain/email.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import { PRIVILEGE, STATUS, ADMINISTRATION } from '../../../domain/permission.ts';
import {
  nameAfter,
  ScimProblem,
  type GroupChange,
  type NameParts,
  type UserChange,
} from '../../../domain/scim/scim.ts';
import type { Person } from '../../auth/person.ts';
import type { Queryable } from '../../db/transaction.ts';
import { writeAudit } from '../../writes/audit.ts';
import { ApiError } from '../../base/envelope.ts';
import { nameKey } from '../../../domain/sameName.ts';
import { accountName, accountOf, saveAccount } from '../admin/accounts.ts';
import { loggedUser, userBy } from '../admin/userRows.ts';
import { NO_PERSON } from '../../db/personSchema.ts';

/** Accounts and groups, as changed by an identity provider. The log shows "SCIM" as the author of all these changes. */

/** The author of the identity provider's changes. It has the rights of a System Admin, but cannot create one. */
export const PROVIDER: Person = {
  userId: NO_PERSON,
  email: 'SCIM',
  name: 'SCIM',
  privilege: PRIVILEGE.systemAdmin,
  category: 0,
  codes: {},
  currentEntity: COUNTRY_CODES[0] as Country,
  entities: [],
  whitelisted: true,
};

export const TOKEN_KEY = 'scim.token';
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface GroupRow {
  id: number;
  name: string;
  externalId: string | null;
  roleIds: number[];
  members: { id: number; email: string }[];
}

export const GROUP_COLUMNS = `g.id, g.name, g.external_id AS "externalId", g.role_ids AS "roleIds",
  coalesce((SELECT json_agg(json_build_object('id', u.id, 'email', u.email) ORDER BY u.id)
              FROM scim_members m JOIN users u ON u.id = m.user_id WHERE m.group_id = g.id), '[]'::json) AS members`;

/** Returns the group with the given id, or null if it does not exist. */
export async function groupBy(db: Queryable, id: number): Promise<GroupRow | null> {
  const { rows } = await db.query<GroupRow>(`SELECT ${GROUP_COLUMNS} FROM scim_groups g WHERE g.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Thrown if another group already has the name. */
export class GroupTaken extends ApiError {
  constructor(name: string) {
    super(409, `There is already a group "${name}". Choose another displayName, or change that group.`);
  }
}

/** Returns the names of the groups whose name is the same as a given one (domain/sameName). */
export async function groupNames(db: Queryable, name: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM scim_groups ORDER BY id');
  return rows.map(row => row.name).filter(own => nameKey(own) === nameKey(name));
}

type Logged = Record<string, unknown> | null;

/** Who changes accounts, and the base path under which the log shows the change. */
export interface Source {
  person: Person;
  base: string;
}
const SCIM: Source = { person: PROVIDER, base: '/api/scim/v2/' };

/** Writes a log entry in the first entity of the user. */
export async function logProvider(
  db: Queryable,
  at: number,
  change: {
    url: string;
    operator: 'Create' | 'Edit' | 'Delete';
    input: unknown;
    before: Logged;
    after: Logged;
    entity?: Country | undefined;
  },
  { person, base }: Source = SCIM,
): Promise<void> {
  await writeAudit(
    db,
    { url: `${base}${change.url}`, input: change.input, person },
    change.entity ?? (COUNTRY_CODES[0] as Country),
    {
      feature: ADMINISTRATION,
      operator: change.operator,
      channelId: null,
      tplId: null,
      before: change.before,
      after: change.after,
    },
    at,
  );
}

/** Returns the parts of a user's name, as the identity provider last sent them. */
export async function namePartsOf(db: Queryable, userId: number): Promise<NameParts> {
  const { rows } = await db.query<NameParts>(
    'SELECT given_name AS "givenName", family_name AS "familyName" FROM users WHERE id = $1',
    [userId],
  );
  return rows[0] ?? { givenName: '', familyName: '' };
}

/**
 * Creates an account, or updates the existing one. The sessions of a disabled account end.
 * @throws ApiError, ScimProblem
 */
export async function saveUser(
  db: Queryable,
  at: number,
  before: UserRow | null,
  change: UserChange,
): Promise<UserRow> {
  const email = before?.email ?? canonicalEmail(change.userName ?? '');
  if (!isEmail(email))
    throw new ScimProblem('invalidValue', `userName is "${email}", but it must be an e-mail address.`);
  const problem = before ? null : newEmailProblem(email);
  if (problem !== null) throw new ScimProblem('invalidValue', `userName ${problem}`);
  const canonical = canonicalEmail(email);
  if (before && change.userName !== undefined && canonicalEmail(change.userName) !== canonical)
    throw new ScimProblem('mutability', `userName names the account ${email} and never changes.`);
  const { emails = [], ...sent } = change;
  const other = emails.find(address => canonicalEmail(address) !== canonical);
  // Whatever else a request says, it must be possible to lock somebody out with it.
  if (other !== undefined && change.active !== false)
    throw new ScimProblem(
      'mutability',
      `emails is "${other}", but it is always the userName ${email}. Remove emails from the attributes that are sent, or map it to the userName.`,
    );
  const former = before && (await namePartsOf(db, before.id));
  const was = before
    ? accountOf(before)
    : {
        name: email,
        privilege: PRIVILEGE.normal,
        category: 0 as const,
        status: STATUS.normal,
        entityIds: [],
        roleIds: [],
        whitelisted: true,
      };
  const status = change.active === undefined ? was.status : change.active ? STATUS.normal : STATUS.disabled;
  const account = {
    ...was,
    name: accountName(nameAfter(change, before && former && { ...former, name: before.name, email }), was.name),
    status,
    // A person whom the provider enables again may use the console.
    whitelisted: was.whitelisted || (status === STATUS.normal && was.status !== STATUS.normal),
  };
  const saved = await saveAccount(db, PROVIDER, email, before, account);
  const linked =
    change.externalId === undefined && before !== null
      ? { rowCount: 0 }
      : await db.query(
          `UPDATE users SET source = 'scim', external_id = $2 WHERE id = $1 AND (source <> 'scim' OR external_id IS DISTINCT FROM $2)`,
          [saved.id, change.externalId ?? null],
        );
  const parts = {
    givenName: accountName(change.givenName ?? former?.givenName ?? '', ''),
    familyName: accountName(change.familyName ?? former?.familyName ?? '', ''),
  };
  const renamed = !isDeepStrictEqual(parts, former ?? { givenName: '', familyName: '' });
  if (renamed)
    await db.query('UPDATE users SET given_name = $2, family_name = $3 WHERE id = $1', [
      saved.id,
      parts.givenName,
      parts.familyName,
    ]);
  // Providers send the same user again and again.
  if (saved === before && linked.rowCount === 0 && !renamed) return saved;
  await logProvider(db, at, {
    url: before ? 'Users/{id}' : 'Users',
    operator: before === null ? 'Create' : status === STATUS.disabled ? 'Delete' : 'Edit',
    input: { ...sent, userName: email },
    before: before && loggedUser(before),
    after: loggedUser(saved),
    entity: saved.entities[0],
  });
  return saved;
}

/** Returns the roles that people have through their groups. */
async function rolesByGroups(db: Queryable, userIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const { rows } = await db.query<{ user: number; role: number }>(
    `SELECT DISTINCT m.user_id AS "user", r.id AS role FROM scim_members m JOIN scim_groups g ON g.id = m.group_id
       JOIN roles r ON r.id = ANY (g.role_ids) WHERE m.user_id = ANY ($1)`,
    [userIds],
  );
  const found = new Map<number, Set<number>>();
  for (const { user, role } of rows) found.set(user, (found.get(user) ?? new Set()).add(role));
  return found;
}

/** Returns the ids of the roles, or of the entities, that a person has only because of groups. */
async function broughtByGroups(
  db: Queryable,
  table: 'user_roles' | 'user_entities',
  userId: number,
): Promise<Set<number>> {
  const column = table === 'user_roles' ? 'role_id' : 'entity_id';
  const { rows } = await db.query<{ id: number }>(
    `SELECT ${column} AS id FROM ${table} WHERE user_id = $1 AND by_group`,
    [userId],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Runs `work`, which changes groups, and then updates the roles of their members. A person who has left a group loses
 * its roles, unless another group grants them; roles and entities that were granted manually are kept, even if a group
 * also granted them.
 * @param involved ids of all people who may be members before or after the change
 * @returns whether anyone's roles have changed
 */
export async function withRoles(
  db: Queryable,
  at: number,
  involved: readonly number[],
  work: () => Promise<void>,
  source: Source = SCIM,
): Promise<boolean> {
  let changed = false;
  const before = await rolesByGroups(db, involved);
  await work();
  const after = await rolesByGroups(db, involved);
  const { rows: roles } = await db.query<{ id: number; entity: number }>('SELECT id, entity_id AS entity FROM roles');
  const entityOf = new Map(roles.map(({ id, entity }) => [id, entity]));
  for (const id of involved.toSorted((a, b) => a - b)) {
    const [had, has] = [before.get(id) ?? new Set<number>(), after.get(id) ?? new Set<number>()];
    const left = [...had].filter(role => !has.has(role));
    const gained = [...has].filter(role => !had.has(role));
    if (left.length + gained.length === 0) continue;
    const user = await userBy(db, String(id), true);
    const account = accountOf(user);
    const [rolesBrought, entitiesBrought] = [
      await broughtByGroups(db, 'user_roles', id),
      await broughtByGroups(db, 'user_entities', id),
    ];
    const lost = left.filter(role => rolesBrought.has(role));
    const roleIds = [...new Set([...account.roleIds.filter(role => !lost.includes(role)), ...gained])];
    const entitiesOf = (ids: readonly number[]) => ids.map(role => entityOf.get(role) ?? 0);
    const ended = entitiesOf(lost).filter(
      entity => entitiesBrought.has(entity) && !entitiesOf(roleIds).includes(entity),
    );
    const entityIds = [
      ...new Set([...account.entityIds.filter(entity => !ended.includes(entity)), ...entitiesOf(gained)]),
    ];
    const isNew = (of: readonly number[]) => (own: number) => !of.includes(own);
    const [newRoles, newEntities] = [
      roleIds.filter(isNew(account.roleIds)),
      entityIds.filter(isNew(account.entityIds)),
    ];
    if (lost.length + newRoles.length + newEntities.length === 0) continue;
    changed = true;
    const saved = await saveAccount(db, source.person, user.email, user, { ...account, roleIds, entityIds });
    await db.query('UPDATE user_roles SET by_group = true WHERE user_id = $1 AND role_id = ANY ($2)', [id, newRoles]);
    await db.query('UPDATE user_entities SET by_group = true WHERE user_id = $1 AND entity_id = ANY ($2)', [
      id,
      newEntities,
    ]);
    await logProvider(
      db,
      at,
      {
        url: 'Users/{id}',
        operator: 'Edit',
        input: { userName: user.email, roles: 'of its groups' },
        before: loggedUser(user),
        after: loggedUser(saved),
        entity: saved.entities[0] ?? user.entities[0],
      },
      source,
    );
  }
  return changed;
}

/**
 * Creates a group, or updates the existing one, and updates the roles of its members.
 * @throws ScimProblem if a member is not a user
 */
export async function saveGroup(
  db: Queryable,
  at: number,
  before: GroupRow | null,
  change: GroupChange,
): Promise<GroupRow> {
  const had = before?.members.map(({ id }) => id) ?? [];
  const wanted = change.members ?? had;
  const { rows: known } = await db.query<{ id: number }>('SELECT id FROM users WHERE id = ANY ($1)', [wanted]);
  const unknown = wanted.find(id => !known.some(row => row.id === id));
  if (unknown !== undefined)
    throw new ScimProblem('invalidValue', `There is no user ${unknown}, so it cannot be a member.`);
  const name = change.name === undefined ? before?.name : normalise(change.name, 'line');
  if (name === undefined || name === '') throw new ScimProblem('invalidValue', 'displayName is missing.');
  const externalId = change.externalId === undefined ? (before?.externalId ?? null) : change.externalId;
  let id = before?.id ?? 0;
  const same =
    before && isDeepStrictEqual([name, externalId, new Set(wanted)], [before.name, before.externalId, new Set(had)]);
  if (same) return before;
  // A name that only changes its spelling is still the same group's.
  const [taken] = name === before?.name ? [] : (await groupNames(db, name)).filter(own => own !== before?.name);
  if (taken !== undefined) throw new GroupTaken(taken);
  await withRoles(db, at, [...new Set([...had, ...wanted])], async () => {
    if (before)
      await db.query('UPDATE scim_groups SET name = $2, external_id = $3 WHERE id = $1', [id, name, externalId]);
    else {
      const { rows } = await db.query<{ id: number }>(
        'INSERT INTO scim_groups (name, external_id) VALUES ($1, $2) RETURNING id',
        [name, externalId],
      );
      id = rows[0]?.id ?? 0;
    }
    await db.query('DELETE FROM scim_members WHERE group_id = $1 AND NOT user_id = ANY ($2)', [id, wanted]);
    await db.query('INSERT INTO scim_members (group_id, user_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING', [
      id,
      wanted,
    ]);
  });
  const saved = (await groupBy(db, id)) as GroupRow;
  await logProvider(db, at, {
    url: before ? 'Groups/{id}' : 'Groups',
    operator: before ? 'Edit' : 'Create',
    input: { displayName: name },
    before: before && { ...before },
    after: { ...saved },
  });
  return saved;
}

/** Removes a group. Its members lose the roles that no other group grants them. */
export async function removeGroup(db: Queryable, at: number, group: GroupRow): Promise<void> {
  const members = group.members.map(({ id }) => id);
  await withRoles(db, at, members, async () => {
    await db.query('DELETE FROM scim_groups WHERE id = $1', [group.id]);
  });
  await logProvider(db, at, {
    url: 'Groups/{id}',
    operator: 'Delete',
    input: { displayName: group.name, deleted: true },
    before: { ...group },
    after: null,
  });
}
