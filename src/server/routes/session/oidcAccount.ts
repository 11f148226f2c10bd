import { OidcError, type ProviderIdentity } from '../../auth/oidc.ts';
import type { Person } from '../../auth/person.ts';
import { canonicalEmail, isEmail, newEmailProblem } from '../../../domain/email.ts';
import { PRIVILEGE, STATUS } from '../../../domain/permission.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { takenName } from '../../../domain/sameName.ts';
import { cutText, isStorableText } from '../../../domain/storableText.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { accountName, saveAccount } from '../admin/accounts.ts';
import { lockAdministration, storedEmail } from '../admin/support.ts';
import { loggedUser } from '../admin/userRows.ts';
import { logProvider, PROVIDER, withRoles, type Source } from '../scim/store.ts';

/**
 * The account of a person who has signed in with the identity provider, and the roles that follow from the person's
 * groups.
 */

const BY: Person = { ...PROVIDER, email: 'OpenID Connect', name: 'OpenID Connect' };
const SOURCE: Source = { person: BY, base: '/api/oidc/' };

interface Found {
  id: number;
  email: string;
  status: number;
  /** The identity for which the account was created, if any. */
  subject: string | null;
}

/**
 * Returns the account of an identity: the one that was created for it, or else the one with the same e-mail. If a
 * whitelisted person has no account yet, one is created as a Normal user without a password.
 * @throws OidcError if the e-mail is not verified, not on the whitelist or belongs to another identity, or if the
 * account is disabled
 */
export async function accountOfIdentity(
  db: Queryable,
  at: number,
  { subject, email, verified, name }: ProviderIdentity,
): Promise<{ id: number; email: string }> {
  if (!isStorableText(email) || !isStorableText(subject)) throw new OidcError('refused', 'unstorable claims');
  if (!verified || !isEmail(email)) throw new OidcError('email', 'no verified e-mail');
  // If a new person signs in in two windows at the same time, only one account is created.
  await lockName(db, `oidc ${email}`);
  const { rows } = await db.query<Found>(
    'SELECT id, email, status, oidc_subject AS subject FROM users WHERE oidc_subject = $1 OR email = $2',
    [subject, email],
  );
  const own = rows.find(row => row.subject === subject);
  const found = own ?? rows.find(row => row.email === email);
  if (found) {
    // The provider has assigned the address of a person who left to another person.
    if (!own && found.subject !== null) throw new OidcError('taken', 'another subject');
    if (found.status !== STATUS.normal) throw new OidcError('disabled', 'account');
    return found;
  }
  // The provider has verified the address as it is written. Its canonical form may be another person's address, so it is
  // not used instead.
  if (canonicalEmail(email) !== email || newEmailProblem(email) !== null)
    throw new OidcError('address', 'not in its canonical form');
  // Otherwise, somebody could remove the address from the whitelist before the account puts it there again.
  await lockAdministration(db);
  const { rowCount } = await db.query('SELECT 1 FROM whitelist WHERE email = $1', [email]);
  if ((rowCount ?? 0) === 0) throw new OidcError('whitelist', 'not on it');
  // Two accounts with the same canonical address could not be told apart.
  if ((await storedEmail(db, 'users', email)) !== email) throw new OidcError('taken', 'stored in another form');
  const account = {
    name: accountName(name, email),
    privilege: PRIVILEGE.normal,
    category: 0 as const,
    status: STATUS.normal,
    entityIds: [],
    roleIds: [],
    whitelisted: true,
  };
  const saved = await saveAccount(db, BY, email, null, account);
  await db.query(`UPDATE users SET source = 'oidc', external_id = $2, oidc_subject = $2 WHERE id = $1`, [
    saved.id,
    subject,
  ]);
  await logProvider(
    db,
    at,
    { url: 'Users', operator: 'Create', input: { email }, before: null, after: loggedUser(saved) },
    SOURCE,
  );
  return saved;
}

/**
 * Returns each reported name as the group that has it spells it. Names that differ only in case or width are the same
 * group, except for groups that were created before names were compared this way: of these, the exact one is meant.
 */
async function groupsNamed(db: Queryable, reported: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM scim_groups ORDER BY id');
  const known = rows.map(({ name }) => name);
  for (const name of reported) if (takenName(name, known) === undefined) known.push(name);
  const spelled = reported.map(name => (known.includes(name) ? name : (takenName(name, known) ?? name)));
  return [...new Set(spelled)];
}

/**
 * Makes a person a member of exactly the groups that the provider reports; the table on the "Provisioning" page maps
 * groups to roles. A group reported for the first time is added there without roles. Nothing changes if the provider
 * does not send groups.
 * @returns whether the person's roles have changed
 */
export async function followGroups(
  db: Queryable,
  at: number,
  userId: number,
  groups: string[] | null,
): Promise<boolean> {
  if (groups === null) return false;
  await lockAdministration(db);
  const reported = [...new Set(groups.map(name => cutText(normalise(name, 'line'), 200)))].filter(
    name => name !== '' && isStorableText(name),
  );
  const names = await groupsNamed(db, reported);
  return withRoles(
    db,
    at,
    [userId],
    async () => {
      await db.query(
        `INSERT INTO scim_groups (name) SELECT name FROM unnest($1::text[]) AS name
          WHERE NOT EXISTS (SELECT 1 FROM scim_groups g WHERE g.external_id = name) ON CONFLICT (name) DO NOTHING`,
        [names],
      );
      const { rows } = await db.query<{ id: number }>(
        'SELECT id FROM scim_groups WHERE name = ANY ($1) OR external_id = ANY ($1)',
        [names],
      );
      const ids = rows.map(({ id }) => id);
      await db.query('DELETE FROM scim_members WHERE user_id = $1 AND NOT group_id = ANY ($2)', [userId, ids]);
      await db.query(
        'INSERT INTO scim_members (user_id, group_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING',
        [userId, ids],
      );
    },
    SOURCE,
  );
}
