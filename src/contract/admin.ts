import * as z from 'zod/mini';
import { GRANTABLE_CODES } from '../domain/administration.ts';
import { normalise } from '../domain/import/normalise.ts';
import { USER_LIMITS } from '../domain/usersFile.ts';
import { defineCall } from './call.ts';
import { menuNode } from './session.ts';
import { country, filterText, INT4_MOST, listOf, paging, sortBy, version } from './common.ts';

/**
 * Administration (shell spec 7, "Users, entities, modules"; USER-1 to USER-8, G24, G77, G97). Every call requires the
 * server: granting a permission hours later would be a security hole, so none of these writes is queued. Access is
 * determined by the person's privilege and entities (domain/administration), so the calls require no permission code.
 */

const BASE = '/opa';
const adminId = z.int().check(z.positive(), z.maximum(INT4_MOST));
const status = z.union([z.literal(0), z.literal(1)]);
const level = z.union([z.literal(0), z.literal(1), z.literal(2)]);
/** A name in its stored form: composed (NFC), with plain spaces, without control characters. */
const name = z.string().check(
  z.overwrite<string>(value => normalise(value, 'line')),
  z.minLength(1),
  z.maxLength(USER_LIMITS.nameMost),
);
const email = z.string().check(z.minLength(USER_LIMITS.emailLeast), z.maxLength(USER_LIMITS.emailMost));
/** A user, identified by id or e-mail; the server accepts either in all three calls (G24). */
const userName = z.string().check(z.minLength(1), z.maxLength(254));
const ids = z.array(adminId).check(z.maxLength(1000));
const emails = z.array(email).check(z.maxLength(1000));
/** A role's codes, each once and in the order of the features. */
const codes = z.array(z.enum(GRANTABLE_CODES as [string, ...string[]])).check(
  z.maxLength(200),
  z.overwrite<string[]>(given => GRANTABLE_CODES.filter(code => given.includes(code))),
);

const common = { permission: 'signedIn', offline: 'network' } as const;

export const userRow = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  /** The privilege: 0 System Admin, 1 Entity Admin, 2 Normal. */
  privilege: level,
  /** The category: 0 All, 1 Cross Border, 2 Local. */
  category: level,
  status,
  entities: z.array(country),
  entityIds: z.array(z.int()),
  roles: z.array(z.object({ id: z.int(), name: z.string(), entity: country })),
  whitelisted: z.boolean(),
  /** The number of open sessions. */
  sessions: z.int(),
  /**
   * When the user last used a session or signed in (epoch seconds), and the address and browser of that session; null
   * and empty if they never signed in.
   */
  seenAt: z.nullable(z.int()),
  seenAddress: z.string(),
  seenAgent: z.string(),
  /** The number of passkeys. A user who has any must sign in with one. */
  passkeys: z.int(),
  version: z.int(),
});
export type UserRow = z.output<typeof userRow>;

export const USER_SORTS = ['email', 'name', 'privilege', 'status', 'seenAt'] as const;

export const listUsers = defineCall({
  ...common,
  id: 'users.list',
  method: 'GET',
  path: `${BASE}/users`,
  input: z.object({
    q: z.optional(filterText),
    privilege: z.optional(level),
    status: z.optional(status),
    ...paging,
    sort: sortBy(USER_SORTS),
  }),
  output: listOf(userRow),
  paging: 'offset',
  summary: 'Lists users whose e-mail or name contains a string; an Entity Admin sees those of their entities (USER-1)',
});

export const getUser = defineCall({
  ...common,
  id: 'users.get',
  method: 'GET',
  path: `${BASE}/users/{id}`,
  input: z.object({ id: userName }),
  output: userRow,
  summary: 'Returns one user, by id or e-mail (USER-1, G24)',
});

const account = {
  name,
  privilege: level,
  category: level,
  entityIds: ids,
  roleIds: ids,
  whitelisted: z.boolean(),
};

/**
 * A user, with the one-time link for setting their first password. The link is shown only once; the server stores only
 * its hash. It is null if the server sent it to the user by e-mail.
 */
const withLink = z.object({
  user: userRow,
  passwordLink: z.nullable(z.string()),
  /** Why the link could not be sent, although a mail server is configured. */
  mailProblem: z.optional(z.string()),
});

export const createUser = defineCall({
  ...common,
  id: 'users.create',
  method: 'POST',
  path: `${BASE}/users`,
  input: z.object({ email, ...account, category: z._default(level, 0), whitelisted: z._default(z.boolean(), true) }),
  output: withLink,
  summary: 'Creates a user and returns the one-time link for their first password (USER-2)',
});

export const updateUser = defineCall({
  ...common,
  id: 'users.update',
  method: 'PUT',
  path: `${BASE}/users/{email}`,
  input: z.object({
    email: userName,
    ...z.partial(z.object(account)).shape,
    status: z.optional(status),
    version: z.optional(version),
  }),
  output: userRow,
  summary: 'Changes a user, by e-mail or id; omitted fields stay unchanged (USER-2, G24)',
});

export const deleteUser = defineCall({
  ...common,
  id: 'users.delete',
  method: 'DELETE',
  path: `${BASE}/users/{id}`,
  input: z.object({ id: userName }),
  output: userRow,
  summary: 'Disables a user and ends their sessions; the address and the log are kept (USER-2)',
});

export const renewPasswordLink = defineCall({
  ...common,
  id: 'users.passwordLink',
  method: 'POST',
  path: '/v2/ops/users/password-link',
  input: z.object({ id: userName }),
  output: withLink,
  summary: "Creates a one-time link for a user's password; the previous link stops working",
});

export const removePasskeys = defineCall({
  ...common,
  id: 'users.removePasskeys',
  method: 'POST',
  path: '/v2/ops/users/remove-passkeys',
  input: z.object({ id: userName }),
  output: userRow,
  summary: 'Removes all passkeys of another administrator who has lost them; only for System Admins',
});

export const endUserSessions = defineCall({
  ...common,
  id: 'users.endSessions',
  method: 'POST',
  path: '/v2/ops/users/end-sessions',
  input: z.object({ id: userName }),
  output: userRow,
  summary: 'Ends every session of a user',
});

export const importUsers = defineCall({
  ...common,
  id: 'users.import',
  method: 'PUT',
  path: `${BASE}/import/users`,
  input: z.object({
    /** If true, the call only validates the rows and reports what it would do. */
    preview: z._default(z.boolean(), false),
    users: z
      .array(
        z.object({
          email,
          name,
          privilege: level,
          /** If omitted, an existing user keeps their category; a new user gets All. */
          category: z.optional(level),
          entities: z.array(country).check(z.maxLength(8)),
          /**
           * Names of the roles to grant in each of these entities, or "Name (ID)" to grant it only in Indonesia. If
           * omitted, an existing user keeps their roles in these entities.
           */
          roles: z.optional(z.array(name).check(z.maxLength(USER_LIMITS.rolesMost))),
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        email: z.string(),
        result: z.enum(['added', 'changed', 'unchanged', 'refused']),
        /** Why the row is refused, or what it changes; empty otherwise. */
        message: z.string(),
        passwordLink: z.nullable(z.string()),
      }),
    ),
    applied: z.boolean(),
  }),
  reads: ({ preview }) => preview === true,
  summary:
    'Imports users from the rows of a spreadsheet, all or none; with preview, returns only what would happen (USER-3)',
});

export const setPassword = defineCall({
  id: 'users.setPassword',
  method: 'POST',
  path: '/v2/ops/password',
  input: z.object({
    token: z.string().check(z.minLength(20), z.maxLength(200)),
    password: z.string().check(z.minLength(1), z.maxLength(1000)),
  }),
  output: z.object({ email: z.string() }),
  permission: 'public',
  offline: 'network',
  summary: 'Sets a password using a one-time link',
});

export const entityAdminRow = z.object({
  id: z.int(),
  name: z.string(),
  country,
  status,
  systemAdmins: z.array(z.string()),
  countryAdmins: z.array(z.string()),
  users: z.int(),
  /** The entity's roles by name (ENT-2); `entities.roles` returns what they grant. */
  roles: z.array(z.object({ id: z.int(), name: z.string() })),
  version: z.int(),
});
export type EntityAdminRow = z.output<typeof entityAdminRow>;

export const listEntities = defineCall({
  ...common,
  id: 'entities.list',
  method: 'GET',
  path: `${BASE}/entities`,
  input: z.object({ ...paging }),
  output: listOf(entityAdminRow),
  paging: 'offset',
  summary: 'Lists entities with their administrators; an Entity Admin sees their own (USER-4)',
});

export const getEntity = defineCall({
  ...common,
  id: 'entities.get',
  method: 'GET',
  path: `${BASE}/entities/{id}`,
  input: z.object({ id: adminId }),
  output: entityAdminRow,
  summary: 'Returns one entity (USER-4)',
});

export const createEntity = defineCall({
  ...common,
  id: 'entities.create',
  method: 'POST',
  path: `${BASE}/entities`,
  input: z.object({ name, country, status: z._default(status, 0), countryAdmins: z._default(emails, []) }),
  output: entityAdminRow,
  summary: 'Creates the entity of a country that has none yet (USER-4)',
});

export const updateEntity = defineCall({
  ...common,
  id: 'entities.update',
  method: 'PUT',
  path: `${BASE}/entities/{id}`,
  input: z.object({
    id: adminId,
    name: z.optional(name),
    status: z.optional(status),
    /** The entity's administrators, derived from the users' privileges (study 3 d 2). */
    countryAdmins: z.optional(emails),
    version: z.optional(version),
  }),
  output: entityAdminRow,
  summary: 'Changes an entity and its administrators (USER-4)',
});

export const roleRow = z.object({
  id: z.int(),
  entityId: z.int(),
  entity: country,
  name: z.string(),
  codes: z.array(z.string()),
  /** E-mail addresses of the users who have the role. */
  users: z.array(z.string()),
  version: z.int(),
});
export type RoleRow = z.output<typeof roleRow>;

export const listRoles = defineCall({
  ...common,
  id: 'entities.roles',
  method: 'GET',
  path: `${BASE}/entities/{id}/roles`,
  input: z.object({ id: adminId }),
  output: z.object({ list: z.array(roleRow) }),
  summary: 'Lists roles of an entity, with the users who have each of them (USER-5)',
});

export const createCountryAdminRole = defineCall({
  ...common,
  id: 'entities.countryAdminRole',
  method: 'POST',
  path: `${BASE}/entities/{id}/countryAdminRole`,
  input: z.object({ id: adminId }),
  output: roleRow,
  summary:
    'Creates the country admin role, which has every code; if it already exists, it gets every code (USER-5, G71)',
});

export const createRole = defineCall({
  ...common,
  id: 'roles.create',
  method: 'POST',
  path: '/v2/ops/roles',
  input: z.object({ entityId: adminId, name, codes }),
  output: roleRow,
  summary: 'Creates a role of an entity',
});

const rightsOfPerson = z.object({
  email: z.string(),
  codes: z.array(z.string()),
  /** Names of pages of the menu. */
  pages: z.array(z.string()),
});

export const updateRole = defineCall({
  ...common,
  id: 'roles.update',
  method: 'POST',
  path: '/v2/ops/roles/update',
  input: z.object({
    id: adminId,
    name: z.optional(name),
    codes: z.optional(codes),
    version: z.optional(version),
    /** If true, the call only reports who would gain or lose which permissions. */
    preview: z._default(z.boolean(), false),
  }),
  output: z.object({
    role: roleRow,
    lost: z.array(rightsOfPerson),
    gained: z.array(rightsOfPerson),
    /** Codes that the change removes from the role and that the administrator, who lacks them, cannot add again. */
    unreturnable: z.array(z.string()),
  }),
  reads: ({ preview }) => preview === true,
  summary: 'Changes a role; with preview it only lists who would lose or gain which codes and pages of the menu',
});

export const deleteRole = defineCall({
  ...common,
  id: 'roles.delete',
  method: 'POST',
  path: '/v2/ops/roles/delete',
  input: z.object({ id: adminId }),
  output: z.null(),
  summary: 'Deletes a role that is not assigned to anyone',
});

export const explainRights = defineCall({
  ...common,
  id: 'users.explain',
  method: 'GET',
  path: '/v2/ops/users/explain',
  input: z.object({ id: userName, country }),
  output: z.object({
    list: z.array(
      z.object({
        code: z.string(),
        allowed: z.boolean(),
        from: z.array(z.object({ role: z.string(), entity: country })),
        why: z.string(),
      }),
    ),
  }),
  summary: 'Returns what a user may do in an entity, and why: the roles that grant each code, or what is missing',
});

export const seeMenuAs = defineCall({
  ...common,
  id: 'users.menu',
  method: 'POST',
  path: '/v2/ops/users/menu',
  input: z.object({ id: userName, country }),
  output: z.object({ list: z.array(menuNode) }),
  reads: () => true,
  summary: 'Returns the menu as a user sees it in an entity; the log records who viewed it',
});

export const moduleRow = z.object({
  id: z.int(),
  name: z.string(),
  parentId: z.int(),
  status,
  path: z.string(),
  icon: z.string(),
  permission: z.string(),
  /** Comma-separated e-mail addresses; if empty, everyone with the permission sees the entry (MENU-3). */
  displayWhitelist: z.string(),
  sort: z.int(),
  version: z.int(),
});
export type ModuleRow = z.output<typeof moduleRow>;

const moduleFields = {
  name,
  /** The id of the parent module; 0 for a top-level module (USER-7). */
  parentId: z.int().check(z.minimum(0), z.maximum(INT4_MOST)),
  status,
  path: z.string().check(z.maxLength(200)),
  icon: z.string().check(z.maxLength(60)),
  permission: z.string().check(z.maxLength(120)),
  displayWhitelist: z.string().check(z.maxLength(10_000)),
  sort: z.int().check(z.minimum(0), z.maximum(INT4_MOST)),
};

export const listModules = defineCall({
  ...common,
  id: 'modules.list',
  method: 'GET',
  path: `${BASE}/modules`,
  input: z.object({ ...paging }),
  output: listOf(moduleRow),
  paging: 'offset',
  summary: 'Lists all modules of the menu in their order, active or not (USER-6); the default page is page 1 of 100000',
});

export const getModule = defineCall({
  ...common,
  id: 'modules.get',
  method: 'GET',
  path: `${BASE}/modules/{id}`,
  input: z.object({ id: adminId }),
  output: moduleRow,
  summary: 'Returns one module (USER-6)',
});

export const createModule = defineCall({
  ...common,
  id: 'modules.create',
  method: 'POST',
  path: `${BASE}/modules`,
  input: z.object({
    name,
    parentId: z._default(moduleFields.parentId, 0),
    status: z._default(status, 0),
    path: z._default(moduleFields.path, ''),
    icon: z._default(moduleFields.icon, ''),
    permission: z._default(moduleFields.permission, ''),
    displayWhitelist: z._default(moduleFields.displayWhitelist, ''),
    sort: z.optional(moduleFields.sort),
  }),
  output: moduleRow,
  summary: 'Creates a module; without `sort` it is the last below its parent (USER-6)',
});

export const updateModule = defineCall({
  ...common,
  id: 'modules.update',
  method: 'PUT',
  path: `${BASE}/modules/{id}`,
  input: z.object({ id: adminId, ...z.partial(z.object(moduleFields)).shape, version: z.optional(version) }),
  output: moduleRow,
  summary: 'Changes or moves a module; omitted fields stay unchanged (USER-6)',
});

export const moveModule = defineCall({
  ...common,
  id: 'modules.move',
  method: 'POST',
  path: '/v2/ops/modules/move',
  input: z.object({
    id: adminId,
    parentId: moduleFields.parentId,
    /** The sibling ahead of which the module is placed; if omitted, it becomes the last one. */
    before: z.optional(adminId),
  }),
  output: moduleRow,
  summary: 'Moves a module to a place in the menu, together with the order of the others there (USER-6)',
});

export const deleteModule = defineCall({
  ...common,
  id: 'modules.delete',
  method: 'DELETE',
  path: `${BASE}/modules/{id}`,
  input: z.object({ id: adminId }),
  output: z.null(),
  summary: 'Deletes a module without modules below it (USER-6)',
});

export const listWhitelist = defineCall({
  ...common,
  id: 'whitelist.list',
  method: 'GET',
  path: '/v2/ops/whitelist/entries',
  input: z.object({ q: z.optional(filterText), ...paging }),
  output: listOf(z.object({ email: z.string(), user: z.boolean() })),
  paging: 'offset',
  summary: 'Lists the e-mails that may use the console (G77), and whether each belongs to a user',
});

export const addToWhitelist = defineCall({
  ...common,
  id: 'whitelist.add',
  method: 'POST',
  path: '/v2/ops/whitelist/add',
  input: z.object({ emails: emails.check(z.minLength(1)) }),
  output: z.object({ added: z.int() }),
  summary: 'Adds e-mails to the whitelist (G77)',
});

export const removeFromWhitelist = defineCall({
  ...common,
  id: 'whitelist.remove',
  method: 'POST',
  path: '/v2/ops/whitelist/remove',
  input: z.object({ emails: emails.check(z.minLength(1)) }),
  output: z.object({ removed: z.int() }),
  summary: 'Removes e-mails from the whitelist, except the caller’s own (G77)',
});

export const ADMIN_CALLS = [
  listUsers,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  renewPasswordLink,
  removePasskeys,
  endUserSessions,
  importUsers,
  explainRights,
  seeMenuAs,
  setPassword,
  listEntities,
  getEntity,
  createEntity,
  updateEntity,
  listRoles,
  createCountryAdminRole,
  createRole,
  updateRole,
  deleteRole,
  listModules,
  getModule,
  createModule,
  updateModule,
  moveModule,
  deleteModule,
  listWhitelist,
  addToWhitelist,
  removeFromWhitelist,
] as const;
