import { createHash, randomBytes } from 'node:crypto';
import type { UserRow } from '../../../contract/admin.ts';
import { accountProblem, grantProblem, strongerProblem } from '../../../domain/administration.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { PRIVILEGE, STATUS, type Category, type Privilege, type Status } from '../../../domain/permission.ts';
import { cutText, isStorableText } from '../../../domain/storableText.ts';
import type { Person } from '../../auth/person.ts';
import type { Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest } from '../../base/envelope.ts';
import { keepSystemAdmin, refuse, storedEmail } from './support.ts';
import { administered, userBy } from './userRows.ts';

/** Number of seconds for which a one-time password link works. */
export const LINK_SECONDS = 7 * 86_400;

/** The values of an account, as given in a form or in a row of a file. */
export interface Account {
  name: string;
  privilege: Privilege;
  category: Category;
  status: Status;
  entityIds: readonly number[];
  roleIds: readonly number[];
  whitelisted: boolean;
}

/**
 * A hash that no password matches. Verifying it takes as long as verifying any other hash, so that response times do
 * not reveal such accounts.
 */
const noPassword = (): string =>
  ['scrypt', 2 ** 15, 8, 3, randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')].join('$');

/** The form in which the token of a one-time link is stored. */
export const linkHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Maximum number of characters of an account's name (contract/admin). */
const NAME_MOST = 100;

/**
 * Converts a name from an identity provider to a form that the console accepts, so that the account can be edited
 * there.
 * @param fallback the name to use if no character of it can be stored
 */
export function accountName(text: string, fallback: string): string {
  const storable = [...normalise(text, 'line')].filter(isStorableText).join('');
  return cutText(storable, NAME_MOST).trim() || fallback;
}

/** Whether an account gains permissions, or changes its privilege or status. */
const givesOthers = (before: UserRow, after: Account): boolean =>
  before.privilege !== after.privilege ||
  before.status !== after.status ||
  after.entityIds.some(id => !before.entityIds.includes(id)) ||
  after.roleIds.some(id => !before.roles.some(role => role.id === id));

/**
 * Creates a one-time link with which a user can set their password; any previous link stops working. Returns the path
 * of the link within the console.
 */
export async function makePasswordLink(db: Queryable, userId: number, at: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `INSERT INTO password_links (user_id, token_hash, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, linkHash(token), at + LINK_SECONDS],
  );
  return `/password?token=${token}`;
}

interface RoleOfAccount {
  id: number;
  name: string;
  country: Country;
  entity_id: number;
  codes: string[];
}

/**
 * Loads the entities and roles of an account.
 * @throws ApiError 400 if one of them does not exist, or if a role does not belong to the account's entities
 */
async function namedBy(
  db: Queryable,
  { entityIds, roleIds }: Account,
): Promise<{ entities: Country[]; roles: RoleOfAccount[] }> {
  const entities = await db.query<{ id: number; country: Country }>(
    'SELECT id, country FROM entities WHERE id = ANY ($1) ORDER BY array_position($1::int[], id)',
    [entityIds],
  );
  const unknown = entityIds.find(id => !entities.rows.some(row => row.id === id));
  if (unknown !== undefined) throw badRequest(`entityIds: there is no entity ${unknown}`);
  const roles = await db.query<RoleOfAccount>(
    `SELECT r.id, r.name, r.entity_id, r.codes, e.country FROM roles r JOIN entities e ON e.id = r.entity_id WHERE r.id = ANY ($1)`,
    [roleIds],
  );
  const missing = roleIds.find(id => !roles.rows.some(row => row.id === id));
  if (missing !== undefined) throw badRequest(`roleIds: there is no role ${missing}`);
  const outside = roles.rows.find(role => !entityIds.includes(role.entity_id));
  if (outside)
    throw badRequest(
      `roleIds: the role ${outside.name} belongs to ${COUNTRIES[outside.country].inText}, where this user does not work`,
    );
  return { entities: entities.rows.map(row => row.country), roles: roles.rows };
}

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every(id => b.includes(id));

/** Whether an account already has all of these values. */
export function isSame(user: UserRow, account: Account): boolean {
  const own = accountOf(user);
  const plain = ['name', 'privilege', 'category', 'status', 'whitelisted'] as const;
  return (
    plain.every(field => own[field] === account[field]) &&
    sameIds(own.entityIds, account.entityIds) &&
    sameIds(own.roleIds, account.roleIds)
  );
}

/**
 * Creates or changes an account: checks who may do so, writes the account, ends its sessions if it is disabled, and
 * makes sure that a System Admin remains.
 * @param before null for a new account
 * @returns the account as stored; `before` itself if it already has these values, and its version then stays the same
 * @throws ApiError 400, 403, 409
 */
export async function saveAccount(
  db: Queryable,
  person: Person,
  email: string,
  before: UserRow | null,
  given: Account,
): Promise<UserRow> {
  const account = { ...given, name: accountName(given.name, email) };
  const { entities, roles } = await namedBy(db, account);
  const after = { email, privilege: account.privilege, entities };
  const former = before && administered(before);
  refuse(accountProblem(person, former, after));
  if (account.status === STATUS.disabled) refuse(accountProblem(person, former, null));
  if (email === person.email && !account.whitelisted)
    throw badRequest('You cannot remove yourself from the whitelist. Ask another System Admin.');
  const had = new Set(before?.roles.map(role => role.id));
  const grants = (some: readonly RoleOfAccount[]) => some.map(({ country, codes }) => ({ entity: country, codes }));
  refuse(grantProblem(person, grants(roles.filter(role => !had.has(role.id)))));
  // A disabled account gives nobody its permissions; an enabled one must not have more permissions than the person who
  // changes it.
  if (account.status === STATUS.normal) refuse(strongerProblem(person, email, grants(roles)));
  if (before && isSame(before, account)) return before;
  const leaves =
    before !== null &&
    before.privilege === PRIVILEGE.systemAdmin &&
    before.status === STATUS.normal &&
    (account.privilege !== PRIVILEGE.systemAdmin || account.status !== STATUS.normal || !account.whitelisted);
  if (leaves) await keepSystemAdmin(db, [email]);
  const id = before === null ? await insertAccount(db, email, account, entities) : before.id;
  if (before !== null) {
    await db.query(
      `UPDATE users SET name = $2, privilege = $3, category = $4, status = $5, version = version + 1 WHERE id = $1`,
      [id, account.name, account.privilege, account.category, account.status],
    );
  }
  await db.query('DELETE FROM user_entities WHERE user_id = $1 AND NOT entity_id = ANY ($2)', [id, account.entityIds]);
  await db.query('INSERT INTO user_entities (user_id, entity_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING', [
    id,
    account.entityIds,
  ]);
  await db.query('DELETE FROM user_roles WHERE user_id = $1 AND NOT role_id = ANY ($2)', [id, account.roleIds]);
  await db.query('INSERT INTO user_roles (user_id, role_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING', [
    id,
    account.roleIds,
  ]);
  await db.query(
    account.whitelisted
      ? 'INSERT INTO whitelist (email) VALUES ($1) ON CONFLICT DO NOTHING'
      : 'DELETE FROM whitelist WHERE email = $1',
    [email],
  );
  await listAdmins(db, email, account, entities);
  if (before !== null && givesOthers(before, account)) {
    // A link created for the previous permissions would give access to an account with the new ones.
    await db.query('DELETE FROM password_links WHERE user_id = $1', [id]);
  }
  if (account.status === STATUS.disabled) {
    await db.query('DELETE FROM sessions WHERE user_id = $1', [id]);
    await db.query('DELETE FROM passkey_challenges WHERE user_id = $1', [id]);
    await db.query('DELETE FROM api_tokens WHERE user_id = $1', [id]);
    await db.query('DELETE FROM password_links WHERE user_id = $1', [id]);
  }
  return userBy(db, String(id));
}

/** Thrown if another account already has the address. */
export class AddressTaken extends ApiError {
  constructor(email: string) {
    super(409, `${email} already has an account, which may be disabled. Open it and change it there.`);
  }
}

async function insertAccount(
  db: Queryable,
  email: string,
  account: Account,
  entities: readonly Country[],
): Promise<number> {
  const stored = await storedEmail(db, 'users', email);
  if (stored !== email) throw new AddressTaken(stored);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, privilege, category, current_entity, status)
     SELECT $1, $2, $7, $3, $4, coalesce($5, (SELECT country FROM entities ORDER BY id LIMIT 1)), $6
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [email, account.name, account.privilege, account.category, entities[0] ?? null, account.status, noPassword()],
  );
  if (!rows[0]) throw new AddressTaken(email);
  return rows[0].id;
}

/**
 * Updates the entities' lists of administrators, which are derived from the privileges of accounts (study 3 d 2). The
 * form of an entity saves the whole list of its country admins, so a change of that list raises the entity's version: a
 * form that was opened before would otherwise take the change back.
 */
async function listAdmins(
  db: Queryable,
  email: string,
  { privilege, status }: Account,
  entities: readonly Country[],
): Promise<void> {
  const active = status === STATUS.normal;
  const listed = (list: string, isListed: string): string =>
    `CASE WHEN ${isListed} = ($1 = ANY (${list})) THEN ${list}
          WHEN ${isListed} THEN array_append(${list}, $1) ELSE array_remove(${list}, $1) END`;
  const isCountryAdmin = '($3 AND country = ANY ($4))';
  await db.query(
    `UPDATE entities SET
       system_admins = ${listed('system_admins', '$2')},
       country_admins = ${listed('country_admins', isCountryAdmin)},
       version = CASE WHEN ${isCountryAdmin} = ($1 = ANY (country_admins)) THEN version ELSE version + 1 END`,
    [email, active && privilege === PRIVILEGE.systemAdmin, active && privilege === PRIVILEGE.entityAdmin, entities],
  );
}

/** The current values of a user's account, some of which are to be changed. */
export const accountOf = (user: UserRow): Account => ({
  name: user.name,
  privilege: user.privilege,
  category: user.category,
  status: user.status,
  entityIds: user.entityIds,
  roleIds: user.roles.map(role => role.id),
  whitelisted: user.whitelisted,
});
