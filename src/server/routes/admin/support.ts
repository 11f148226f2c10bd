import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import { entityProblem, isSystemAdmin } from '../../../domain/administration.ts';
import type { Country } from '../../../domain/country.ts';
import { canonicalEmail, isEmail, newEmailProblem, writtenEmail } from '../../../domain/email.ts';
import { ADMINISTRATION, PRIVILEGE, STATUS } from '../../../domain/permission.ts';
import { loadPerson, type Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { RIGHTS_CHANGED } from '../../feed/hub.ts';
import { notifyNews } from '../../feed/listen.ts';
import { ApiError, badRequest, forbidden, notFound } from '../../base/envelope.ts';
import type { Call } from '../../http/call.ts';
import { registerChange, type ChangeAround, type Changed } from '../../http/change.ts';

/** Who administers, the entity in which they work, and when (epoch seconds). */
export interface AdminScope {
  person: Person;
  entity: Country;
  at: number;
}

/**
 * Registers a call that only administrators may make. Afterward, every open console reloads its permissions within two
 * seconds.
 * @param after runs after the commit, with the input
 * @param deliver runs last and returns the reply
 */
export function registerAdmin<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  work: (db: Queryable, input: z.output<I>, scope: AdminScope) => Promise<Changed<z.input<O>>>,
  after?: (input: z.output<I>) => Promise<void> | void,
  deliver?: (call: Call, output: z.input<O>) => Promise<z.input<O>>,
): void {
  const { database, hub } = context;
  const around: ChangeAround<z.output<I>, undefined, z.input<O>> = {
    feature: ADMINISTRATION,
    permit: requireAdministrator,
    also: db => notifyNews(database, db, RIGHTS_CHANGED),
    after: async (_call, input) => {
      hub.announce(RIGHTS_CHANGED);
      hub.poke();
      await after?.(input);
    },
    ...(deliver ? { deliver } : {}),
  };
  registerChange(app, context, definition, around, async (db, input, { call, at }) => {
    await lockAdministration(db);
    return work(db, input, { person: await administratorNow(db, call.person), entity: call.entity, at });
  });
}

/**
 * Locks everything that decides permissions (accounts, roles, groups, entities, modules, whitelist) until the transaction
 * ends, so that each change is checked against the result of the one before it.
 */
export const lockAdministration = (db: Queryable): Promise<void> => lockName(db, 'administration');

/**
 * Returns an administrator as they are now: somebody may have changed their account after the call was authorized.
 * @throws ApiError 403 if they are no longer an administrator, or no longer have access
 */
async function administratorNow(db: Queryable, { userId, email }: Person): Promise<Person> {
  const person = await loadPerson(db, userId);
  if (!person?.whitelisted) throw forbidden(`${email} no longer has access. Ask a System Admin.`);
  requireAdministrator(person);
  return person;
}

/** @throws ApiError 403 for a Normal user */
export function requireAdministrator(person: Person): void {
  if (person.privilege === PRIVILEGE.normal)
    throw forbidden('You are lack of permission: only administrators may do this. Ask an administrator.');
}

/** @throws ApiError 403 for anyone except a System Admin */
export function requireSystemAdmin(person: Person): void {
  if (!isSystemAdmin(person))
    throw forbidden('You are lack of permission: only a System Admin may do this. Ask a System Admin.');
}

/** @throws ApiError 403 for a person who does not administer the entity */
export function requireEntityAdmin(person: Person, entity: Country): void {
  refuse(entityProblem(person, entity));
}

/** @throws ApiError 403 with the problem, if there is one */
export function refuse(problem: string | null): void {
  if (problem !== null) throw forbidden(problem);
}

/**
 * Returns an e-mail in its canonical form.
 * @throws ApiError 400
 */
export function emailOf(text: string): string {
  const email = canonicalEmail(text);
  if (!isEmail(email)) throw badRequest(`Invalid email: "${text}" is not an e-mail address.`);
  return email;
}

/**
 * Returns the e-mail of a new account or of a new entry of the whitelist in its canonical form.
 * @throws ApiError 400
 */
export function newEmailOf(text: string): string {
  const problem = newEmailProblem(text);
  if (problem !== null) throw badRequest(`Invalid email: ${problem}`);
  return canonicalEmail(text);
}

/**
 * Returns an e-mail in the form in which it is stored: as written, in the canonical form, or in an older form that has
 * the same canonical form. If none of them is stored, returns the canonical form.
 */
export async function storedEmail(db: Queryable, table: 'users' | 'whitelist', text: string): Promise<string> {
  const forms = [writtenEmail(text), canonicalEmail(text)];
  const [, canonical = ''] = forms;
  // Entries that are older than the canonical form contain characters of more than one byte.
  const { rows } = await db.query<{ email: string }>(
    `SELECT email FROM ${table} WHERE email = ANY ($1) OR octet_length(email) <> char_length(email)`,
    [forms],
  );
  const stored = rows.map(({ email }) => email);
  return (
    forms.find(form => stored.includes(form)) ?? stored.find(own => canonicalEmail(own) === canonical) ?? canonical
  );
}

/** @throws ApiError 409 if the row has changed since the version that the caller read */
export function requireVersion(found: { version: number }, version: number | undefined, what: string): void {
  if (version !== undefined && version !== found.version)
    throw new ApiError(
      409,
      `${what} was changed by someone else in the meantime. Open it again and repeat your change.`,
      {
        data: { current: found, currentVersion: found.version },
      },
    );
}

/** Returns an entity by its id. @throws ApiError 404 */
export async function entityById(db: Queryable, id: number): Promise<{ id: number; name: string; country: Country }> {
  const { rows } = await db.query<{ id: number; name: string; country: Country }>(
    'SELECT id, name, country FROM entities WHERE id = $1',
    [id],
  );
  if (!rows[0]) throw notFound(`There is no entity ${id}. Reload the list of entities.`);
  return rows[0];
}

/**
 * Locks the System Admins against concurrent changes, and makes sure that one of them who may use the console remains.
 * @param leaving e-mails of the System Admins who lose the privilege or are removed from the whitelist
 * @throws ApiError 409 if no other System Admin is on the whitelist
 */
export async function keepSystemAdmin(db: Queryable, leaving: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ email: string }>(
    `SELECT email FROM users WHERE privilege = ${PRIVILEGE.systemAdmin} AND status = ${STATUS.normal} ORDER BY id FOR UPDATE`,
  );
  const { rows: listed } = await db.query<{ email: string }>('SELECT email FROM whitelist WHERE email = ANY ($1)', [
    rows.map(({ email }) => email).filter(email => !leaving.includes(email)),
  ]);
  if (listed.length === 0)
    throw new ApiError(409, 'This is the last System Admin. Make someone else a System Admin first.');
}
