import type { FastifyInstance } from 'fastify';
import { listThreePls } from '../../../contract/threePls.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { threePlsOf } from '../../resources/owners.ts';

/** Registers the list of the 3PLs of an entity (CDT-14). */
export function threePlRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  registerRead(app, context, listThreePls, async ({ entity }) => ({ list: await threePlsOf(pool, entity) }));
}
