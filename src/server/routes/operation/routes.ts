import type { FastifyInstance } from 'fastify';
import { getHealth, getReady } from '../../../contract/operation.ts';
import type { ServerContext } from '../../context.ts';
import { ApiError } from '../../base/envelope.ts';
import { registerPublic } from '../../http/registrar.ts';
import { readyChecks } from '../../operation/checks.ts';

/** Registers health checks: whether the server is alive, and whether it can accept calls. */
export function operationRoutes(app: FastifyInstance, context: ServerContext): void {
  const { database, config } = context;
  registerPublic(app, getHealth, async () => ({ status: 'alive' as const }));
  registerPublic(app, getReady, async () => {
    const checks = await readyChecks(database, config.dataDir);
    const wrong = checks.filter(({ ok }) => !ok);
    if (wrong.length > 0) {
      throw new ApiError(503, `Not ready: ${wrong.map(({ name, detail }) => `${name}: ${detail}`).join(' ')}`, {
        data: { ready: false, checks },
      });
    }
    return { ready: true, checks };
  });
}
