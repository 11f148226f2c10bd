import type { FastifyInstance } from 'fastify';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '../../../contract/access.ts';
import { PRIVILEGE } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import { passkeysOf, readRegistration, registrationOptions } from '../../auth/passkeys.ts';
import { holdSession, tokenHashOf } from '../../auth/sessions.ts';
import { nowSeconds } from '../../base/clock.ts';
import { ApiError, badRequest, forbidden, notFound } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ServerContext } from '../../context.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { requireFreeName } from '../../db/freeName.ts';
import { registerChange } from '../../http/change.ts';
import { registerRead } from '../../http/registrar.ts';
import { originOf } from './origin.ts';
import { OWN_ACCESS } from './own.ts';

/** Number of seconds within which an authenticator must respond. */
export const CHALLENGE_SECONDS = 300;

const COLUMNS = `id, name, created_at AS "createdAt", used_at AS "usedAt"`;

/** @throws ApiError 403 for a Normal user */
function requireAdministrator({ privilege }: Person): void {
  if (privilege === PRIVILEGE.normal) throw forbidden('Passkeys are for administrators. You sign in without one.');
}

/**
 * Refuses a name that another passkey of the person already has.
 * @throws ApiError 409
 */
const requireFree = (db: Queryable, userId: number, name: string, id: number): Promise<void> =>
  requireFreeName(
    db,
    name,
    { text: 'SELECT name FROM passkeys WHERE user_id = $1 AND id <> $2', values: [userId, id] },
    taken => `You already have a passkey "${taken}". Choose another name.`,
  );

/** Registers the calls with which administrators add, rename and remove their own passkeys. */
export function passkeyRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const keyOf = ({ request }: Call): string => `register ${tokenHashOf(context, request) ?? ''}`;

  registerRead(app, context, listPasskeys, async ({ person }) => {
    const { rows } = await pool.query<Passkey>(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY id`, [
      person.userId,
    ]);
    return { list: rows };
  });

  registerRead(app, context, beginPasskey, async call => {
    const { person, request } = call;
    requireAdministrator(person);
    const options = await registrationOptions(
      originOf(context, request),
      person,
      await passkeysOf(pool, person.userId),
    );
    await pool.query(
      `INSERT INTO passkey_challenges (key, user_id, challenge, expires_at, way) VALUES ($1, $2, $3, $4, 'register')
       ON CONFLICT (key) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
      [keyOf(call), person.userId, options.challenge, nowSeconds(context) + CHALLENGE_SECONDS],
    );
    return { options: JSON.stringify(options) };
  });

  registerChange(app, context, addPasskey, OWN_ACCESS, async (db, { name, response }, { call, at }) => {
    const { person, request } = call;
    requireAdministrator(person);
    await holdSession(db, person.userId, tokenHashOf(context, request) ?? '');
    const { rows } = await db.query<{ challenge: string }>(
      'DELETE FROM passkey_challenges WHERE key = $1 AND user_id = $2 AND expires_at > $3 RETURNING challenge',
      [keyOf(call), person.userId, at],
    );
    const made = rows[0] ? await readRegistration(response, rows[0].challenge, originOf(context, request)) : null;
    if (!made) throw badRequest('This is not the requested passkey, or it took more than five minutes. Start again.');
    await lockName(db, `passkeys ${person.userId}`);
    const had = await passkeysOf(db, person.userId);
    if (had.length >= LIMITS.passkeysPerPerson)
      throw new ApiError(409, `You have ${had.length} passkeys, which is the maximum. Remove one first.`);
    await requireFree(db, person.userId, name, 0);
    const added = await db.query<Passkey>(
      `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
      [person.userId, name, made.credentialId, made.publicKey, made.counter, made.transports, at],
    );
    const [passkey] = added.rows;
    if (!passkey) throw new ApiError(409, 'This passkey is already registered. Use another device or security key.');
    const logged = { email: person.email, name };
    return { operator: 'Create', before: null, after: logged, logged, output: passkey };
  });

  registerChange(app, context, renamePasskey, OWN_ACCESS, async (db, { id, name }, { call: { person } }) => {
    await lockName(db, `passkeys ${person.userId}`);
    await requireFree(db, person.userId, name, id);
    const had = (await passkeysOf(db, person.userId)).find(own => own.id === id);
    if (!had) throw notFound('You have no such passkey. It may already have been removed; reload the page.');
    const { rows } = await db.query<Passkey>(`UPDATE passkeys SET name = $2 WHERE id = $1 RETURNING ${COLUMNS}`, [
      id,
      name,
    ]);
    const { email } = person;
    const logged = { email, name };
    return {
      operator: name === had.name ? null : 'Edit',
      before: { email, name: had.name },
      after: logged,
      logged,
      output: rows[0] as Passkey,
    };
  });

  registerChange(app, context, removePasskey, OWN_ACCESS, async (db, { id }, { call: { person } }) => {
    // Without the lock, a passkey that is being renamed could be removed between its two queries.
    await lockName(db, `passkeys ${person.userId}`);
    const { rows } = await db.query<{ name: string }>(
      'DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name',
      [person.userId, id],
    );
    if (!rows[0]) throw notFound('You have no such passkey. It may already have been removed; reload the page.');
    const logged = { email: person.email, name: rows[0].name };
    return { operator: 'Delete', before: logged, after: null, logged, output: null };
  });
}
