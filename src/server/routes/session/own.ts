import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import { LOST_LETTER, lostLetterAt } from '../../../domain/lostLetter.ts';
import { ADMINISTRATION } from '../../../domain/permission.ts';
import { nowSeconds } from '../../base/clock.ts';
import { badRequest } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';
import { writeAudit } from '../../writes/audit.ts';

/** What a change of one's own access did, for the log. */
export interface Changed<O> {
  operator: 'Create' | 'Edit' | 'Delete';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  logged: Record<string, unknown>;
  output: O;
}

/** A change of one's own access: at once or not at all, in one transaction with its entry of the log. */
export function registerOwn<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  work: (db: Queryable, input: z.output<I>, scope: { call: Call; at: number }) => Promise<Changed<z.input<O>>>,
  after: (call: Call) => Promise<void> = async () => undefined,
): void {
  registerRead(app, context, definition, async (call, input) => {
    const lost = lostLetterAt(input);
    if (lost !== null) throw badRequest(`${lost}: ${LOST_LETTER}`);
    const at = nowSeconds(context);
    const output = await transaction(context.database.pool, async db => {
      const { operator, before, after: then, logged, output: done } = await work(db, input, { call, at });
      const effect = { feature: ADMINISTRATION, operator, channelId: null, tplId: null, before, after: then };
      const request = { url: `/api${definition.path}`, input: logged, person: call.person };
      await writeAudit(db, request, call.entity, effect, at);
      return done;
    });
    await after(call);
    return output;
  });
}
