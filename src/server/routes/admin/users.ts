import type { FastifyInstance } from 'fastify';
import {
  createUser,
  deleteUser,
  endUserSessions,
  explainRights,
  getUser,
  importUsers,
  listUsers,
  removePasskeys,
  renewPasswordLink,
  seeMenuAs,
  setPassword,
  updateUser,
  type UserRow,
} from '../../../contract/admin.ts';
import type { CallInput, CallOutput } from '../../../contract/call.ts';
import { resolvePage } from '../../../contract/common.ts';
import {
  accountProblem,
  explain,
  GRANTABLE_CODES,
  isSystemAdmin,
  PRIVILEGE_CODES,
  strongerProblem,
} from '../../../domain/administration.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { passwordProblem, type PasswordOwner } from '../../../domain/passwordRules.ts';
import { ADMINISTRATION, STATUS } from '../../../domain/permission.ts';
import { hashPassword } from '../../auth/password.ts';
import { loadPerson, type Person } from '../../auth/person.ts';
import { tellEnded } from '../../auth/sessions.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, forbidden, notFound } from '../../base/envelope.ts';
import { worksIn, type Call } from '../../http/call.ts';
import { registerChange } from '../../http/change.ts';
import { registerPublic, registerRead } from '../../http/registrar.ts';
import { writeAudit } from '../../writes/audit.ts';
import { accountOf, linkHash, makePasswordLink, saveAccount, type Account } from './accounts.ts';
import { importRows } from './importUsers.ts';
import { mailLink } from './mailLink.ts';
import {
  newEmailOf,
  refuse,
  registerAdmin,
  requireAdministrator,
  requireEntityAdmin,
  requireSystemAdmin,
  requireVersion,
  type AdminScope,
} from './support.ts';
import { menuOf } from '../session/menu.ts';
import { administered, listUserRows, logEntityOf, loggedUser, userBy } from './userRows.ts';

/** Number of password links that are sent by e-mail at the same time. */
const MAILS_AT_ONCE = 10;
const LINK_SENT = 'The password link was sent by e-mail.';

/** The entities whose users a person may see; null for all. */
const within = (person: Person): Country[] | null =>
  isSystemAdmin(person) ? null : person.entities.map(({ country }) => country);

/**
 * Returns a user that the person may see.
 * @throws ApiError 403, 404
 */
async function visibleUser(db: Queryable, person: Person, name: string, lock = false): Promise<UserRow> {
  requireAdministrator(person);
  const user = await userBy(db, name, lock);
  const own = within(person);
  if (own !== null && !user.entities.some(entity => own.includes(entity)))
    throw new ApiError(404, `There is no user "${name}". Check the e-mail or the ID.`);
  return user;
}

/**
 * Returns a user whose account the person may administer, which requires that the user works only in the person's
 * entities and has no permissions that the person lacks.
 * @throws ApiError 403, 404
 */
async function ownUser(db: Queryable, person: Person, name: string): Promise<UserRow> {
  const user = await visibleUser(db, person, name, true);
  refuse(accountProblem(person, administered(user), administered(user)));
  const { rows } = await db.query<{ entity: Country; codes: string[] }>(
    `SELECT e.country AS entity, r.codes FROM user_roles ur JOIN roles r ON r.id = ur.role_id
       JOIN entities e ON e.id = r.entity_id WHERE ur.user_id = $1`,
    [user.id],
  );
  refuse(strongerProblem(person, user.email, rows));
  return user;
}

/**
 * Registers the calls for users: list, create, change, disable, import, sessions, one-time links and explanations
 * (USER-1 to USER-3).
 */
export function userRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, listUsers, async ({ person }, input) => {
    requireAdministrator(person);
    const { page, count, offset } = resolvePage(input);
    const { list, total } = await listUserRows(pool, { ...input, within: within(person), count, offset });
    return { list, page, count, total };
  });

  registerRead(app, context, getUser, ({ person }, { id }) => visibleUser(pool, person, id));

  /** Sends a new link by e-mail, if possible. The reply contains the link only if it was not sent. */
  const sendLink = async (
    { request, person }: Call,
    output: CallOutput<typeof createUser>,
  ): Promise<CallOutput<typeof createUser>> => {
    const { user, passwordLink } = output;
    if (passwordLink === null) return output;
    const problem = await mailLink(context, request, { ...user, path: passwordLink }, person.email);
    if (problem === null) return { ...output, passwordLink: null };
    return problem === '' ? output : { ...output, mailProblem: problem };
  };
  const create = async (db: Queryable, input: CallInput<typeof createUser>, { person, entity, at }: AdminScope) => {
    const email = newEmailOf(input.email);
    const user = await saveAccount(db, person, email, null, { ...input, status: STATUS.normal });
    const passwordLink = await makePasswordLink(db, user.id, at);
    const output = { user, passwordLink };
    return {
      operator: 'Create',
      entity: logEntityOf(user, entity),
      before: null,
      after: loggedUser(user),
      output,
    } as const;
  };
  registerAdmin(app, context, createUser, create, undefined, sendLink);

  registerAdmin(app, context, updateUser, async (db, input, { person, entity: own }) => {
    const before = await visibleUser(db, person, input.email, true);
    requireVersion(before, input.version, before.email);
    const { email: _, version: __, ...changes } = input;
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as Partial<Account>;
    const user = await saveAccount(db, person, before.email, before, { ...accountOf(before), ...given });
    const entity = logEntityOf(before.entities.length > 0 ? before : user, own);
    const operator = user === before ? null : 'Edit';
    return { operator, entity, before: loggedUser(before), after: loggedUser(user), output: user };
  });

  registerAdmin(app, context, deleteUser, async (db, { id }, { person, entity: own }) => {
    const before = await visibleUser(db, person, id, true);
    const user = await saveAccount(db, person, before.email, before, { ...accountOf(before), status: STATUS.disabled });
    const entity = logEntityOf(user, own);
    const operator = user === before ? null : 'Delete';
    return { operator, entity, before: loggedUser(before), after: loggedUser(user), output: user };
  });

  const renew = async (db: Queryable, { id }: { id: string }, { person, entity, at }: AdminScope) => {
    const user = await ownUser(db, person, id);
    const passwordLink = await makePasswordLink(db, user.id, at);
    return {
      operator: 'Edit',
      entity: logEntityOf(user, entity),
      before: null,
      after: null,
      logged: { email: user.email, passwordLink: 'renewed' },
      output: { user, passwordLink },
    } as const;
  };
  registerAdmin(app, context, renewPasswordLink, renew, undefined, sendLink);

  registerAdmin(app, context, removePasskeys, async (db, { id }, { person, entity }) => {
    requireSystemAdmin(person);
    const user = await userBy(db, id, true);
    if (user.email === person.email)
      throw forbidden(
        'Remove your own passkeys in My access while signed in with one of them, or ask another System Admin.',
      );
    const { rowCount } = await db.query('DELETE FROM passkeys WHERE user_id = $1', [user.id]);
    if ((rowCount ?? 0) === 0) throw notFound(`${user.email} has no passkeys.`);
    await db.query('DELETE FROM passkey_challenges WHERE user_id = $1', [user.id]);
    const after = await userBy(db, String(user.id));
    return {
      operator: 'Delete',
      entity: logEntityOf(user, entity),
      before: { email: user.email, passkeys: rowCount },
      after: null,
      logged: { email: user.email, passkeys: 'removed' },
      output: after,
    };
  });

  registerAdmin(app, context, endUserSessions, async (db, { id }, { person, entity }) => {
    const user = await ownUser(db, person, id);
    await db.query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
    await db.query('DELETE FROM passkey_challenges WHERE user_id = $1', [user.id]);
    await db.query('DELETE FROM api_tokens WHERE user_id = $1', [user.id]);
    const after = await userBy(db, String(user.id));
    return {
      operator: 'Edit',
      entity: logEntityOf(user, entity),
      before: null,
      after: null,
      logged: { email: user.email, sessions: 'ended' },
      output: after,
    };
  });

  /** Sends the links of new users by e-mail, until the mail server refuses one. */
  const sendLinks = async ({ request, person }: Call, output: CallOutput<typeof importUsers>) => {
    const rows = [...output.rows];
    for (let at = 0; at < rows.length; at += MAILS_AT_ONCE) {
      const part = rows.slice(at, at + MAILS_AT_ONCE);
      const problems = await Promise.all(
        part.map(async ({ email, passwordLink }) => {
          if (passwordLink === null) return undefined;
          return mailLink(context, request, { email, name: email, path: passwordLink }, person.email);
        }),
      );
      for (const [index, problem] of problems.entries()) {
        const row = part[index];
        if (row && problem === null) rows[at + index] = { ...row, passwordLink: null, message: LINK_SENT };
        else if (row && problem) rows[at + index] = { ...row, message: problem };
      }
      if (problems.some(problem => typeof problem === 'string')) break;
    }
    return { ...output, rows };
  };
  const importAll = async (db: Queryable, input: CallInput<typeof importUsers>, scope: AdminScope) => {
    const rows = await importRows(db, scope, input.users, input.preview);
    const applied = !input.preview && rows.every(({ result }) => result !== 'refused');
    if (!input.preview && !applied) {
      const refused = rows.filter(({ result }) => result === 'refused');
      throw new ApiError(
        400,
        `No user was imported. ${refused.length} of ${rows.length} rows were refused; the first is ${refused[0]?.email}: ${refused[0]?.message}`,
        {
          data: { rows, applied },
        },
      );
    }
    const logged = { users: input.users.map(({ email }) => email) };
    const changed = applied && rows.some(({ result }) => result !== 'unchanged');
    const output = { rows, applied };
    return { operator: changed ? 'Import' : null, before: null, after: null, logged, output } as const;
  };
  registerAdmin(app, context, importUsers, importAll, undefined, sendLinks);

  registerRead(app, context, explainRights, async ({ person }, { id, country }) => {
    requireEntityAdmin(person, country);
    const user = await visibleUser(pool, person, id);
    const { rows } = await pool.query<{ name: string; entity: Country; codes: string[] }>(
      `SELECT r.name, e.country AS entity, r.codes FROM user_roles ur JOIN roles r ON r.id = ur.role_id
         JOIN entities e ON e.id = r.entity_id WHERE ur.user_id = $1 ORDER BY e.id, r.name`,
      [user.id],
    );
    const active = await pool.query(`SELECT 1 FROM entities WHERE country = $1 AND status = ${STATUS.normal}`, [
      country,
    ]);
    const list = [...GRANTABLE_CODES, ...PRIVILEGE_CODES].map(code => {
      const { allowed, from, why } = explain({ ...user, roles: rows }, country, code, active.rowCount !== 0);
      return { code, allowed, from: [...from], why };
    });
    return { list };
  });

  const looks = { feature: ADMINISTRATION, permit: requireAdministrator };
  registerChange(app, context, seeMenuAs, looks, async (db, { id, country }, { call: { person } }) => {
    requireEntityAdmin(person, country);
    const { email, id: userId } = await visibleUser(db, person, id);
    const user = await loadPerson(db, userId);
    if (!user) throw new ApiError(409, `${email} is disabled and sees no menu.`);
    if (!worksIn(user, country))
      throw new ApiError(409, `${email} does not work in ${COUNTRIES[country].inText} and sees no menu there.`);
    const list = await menuOf(db, user, country);
    return { operator: 'View', entity: country, logged: { email, country }, output: { list } };
  });

  registerPublic(app, setPassword, async (_request, _reply, { token, password }) => {
    const { rows: owners } = await pool.query<PasswordOwner>(
      `SELECT u.email, u.name FROM password_links l JOIN users u ON u.id = l.user_id
        WHERE l.token_hash = $1 AND l.expires_at > $2`,
      [linkHash(token), nowSeconds(context)],
    );
    const problem = passwordProblem(password, owners[0] ?? null);
    if (problem !== null) throw badRequest(problem);
    const hash = await hashPassword(password, context.passwordCost);
    const { userId, email } = await transaction(pool, async db => {
      const { rows } = await db.query<{ user_id: number }>(
        'DELETE FROM password_links WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id',
        [linkHash(token), nowSeconds(context)],
      );
      const [used] = rows;
      if (!used)
        throw new ApiError(410, 'This link has already been used or has expired. Ask an administrator for a new one.');
      const { rows: users } = await db.query<{ email: string; entity: Country }>(
        `UPDATE users SET password_hash = $2 WHERE id = $1 AND status = ${STATUS.normal}
         RETURNING email, current_entity AS entity`,
        [used.user_id, hash],
      );
      if (!users[0]) throw new ApiError(410, 'This account is disabled. Ask an administrator.');
      await db.query('DELETE FROM sessions WHERE user_id = $1', [used.user_id]);
      // This also ends sign-ins with the previous password that are waiting for a passkey.
      await db.query('DELETE FROM passkey_challenges WHERE user_id = $1', [used.user_id]);
      // Revokes tokens with which the account's previous owner could still authenticate.
      await db.query('DELETE FROM api_tokens WHERE user_id = $1', [used.user_id]);
      const { email, entity } = users[0];
      const logged = { email, password: 'set with a one-time link' };
      await writeAudit(
        db,
        { url: `/api${setPassword.path}`, input: logged, person: { email } },
        logEntityOf(await userBy(db, String(used.user_id)), entity),
        { feature: ADMINISTRATION, operator: 'Edit', channelId: null, tplId: null, before: null, after: null },
        nowSeconds(context),
      );
      return { userId: used.user_id, email };
    });
    await tellEnded(context, userId, linkHash(token));
    return { email };
  });
}
