import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import { entityProblem, isSystemAdmin } from '../../../domain/administration.ts';
import type { Country } from '../../../domain/country.ts';
import { ADMINISTRATION, PRIVILEGE, STATUS } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { RIGHTS_CHANGED } from '../../feed/hub.ts';
import { notifyNews } from '../../feed/listen.ts';
import { ApiError, badRequest, forbidden, notFound } from '../../base/envelope.ts';
import { registerChange, type ChangeAround, type Changed } from '../../http/change.ts';

/**
 * Registers a call that only administrators may make. Afterward, every open console reloads its permissions within two
 * seconds.
 * @param after runs after the commit
 */
export function registerAdmin<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  work: (db: Queryable, input: z.output<I>, scope: { person: Person; at: number }) => Promise<Changed<z.input<O>>>,
  after?: () => void,
): void {
  const { database, hub } = context;
  const around: ChangeAround<z.output<I>> = {
    feature: ADMINISTRATION,
    permit: ({ person }) => requireAdministrator(person),
    also: db => notifyNews(database, db, RIGHTS_CHANGED),
    after: () => {
      hub.announce(RIGHTS_CHANGED);
      hub.poke();
      after?.();
    },
  };
  registerChange(app, context, definition, around, (db, input, { call: { person }, at }) =>
    work(db, input, { person, at }),
  );
}

/** @throws ApiError 403 for a Normal user */
export function requireAdministrator(person: Person): void {
  if (person.privilege === PRIVILEGE.normal)
    throw forbidden('You are lack of permission: only administrators may do this. Ask an administrator.');
}

/** @throws ApiError 403 for anyone except a System Admin */
export function requireSystemAdmin(person: Person): void {
  if (!isSystemAdmin(person)) throw forbidden('You are lack of permission: only a System Admin may do this.');
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
 * Returns an e-mail in its stored form.
 * @throws ApiError 400
 */
export function emailOf(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw badRequest(`Invalid email: "${text}" is not an e-mail address.`);
  return email;
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
  if (!rows[0]) throw notFound(`There is no entity ${id}.`);
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
