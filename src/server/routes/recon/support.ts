import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import type { Person } from '../../auth/person.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { writeAudit } from '../../writes/audit.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { registerRead } from '../../http/registrar.ts';

/** Of a bill `b`: it has compared parcels that nobody approved or rejected yet. */
export const AWAITING = `b.state = 'ready' AND EXISTS (SELECT 1 FROM recon_counters a WHERE a.bill_id = b.id AND a.parcels > 0
        AND a.status IN (${RECON_STATUS.matched}, ${RECON_STATUS.discrepant}))`;

/** What a call of reconciliation changed, for the log. */
export interface Done<O> {
  /** null: nothing that the log has. */
  operator: 'Create' | 'Edit' | 'Delete' | 'Import' | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** What the log keeps as the call's input, if the input has more than it may keep. */
  logged?: unknown;
  output: O;
}

export interface Scope {
  person: Person;
  entity: Country;
  /** Epoch seconds. */
  at: number;
}

/**
 * A call of reconciliation that changes something. It takes effect at once or not at all, in one transaction with its entry of the log. None
 * of them waits in a queue: what is approved hours later is not what the person saw.
 */
export function registerRecon<I extends z.ZodMiniType, O extends z.ZodMiniType, P = undefined>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  work: (db: Queryable, input: z.output<I>, scope: Scope, prepared: P) => Promise<Done<z.input<O>>>,
  /** What is read before the transaction. */
  prepare?: (input: z.output<I>, scope: Scope) => Promise<P>,
): void {
  registerRead(app, context, definition, async ({ person, entity }, input) => {
    const scope = { person, entity, at: nowSeconds(context) };
    const { at } = scope;
    const prepared = (await prepare?.(input, scope)) as P;
    const output = await transaction(context.database.pool, async db => {
      const done = await work(db, input, scope, prepared);
      if (done.operator === null) return done.output;
      const { operator, before = null, after = null, logged = input } = done;
      const effect = { feature: FEATURE.recon, operator, channelId: null, tplId: null, before, after };
      await writeAudit(db, { url: `/api${definition.path}`, input: logged, person }, entity, effect, at);
      return done.output;
    });
    // A job may have been added.
    context.jobs.poke();
    return output;
  });
}

/** The page of a list: page_no and page_size as some recon calls say it, or page and count, or offset and size (G19). */
export function reconPage(input: {
  page_no?: number | undefined;
  page_size?: number | undefined;
  page?: number | undefined;
  count?: number | undefined;
  offset?: number | undefined;
  size?: number | undefined;
}): { page_no: number; page_size: number; offset: number } {
  const page_size = input.page_size ?? input.size ?? input.count ?? 10;
  const page_no =
    input.offset === undefined ? (input.page_no ?? input.page ?? 1) : Math.floor(input.offset / page_size) + 1;
  return { page_no, page_size, offset: input.offset ?? (page_no - 1) * page_size };
}

/** What an answer says of its page, by both pairs of names (G19). */
export const pageOut = (page_no: number, page_size: number) => ({
  page_no,
  page_size,
  page: page_no,
  count: page_size,
});

/** Rows without the total that their query counted with them. */
export const withoutTotal = <R extends { total: number }>(rows: readonly R[]): Omit<R, 'total'>[] =>
  rows.map(row => {
    const { total, ...rest } = row;
    void total;
    return rest;
  });

/** Names of suppliers by number. */
export async function supplierNames(db: Queryable, entity: Country): Promise<(id: number) => string> {
  const { rows } = await db.query<{ id: number; name: string }>(
    'SELECT supplier_id AS id, supplier_name AS name FROM recon_suppliers WHERE country = $1',
    [entity],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return id => names.get(id) ?? `Supplier ${id}`;
}
