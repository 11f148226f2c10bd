import { nameKey } from '../../../domain/sameName.ts';
import type { CallInput, CallOutput } from '../../../contract/call.ts';
import { importUsers, type UserRow } from '../../../contract/admin.ts';
import type { Country } from '../../../domain/country.ts';
import { CATEGORY, CATEGORY_NAMES, PRIVILEGE_NAMES, STATUS } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import type { Queryable } from '../../db/transaction.ts';
import { ApiError } from '../../base/envelope.ts';
import { isSame, makePasswordLink, saveAccount, type Account } from './accounts.ts';
import { emailOf, newEmailOf, storedEmail } from './support.ts';
import { loggedUser, userBy } from './userRows.ts';

type ImportedUser = CallInput<typeof importUsers>['users'][number];
type ResultRow = CallOutput<typeof importUsers>['rows'][number];

/**
 * Returns the ids of the entities and roles named in a row. If it names no roles, an existing user keeps theirs.
 * @throws ApiError 400 with the first unknown name
 */
async function idsOf(
  db: Queryable,
  { entities, roles }: ImportedUser,
  before: UserRow | null,
): Promise<Pick<Account, 'entityIds' | 'roleIds'>> {
  const found = await db.query<{ id: number; country: Country }>(
    'SELECT id, country FROM entities WHERE country = ANY ($1)',
    [entities],
  );
  const missing = entities.find(entity => !found.rows.some(({ country }) => country === entity));
  if (missing !== undefined)
    throw new ApiError(400, `There is no entity ${missing}. Correct the country, or create the entity first.`);
  const entityIds = found.rows.map(({ id }) => id);
  if (roles === undefined) {
    const kept = before?.roles.filter(({ entity }) => entities.includes(entity)) ?? [];
    return { entityIds, roleIds: kept.map(({ id }) => id) };
  }
  const known = await db.query<{ id: number; entity: number; name: string }>(
    'SELECT id, entity_id AS entity, name FROM roles WHERE entity_id = ANY ($1)',
    [entityIds],
  );
  // Roles from before names were compared this way may differ only in case; the exact one is meant.
  const namedIn = (role: string, within: readonly number[]) =>
    within.flatMap(entity => {
      const own = known.rows.filter(each => each.entity === entity && nameKey(each.name) === nameKey(role));
      return own.find(({ name }) => name === role) ?? own[0] ?? [];
    });
  // The list of users shows a role as "Name (ID)", which is the role of this entity only.
  const rolesNamed = (role: string) => {
    const everywhere = namedIn(role, entityIds);
    const [, name = '', country = ''] = /^(.+)\(\s*([a-z]{2})\s*\)$/i.exec(role.trim()) ?? [];
    if (everywhere.length > 0 || name === '') return everywhere;
    const within = found.rows.filter(each => each.country === country.toUpperCase());
    return namedIn(
      name,
      within.map(({ id }) => id),
    );
  };
  const unknown = roles.find(role => rolesNamed(role).length === 0);
  if (unknown !== undefined)
    throw new ApiError(
      400,
      `There is no role "${unknown}" in ${entities.join(', ') || 'these entities'}. Correct the name, or create the role first.`,
    );
  return { entityIds, roleIds: [...new Set(roles.flatMap(rolesNamed).map(({ id }) => id))] };
}

const NAMES = {
  name: 'Name',
  privilege: 'Privilege',
  category: 'Category',
  entities: 'Entities',
  roles: 'Roles',
  whitelisted: 'Whitelist',
} as const;

const valueText = (field: keyof typeof NAMES, value: unknown): string => {
  if (field === 'privilege') return PRIVILEGE_NAMES[value as UserRow['privilege']];
  if (field === 'category') return CATEGORY_NAMES[value as UserRow['category']];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? 'none' : String(value);
};

/** Describes what a row changes, field by field: "Roles: editor (ID) to none". */
function changeText(before: UserRow, after: UserRow): string {
  const [was, is] = [loggedUser(before), loggedUser(after)];
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter(field => was[field] !== is[field])
    .map(field => `${NAMES[field]}: ${valueText(field, was[field])} to ${valueText(field, is[field])}`)
    .join('; ');
}

/**
 * Imports users row by row in the caller's transaction, by the same rules as the form. A preview rolls back each row. A
 * refused row does not stop the import, so that a person sees all problems at once.
 */
export async function importRows(
  db: Queryable,
  { person, at }: { person: Person; at: number },
  users: readonly ImportedUser[],
  preview: boolean,
): Promise<ResultRow[]> {
  const results: ResultRow[] = [];
  const seen = new Set<string>();
  for (const user of users) {
    await db.query('SAVEPOINT import_row');
    try {
      const result = await importRow(db, { person, at }, user, seen);
      results.push(preview ? { ...result, passwordLink: null } : result);
      await db.query(preview ? 'ROLLBACK TO SAVEPOINT import_row' : 'RELEASE SAVEPOINT import_row');
    } catch (error) {
      await db.query('ROLLBACK TO SAVEPOINT import_row');
      if (!(error instanceof ApiError)) throw error;
      results.push({ email: user.email, result: 'refused', message: error.message, passwordLink: null });
    }
  }
  return results;
}

async function importRow(
  db: Queryable,
  { person, at }: { person: Person; at: number },
  imported: ImportedUser,
  seen: Set<string>,
): Promise<ResultRow> {
  emailOf(imported.email);
  const email = await storedEmail(db, 'users', imported.email);
  if (seen.has(email)) throw new ApiError(400, `${email} is in the file more than once. Keep one row for each user.`);
  seen.add(email);
  const before = await userBy(db, email, true).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  const { name, privilege, category = before?.category ?? CATEGORY.all } = imported;
  const status = before?.status ?? STATUS.normal;
  const ids = await idsOf(db, imported, before);
  const account: Account = { name, privilege, category, status, whitelisted: true, ...ids };
  if (before && isSame(before, account)) return { email, result: 'unchanged', message: '', passwordLink: null };
  const user = await saveAccount(db, person, before ? email : newEmailOf(email), before, account);
  if (before) return { email, result: 'changed', message: changeText(before, user), passwordLink: null };
  return { email, result: 'added', message: '', passwordLink: await makePasswordLink(db, user.id, at) };
}
