import type { Pool } from 'pg';
import { passwordProblem } from '../../domain/passwordRules.ts';
import { emailError } from '../../domain/validate.ts';
import { CATEGORY, PRIVILEGE, STATUS } from '../../domain/permission.ts';
import { ensureBaseline } from '../db/baseline.ts';
import { lockName, transaction } from '../db/transaction.ts';
import { hashPassword } from './password.ts';

/** Thrown for input that cannot create an administrator; its message is shown to the person who ran the command. */
export class AdminRefused extends Error {
  override readonly name = 'AdminRefused';
}

/**
 * Creates a whitelisted System Admin who belongs to all entities. If an account with that e-mail exists, it is
 * promoted, gets the new password, and its sessions end. The password is trimmed, as it is at sign-in (REQ-8);
 * otherwise it could never match.
 * @throws AdminRefused if the e-mail or password is unacceptable
 */
export async function createAdmin(pool: Pool, emailText: string, typed: string): Promise<'created' | 'updated'> {
  const email = emailText.trim().toLowerCase();
  const password = typed.trim();
  if (email === '' || emailError(email)) throw new AdminRefused(`"${emailText}" is not an e-mail address.`);
  const problem = passwordProblem(password);
  if (problem !== null) throw new AdminRefused(problem);
  await ensureBaseline(pool);
  const hash = await hashPassword(password);
  return transaction(pool, async db => {
    await lockName(db, 'administration');
    const { rows } = await db.query<{ id: number; created: boolean }>(
      `INSERT INTO users (email, name, password_hash, privilege, category, current_entity)
       SELECT $1, $1, $2, $3, $4, country FROM entities ORDER BY id LIMIT 1
       ON CONFLICT (email) DO UPDATE SET password_hash = $2, privilege = $3, status = ${STATUS.normal},
                                         version = users.version + 1
       RETURNING id, version = 1 AS created`,
      [email, hash, PRIVILEGE.systemAdmin, CATEGORY.all],
    );
    const user = rows[0];
    await db.query('DELETE FROM sessions WHERE user_id = $1', [user?.id]);
    await db.query('DELETE FROM api_tokens WHERE user_id = $1', [user?.id]);
    // A link created while the account was Normal would give access to a System Admin's account.
    await db.query('DELETE FROM password_links WHERE user_id = $1', [user?.id]);
    // Passkeys are removed, too: only someone who controls the server can run this command, and it is the last resort
    // for a person who has lost their passkeys.
    await db.query('DELETE FROM passkeys WHERE user_id = $1', [user?.id]);
    await db.query('DELETE FROM passkey_challenges WHERE user_id = $1', [user?.id]);
    await db.query('INSERT INTO whitelist (email) VALUES ($1) ON CONFLICT DO NOTHING', [email]);
    await db.query(
      'INSERT INTO user_entities (user_id, entity_id) SELECT $1, id FROM entities ON CONFLICT DO NOTHING',
      [user?.id],
    );
    await db.query(
      `UPDATE entities SET system_admins = array_append(array_remove(system_admins, $1), $1),
                           country_admins = array_remove(country_admins, $1)`,
      [email],
    );
    return user?.created ? 'created' : 'updated';
  });
}
