import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import {
  createCountryAdminRole,
  createEntity,
  createRole,
  deleteRole,
  getEntity,
  listEntities,
  listRoles,
  updateEntity,
  updateRole,
  type EntityAdminRow,
  type RoleRow,
  type UserRow,
} from '../../../contract/admin.ts';
import { resolvePage } from '../../../contract/common.ts';
import {
  ENTITY_ADMIN_CODES,
  entityProblem,
  GRANTABLE_CODES,
  grantProblem,
  isSystemAdmin,
  roleChange,
  unreturnable,
  type MenuPage,
} from '../../../domain/administration.ts';
import type { Country } from '../../../domain/country.ts';
import { takenName } from '../../../domain/sameName.ts';
import { firstNames } from '../../../domain/format.ts';
import { PRIVILEGE, STATUS, type Privilege } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { requireFreeName } from '../../db/freeName.ts';
import { registerRead } from '../../http/registrar.ts';
import { accountOf, saveAccount } from './accounts.ts';
import {
  emailOf,
  storedEmail,
  entityById,
  refuse,
  registerAdmin,
  requireAdministrator,
  requireEntityAdmin,
  requireSystemAdmin,
  requireVersion,
} from './support.ts';
import { userBy } from './userRows.ts';

/** The only fixed role of an entity (G71). */
export const COUNTRY_ADMIN_ROLE = 'Country Admin';

const ENTITY_COLUMNS = `
  e.id, e.name, e.country, e.status, e.system_admins AS "systemAdmins", e.country_admins AS "countryAdmins", e.version,
  (SELECT count(*)::int FROM user_entities ue WHERE ue.entity_id = e.id) AS users,
  coalesce((SELECT json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY r.name) FROM roles r
             WHERE r.entity_id = e.id), '[]'::json) AS roles`;

async function entityRows(db: Queryable, person: Person, id: number | null): Promise<EntityAdminRow[]> {
  const { rows } = await db.query<EntityAdminRow>(
    `SELECT ${ENTITY_COLUMNS} FROM entities e WHERE ($1::int IS NULL OR e.id = $1) ORDER BY e.id`,
    [id],
  );
  return rows.filter(row => isSystemAdmin(person) || entityProblem(person, row.country) === null);
}

async function entityRow(db: Queryable, person: Person, id: number): Promise<EntityAdminRow> {
  const [row] = await entityRows(db, person, id);
  if (!row) throw notFound(`There is no entity ${id}. Reload the list of entities.`);
  return row;
}

const ROLE_ROWS = `
  SELECT r.id, r.entity_id AS "entityId", e.country AS entity, r.name, r.codes, r.version,
         coalesce((SELECT json_agg(u.email ORDER BY u.email) FROM user_roles ur JOIN users u ON u.id = ur.user_id
                    WHERE ur.role_id = r.id), '[]'::json) AS users
    FROM roles r JOIN entities e ON e.id = r.entity_id`;

async function roleBy(db: Queryable, person: Person, id: number): Promise<RoleRow> {
  await db.query('SELECT id FROM roles WHERE id = $1 FOR UPDATE', [id]);
  const { rows } = await db.query<RoleRow>(`${ROLE_ROWS} WHERE r.id = $1`, [id]);
  const [role] = rows;
  // A role of another entity looks like one that does not exist.
  if (!role || entityProblem(person, role.entity) !== null)
    throw notFound(`There is no role ${id}. It may have been deleted; reload the list of roles.`);
  return role;
}

const loggedRole = ({ name, entity, codes }: RoleRow) => ({ name, entity, codes: codes.join(', ') });
const loggedEntity = ({ name, country, status, systemAdmins, countryAdmins }: EntityAdminRow) => ({
  name,
  country,
  status,
  systemAdmins: systemAdmins.join(', '),
  countryAdmins: countryAdmins.join(', '),
});

async function insertRole(db: Queryable, entityId: number, name: string, codes: readonly string[]): Promise<number> {
  await requireFreeRole(db, entityId, name, 0);
  const { rows } = await db.query<{ id: number }>(
    'INSERT INTO roles (entity_id, name, codes) VALUES ($1, $2, $3) RETURNING id',
    [entityId, name, codes],
  );
  return rows[0]?.id as number;
}

const requireFreeRole = (db: Queryable, entityId: number, name: string, id: number): Promise<void> =>
  requireFreeName(
    db,
    name,
    { text: 'SELECT name FROM roles WHERE entity_id = $1 AND id <> $2', values: [entityId, id] },
    taken => `This entity already has a role "${taken}". Choose another name.`,
  );

const requireFreeEntity = (db: Queryable, name: string, id: number): Promise<void> =>
  requireFreeName(
    db,
    name,
    { text: 'SELECT name FROM entities WHERE id <> $1', values: [id] },
    taken => `There is already an entity "${taken}". Choose another name.`,
  );

/**
 * Returns the holders of a role who use the console with it, each with the codes of their other roles in its entity. A
 * System Admin needs no role, and a disabled account or one that is not on the whitelist has no permissions.
 */
async function holdersOf(db: Queryable, role: RoleRow): Promise<{ email: string; otherCodes: string[] }[]> {
  const { rows } = await db.query<{ email: string; privilege: Privilege; otherCodes: string[] }>(
    `SELECT u.email, u.privilege, coalesce((SELECT json_agg(DISTINCT code) FROM user_roles o JOIN roles r ON r.id = o.role_id
                                CROSS JOIN unnest(r.codes) AS code
                               WHERE o.user_id = u.id AND r.entity_id = $2 AND r.id <> $1), '[]'::json) AS "otherCodes"
       FROM user_roles ur JOIN users u ON u.id = ur.user_id JOIN whitelist w ON w.email = u.email
      WHERE ur.role_id = $1 AND u.status = ${STATUS.normal} AND u.privilege <> ${PRIVILEGE.systemAdmin} ORDER BY u.email`,
    [role.id, role.entityId],
  );
  return rows.map(({ email, privilege, otherCodes }) => ({
    email,
    otherCodes: privilege === PRIVILEGE.entityAdmin ? [...otherCodes, ...ENTITY_ADMIN_CODES] : otherCodes,
  }));
}

/** Returns the pages that the menu links to. */
async function menuPages(db: Queryable): Promise<MenuPage[]> {
  const { rows } = await db.query<MenuPage>(
    `SELECT name, permission FROM modules WHERE path <> '' AND status = ${STATUS.normal} ORDER BY sort, id`,
  );
  return rows;
}

/** Revokes the one-time links of a role's holders, since they were created when the role had fewer permissions. */
const endLinksOf = (db: Queryable, roleId: number) =>
  db.query('DELETE FROM password_links WHERE user_id IN (SELECT user_id FROM user_roles WHERE role_id = $1)', [roleId]);

/** @throws ApiError 409 if the user also works in other entities, because the privilege would change for all of them */
function requireOnlyHere({ email, entities }: UserRow, entity: Country): void {
  const other = entities.find(own => own !== entity);
  if (other !== undefined)
    throw new ApiError(
      409,
      `${email} also works in ${other}, where this would change their privilege as well. Change the user instead.`,
    );
}

/** The e-mails in the form in which the users are stored, each once. @throws ApiError 400 */
async function storedEmails(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const emails = new Set<string>();
  for (const text of texts) {
    emailOf(text);
    emails.add(await storedEmail(db, 'users', text));
  }
  return [...emails];
}

/** Makes these users, and nobody else, the administrators of an entity by changing their accounts (study 3 d 2). */
async function setCountryAdmins(
  db: Queryable,
  person: Person,
  entity: { id: number; country: Country },
  wanted: readonly string[],
  now: readonly string[],
): Promise<void> {
  for (const email of wanted.filter(own => !now.includes(own))) {
    const user = await userBy(db, email, true);
    if (user.privilege === PRIVILEGE.systemAdmin)
      throw badRequest(`countryAdmins: ${email} is a System Admin, who administers every entity already`);
    // The list shows only active accounts, so the privilege would wait unseen until the account is restored.
    if (user.status === STATUS.disabled)
      throw new ApiError(409, `${email} is disabled and cannot administer an entity. Restore the account first.`);
    if (user.privilege !== PRIVILEGE.entityAdmin) requireOnlyHere(user, entity.country);
    const entityIds = [...new Set([...user.entityIds, entity.id])];
    await saveAccount(db, person, email, user, { ...accountOf(user), privilege: PRIVILEGE.entityAdmin, entityIds });
  }
  for (const email of now.filter(own => !wanted.includes(own))) {
    const user = await userBy(db, email, true);
    requireOnlyHere(user, entity.country);
    await saveAccount(db, person, email, user, { ...accountOf(user), privilege: PRIVILEGE.normal });
  }
}

/**
 * Locks the active entities against concurrent changes, and makes sure that one of them remains, because nobody could
 * work otherwise.
 * @throws ApiError 409
 */
async function keepEntity(db: Queryable, leaving: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM entities WHERE status = ${STATUS.normal} ORDER BY id FOR UPDATE`,
  );
  if (!rows.some(({ id }) => id !== leaving))
    throw new ApiError(409, 'This is the last active entity. Enable another one first.');
}

/**
 * A trigger rule would notify fewer people without this role, and the members of a group would no longer get it.
 * @throws ApiError 409 that names a trigger rule or group that uses the role
 */
async function requireUnused(db: Queryable, { id, name }: RoleRow): Promise<void> {
  const firstOf = async (table: 'notify_rules' | 'scim_groups'): Promise<string | undefined> => {
    const { rows } = await db.query<{ name: string }>(
      `SELECT name FROM ${table} WHERE $1 = ANY (role_ids) ORDER BY name LIMIT 1`,
      [id],
    );
    return rows[0]?.name;
  };
  const [rule, group] = [await firstOf('notify_rules'), await firstOf('scim_groups')];
  if (rule !== undefined)
    throw new ApiError(
      409,
      `The trigger rule "${rule}" notifies everyone who has the role ${name}. Remove the role from the rule first.`,
    );
  if (group !== undefined)
    throw new ApiError(
      409,
      `On the page Provisioning, the group "${group}" gets the role ${name}. Remove it there first.`,
    );
}

/** Registers the calls for entities and their roles (USER-4, USER-5). */
export function entityRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, listEntities, async ({ person }, input) => {
    requireAdministrator(person);
    const { page, count, offset } = resolvePage(input);
    const rows = await entityRows(pool, person, null);
    return { list: rows.slice(offset, offset + count), page, count, total: rows.length };
  });

  registerRead(app, context, getEntity, ({ person }, { id }) => {
    requireAdministrator(person);
    return entityRow(pool, person, id);
  });

  registerAdmin(app, context, createEntity, async (db, input, { person }) => {
    requireSystemAdmin(person);
    const { rows } = await db.query<{ id: number }>(
      'INSERT INTO entities (name, country, status) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [input.name, input.country, input.status],
    );
    if (!rows[0]) throw new ApiError(409, `${input.country} already has an entity. Reload the list and edit it there.`);
    const { id } = rows[0];
    await requireFreeEntity(db, input.name, id);
    await setCountryAdmins(db, person, { id, country: input.country }, await storedEmails(db, input.countryAdmins), []);
    const row = await entityRow(db, person, id);
    return { operator: 'Create', entity: row.country, before: null, after: loggedEntity(row), output: row };
  });

  registerAdmin(app, context, updateEntity, async (db, input, { person }) => {
    requireSystemAdmin(person);
    await db.query('SELECT id FROM entities WHERE id = $1 FOR UPDATE', [input.id]);
    const before = await entityRow(db, person, input.id);
    requireVersion(before, input.version, before.name);
    if (input.countryAdmins)
      await setCountryAdmins(db, person, before, await storedEmails(db, input.countryAdmins), before.countryAdmins);
    const { name = before.name, status = before.status } = input;
    const { countryAdmins } = await entityRow(db, person, input.id);
    if (isDeepStrictEqual({ ...before, name, status, countryAdmins }, before))
      return { operator: null, output: before };
    if (name !== before.name) await requireFreeEntity(db, name, input.id);
    if (status === STATUS.disabled && before.status === STATUS.normal) await keepEntity(db, input.id);
    await db.query('UPDATE entities SET name = $2, status = $3, version = version + 1 WHERE id = $1', [
      input.id,
      name,
      status,
    ]);
    const row = await entityRow(db, person, input.id);
    const entity = row.country;
    return { operator: 'Edit', entity, before: loggedEntity(before), after: loggedEntity(row), output: row };
  });

  registerRead(app, context, listRoles, async ({ person }, { id }) => {
    const { country } = await entityById(pool, id);
    requireEntityAdmin(person, country);
    const { rows } = await pool.query<RoleRow>(`${ROLE_ROWS} WHERE r.entity_id = $1 ORDER BY r.name`, [id]);
    return { list: rows };
  });

  registerAdmin(app, context, createCountryAdminRole, async (db, { id }, { person }) => {
    const { country } = await entityById(db, id);
    refuse(grantProblem(person, [{ entity: country, codes: GRANTABLE_CODES }]));
    const known = await db.query<{ id: number; codes: string[] }>(
      'SELECT id, codes FROM roles WHERE entity_id = $1 AND name = $2',
      [id, COUNTRY_ADMIN_ROLE],
    );
    const [former] = known.rows;
    if (!former) {
      const others = await db.query<{ name: string }>('SELECT name FROM roles WHERE entity_id = $1', [id]);
      const taken = takenName(
        COUNTRY_ADMIN_ROLE,
        others.rows.map(({ name }) => name),
      );
      if (taken !== undefined)
        throw new ApiError(
          409,
          `This entity has a role "${taken}", which looks like the role ${COUNTRY_ADMIN_ROLE}. Rename that role first.`,
        );
      const made = await roleBy(db, person, await insertRole(db, id, COUNTRY_ADMIN_ROLE, GRANTABLE_CODES));
      return { operator: 'Create', entity: country, before: null, after: loggedRole(made), output: made };
    }
    const before = await roleBy(db, person, former.id);
    if (GRANTABLE_CODES.every(code => former.codes.includes(code)))
      return { operator: null, before: null, after: null, output: before };
    // Some permissions were removed from the role, or a release has added a feature.
    await db.query('UPDATE roles SET codes = $2, version = version + 1 WHERE id = $1', [former.id, GRANTABLE_CODES]);
    await endLinksOf(db, former.id);
    const role = await roleBy(db, person, former.id);
    return { operator: 'Edit', entity: country, before: loggedRole(before), after: loggedRole(role), output: role };
  });

  registerAdmin(app, context, createRole, async (db, { entityId, name, codes }, { person }) => {
    const { country } = await entityById(db, entityId);
    refuse(grantProblem(person, [{ entity: country, codes }]));
    const role = await roleBy(db, person, await insertRole(db, entityId, name, codes));
    return { operator: 'Create', entity: country, before: null, after: loggedRole(role), output: role };
  });

  registerAdmin(app, context, updateRole, async (db, input, { person }) => {
    const before = await roleBy(db, person, input.id);
    requireVersion(before, input.version, `The role ${before.name}`);
    const codes = input.codes ?? before.codes;
    refuse(
      grantProblem(person, [{ entity: before.entity, codes: codes.filter(code => !before.codes.includes(code)) }]),
    );
    const effect = {
      ...roleChange(before.codes, codes, await holdersOf(db, before), before.entity, await menuPages(db)),
      unreturnable: unreturnable(person, before.entity, before.codes, codes),
    };
    const isSame =
      (input.name ?? before.name) === before.name && isDeepStrictEqual(new Set(codes), new Set(before.codes));
    if (input.preview || isSame) return { operator: null, output: { role: before, ...effect } };
    const { name = before.name } = input;
    if (name !== before.name) await requireFreeRole(db, before.entityId, name, input.id);
    await db.query('UPDATE roles SET name = $2, codes = $3, version = version + 1 WHERE id = $1', [
      input.id,
      name,
      codes,
    ]);
    // This includes holders who currently cannot use the console, because they may be able to later.
    if (codes.some(code => !before.codes.includes(code))) await endLinksOf(db, input.id);
    const role = await roleBy(db, person, input.id);
    const logged = { before: loggedRole(before), after: loggedRole(role) };
    return { operator: 'Edit', entity: role.entity, ...logged, output: { role, ...effect } };
  });

  registerAdmin(app, context, deleteRole, async (db, { id }, { person }) => {
    const role = await roleBy(db, person, id);
    if (role.users.length > 0)
      throw new ApiError(
        409,
        `${role.users.length === 1 ? '1 user has' : `${role.users.length} users have`} the role ${role.name}: ${firstNames(role.users, NAMED)}. Remove the role from them first.`,
      );
    await requireUnused(db, role);
    await db.query('DELETE FROM roles WHERE id = $1', [id]);
    return { operator: 'Delete', entity: role.entity, before: loggedRole(role), after: null, output: null };
  });
}

/** Maximum number of users that a message names. */
const NAMED = 3;
