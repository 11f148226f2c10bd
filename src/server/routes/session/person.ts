import type { FastifyInstance } from 'fastify';
import { checkWhitelist, getSession, setCurrentEntity } from '../../../contract/session.ts';
import { sessionInfo } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { requireRight } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';

/**
 * Registers the calls about the signed-in person: who they are, their current entity, and whether they are on the
 * whitelist (ENT-1, SHELL-3, G77).
 */
export function personRoutes(app: FastifyInstance, context: ServerContext): void {
  registerRead(app, context, getSession, async ({ person }) => sessionInfo(person));

  registerRead(app, context, checkWhitelist, async ({ person }) => ({ allowed: person.whitelisted }));

  // This is a preference rather than a record, so it has no version, audit entry or feed change.
  registerRead(app, context, setCurrentEntity, async ({ person }, input) => {
    requireRight(person, input.country, 'session');
    await context.database.pool.query('UPDATE users SET current_entity = $2 WHERE id = $1', [
      person.userId,
      input.country,
    ]);
    return sessionInfo({ ...person, currentEntity: input.country });
  });
}
