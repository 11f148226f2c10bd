import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { registerChange, type ChangeAround, type Changed } from '../../http/change.ts';

/** SQL condition on a bill `b`: it has compared parcels that nobody has approved or rejected yet. */
export const AWAITING = `b.state = 'ready' AND EXISTS (SELECT 1 FROM recon_counters a WHERE a.bill_id = b.id AND a.parcels > 0
        AND a.status IN (${RECON_STATUS.matched}, ${RECON_STATUS.discrepant}))`;

/**
 * SQL condition: two numbers name the same bill or credit note. A number that is typed in lower case or copied in
 * full-width letters still names the same document, which must not count twice.
 */
export const sameNumber = (one: string, other: string): string =>
  `lower(normalize(${one}, NFKC)) = lower(normalize(${other}, NFKC))`;

export interface Scope {
  person: Person;
  entity: Country;
  /** The time of the write, in epoch seconds. */
  at: number;
}

/**
 * Registers a reconciliation call that takes effect immediately and is never queued: hours later, an approval would no
 * longer apply to what the person saw.
 * @param prepare reads data before the transaction
 */
export function registerRecon<I extends z.ZodMiniType, O extends z.ZodMiniType, P = undefined>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  work: (db: Queryable, input: z.output<I>, scope: Scope, prepared: P) => Promise<Changed<z.input<O>>>,
  { prepare, filters = false }: { prepare?: (input: z.output<I>, scope: Scope) => Promise<P>; filters?: boolean } = {},
): void {
  const scopeOf = ({ person, entity }: Call, at: number): Scope => ({ person, entity, at });
  const around: ChangeAround<z.output<I>, P, z.input<O>> = {
    feature: FEATURE.recon,
    keyed: true,
    filters,
    ...(prepare && { prepare: (call, input, at) => prepare(input, scopeOf(call, at)) }),
    // A job may have been added.
    after: () => context.jobs.poke(),
  };
  registerChange(app, context, definition, around, (db, input, { call, at, prepared }) =>
    work(db, input, scopeOf(call, at), prepared),
  );
}

/**
 * Returns the requested page of a list, given as page_no and page_size (as in some recon calls), as page and count, or
 * as offset and size (G19).
 */
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

/** The paging fields of a reply, under both pairs of names (G19). */
export const pageOut = (page_no: number, page_size: number) => ({
  page_no,
  page_size,
  page: page_no,
  count: page_size,
});

/** Returns a function that looks up the name of a supplier by number. */
export async function supplierNames(db: Queryable, entity: Country): Promise<(id: number) => string> {
  const { rows } = await db.query<{ id: number; name: string }>(
    'SELECT supplier_id AS id, supplier_name AS name FROM recon_suppliers WHERE country = $1',
    [entity],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return id => names.get(id) ?? `Supplier ${id}`;
}
