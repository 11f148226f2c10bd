import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { nowSeconds } from '../../base/clock.ts';
import { ApiError } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import { writeAudit } from '../../writes/audit.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { requireRight, type Call } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';

export interface Noted<O> {
  operator: 'Create' | 'Edit' | 'Delete';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** What the log keeps of the call. */
  logged: Record<string, unknown>;
  output: O;
}

/** A call that changes rules or templates: at once or not at all, in one transaction with its entry of the log. Nothing of it waits in a queue. */
export function registerChange<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  work: (db: Queryable, input: z.output<I>, scope: { call: Call; at: number }) => Promise<Noted<z.input<O>>>,
): void {
  registerRead(app, context, definition, async (call, input) => {
    const at = nowSeconds(context);
    return transaction(context.database.pool, async db => {
      const { operator, before, after, logged, output } = await work(db, input, { call, at });
      const effect = { feature: FEATURE.notification, operator, channelId: null, tplId: null, before, after };
      await writeAudit(
        db,
        { url: `/api${definition.path}`, input: logged, person: call.person },
        call.entity,
        effect,
        at,
      );
      return output;
    });
  });
}

/** Writes of a rule need the right in each of its countries. @throws ApiError 403 that names the first in which it is missing */
export function requireInAll({ person }: Call, countries: readonly Country[]): void {
  for (const country of countries) requireRight(person, country, `${FEATURE.notification}.write`);
}

/** For the failed write of a name that is taken; any other error is thrown again. @throws ApiError 409 */
export const nameTaken =
  (what: string, name: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code === '23505') throw new ApiError(409, `There is a ${what} "${name}" already.`);
    throw error;
  };

/** A text as it is looked for anywhere in a name. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;

/** A row of a list without the count that came with it. */
export function withoutTotal<T extends { total: number }>(row: T): Omit<T, 'total'> {
  const { total, ...rest } = row;
  void total;
  return rest;
}
