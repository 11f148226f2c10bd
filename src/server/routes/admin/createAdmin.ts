import type { Pool } from 'pg';
import type { Country } from '../../../domain/country.ts';
import { passwordProblem } from '../../../domain/passwordRules.ts';
import { ADMINISTRATION, CATEGORY, PRIVILEGE, STATUS } from '../../../domain/permission.ts';
import { isEmail, newEmailProblem } from '../../../domain/email.ts';
import { hashPassword } from '../../auth/password.ts';
import { ensureBaseline } from '../../db/baseline.ts';
import { transaction } from '../../db/transaction.ts';
import { writeAudit } from '../../writes/audit.ts';
import { lockAdministration, storedEmail } from './support.ts';
import { loggedUser, userBy } from './userRows.ts';

/** The author of these changes in the log: somebody who controls the server, whose name is unknown. */
const AUTHOR = 'npm run admin:create';
/** The path under which the log shows them. */
const PATH = '/api/v2/ops/users/admin-create';

/** Thrown for input that cannot create an administrator; its message is shown to the person who ran the command. */
export class AdminRefused extends Error {
  override readonly name = 'AdminRefused';
}

/**
 * Creates a whitelisted System Admin who belongs to all entities. If an account with that e-mail exists, it is
 * promoted, gets the new password, and its sessions end. The password is trimmed, as it is at sign-in (REQ-8);
 * otherwise it could never match. The log shows the change.
 * @param at epoch seconds
 * @throws AdminRefused if the e-mail or password is unacceptable
 */
export async function createAdmin(
  pool: Pool,
  emailText: string,
  typed: string,
  at: number,
): Promise<'created' | 'updated'> {
  const password = typed.trim();
  const email = await storedEmail(pool, 'users', emailText);
  if (!isEmail(email)) throw new AdminRefused(`"${emailText}" is not an e-mail address.`);
  await ensureBaseline(pool);
  const { rows: owners } = await pool.query<{ name: string }>('SELECT name FROM users WHERE email = $1', [email]);
  const problem =
    (owners[0] ? null : newEmailProblem(emailText)) ??
    passwordProblem(password, { email, name: owners[0]?.name ?? '' });
  if (problem !== null) throw new AdminRefused(problem);
  const hash = await hashPassword(password);
  return transaction(pool, async db => {
    await lockAdministration(db);
    const known = await db.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [email]);
    const before = known.rows[0] ? await userBy(db, String(known.rows[0].id), true) : null;
    const { rows } = await db.query<{ id: number; entity: Country }>(
      `INSERT INTO users (email, name, password_hash, privilege, category, current_entity)
       SELECT $1, $1, $2, $3, $4, country FROM entities ORDER BY id LIMIT 1
       ON CONFLICT (email) DO UPDATE SET password_hash = $2, privilege = $3, status = ${STATUS.normal},
                                         version = users.version + 1
       RETURNING id, current_entity AS entity`,
      [email, hash, PRIVILEGE.systemAdmin, CATEGORY.all],
    );
    const user = rows[0] as { id: number; entity: Country };
    await db.query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
    await db.query('DELETE FROM api_tokens WHERE user_id = $1', [user.id]);
    // A link created while the account was Normal would give access to a System Admin's account.
    await db.query('DELETE FROM password_links WHERE user_id = $1', [user.id]);
    // Passkeys are removed, too: only someone who controls the server can run this command, and it is the last resort
    // for a person who has lost their passkeys.
    await db.query('DELETE FROM passkeys WHERE user_id = $1', [user.id]);
    await db.query('DELETE FROM passkey_challenges WHERE user_id = $1', [user.id]);
    await db.query('INSERT INTO whitelist (email) VALUES ($1) ON CONFLICT DO NOTHING', [email]);
    await db.query(
      'INSERT INTO user_entities (user_id, entity_id) SELECT $1, id FROM entities ON CONFLICT DO NOTHING',
      [user.id],
    );
    await db.query(
      `UPDATE entities SET system_admins = array_append(array_remove(system_admins, $1), $1),
                           country_admins = array_remove(country_admins, $1),
                           version = CASE WHEN $1 = ANY (country_admins) THEN version + 1 ELSE version END`,
      [email],
    );
    const created = before === null;
    await writeAudit(
      db,
      { url: PATH, input: { email, created, password: 'set' }, person: { email: AUTHOR } },
      user.entity,
      {
        feature: ADMINISTRATION,
        operator: created ? 'Create' : 'Edit',
        channelId: null,
        tplId: null,
        before: before && loggedUser(before),
        after: loggedUser(await userBy(db, String(user.id))),
      },
      at,
    );
    return created ? 'created' : 'updated';
  });
}
