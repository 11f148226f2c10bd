import type { OperatorType } from '../../contract/audit.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition, Envelope } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { Person } from '../auth/person.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { writeAudit } from '../writes/audit.ts';
import { write } from '../writes/write.ts';
import { idempotencyKeyOf, type Call } from './call.ts';
import { registerRead } from './registrar.ts';

/** What a call changed, for the log. */
export interface Changed<O> {
  /** Null if nothing was changed, as for a preview; no log entry is written in that case. */
  operator: OperatorType | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** The entity whose log gets the entry; by default the call's. */
  entity?: Country | undefined;
  /** The input to log instead, if the actual input contains data that must not be logged. */
  logged?: unknown;
  output: O;
}

/** Input of a call that changes something. */
export interface ChangeScope<P = undefined> {
  call: Call;
  /** The time of the change, in epoch seconds. */
  at: number;
  /** Data read before the transaction. */
  prepared: P;
}

/** Steps that run before and after the change itself. */
export interface ChangeAround<I, P = undefined, O = unknown> {
  /** The feature in whose log the entry appears. */
  feature: string;
  /**
   * Whether the reply is stored under the caller's Idempotency-Key, so that a repetition returns it instead of making
   * the change again (OB3). Not for replies with data that is shown only once, such as a one-time link.
   */
  keyed?: boolean;
  /**
   * Whether the input selects records by a filter, which may contain characters that could not be decoded
   * (domain/lostLetter).
   */
  filters?: boolean;
  /**
   * Rejects people without permission before the input is validated and any data is read.
   * @throws ApiError 403
   */
  permit?: (person: Person) => void;
  /** Reads data before the transaction begins. */
  prepare?: (call: Call, input: I, at: number) => Promise<P>;
  /** Runs in the transaction, after the log entry has been written. */
  also?: (db: Queryable) => Promise<void>;
  /** Runs after the commit, even if nothing was changed. */
  after?: (call: Call, input: I) => Promise<void> | void;
  /** Runs last and returns the reply, for example without data that was delivered in another way. */
  deliver?(call: Call, output: O): Promise<O>;
}

/**
 * Registers a call that changes something immediately or not at all, in the same transaction as its log entry. It never
 * waits in a queue. Input with lost letters is refused.
 */
export function registerChange<I extends z.ZodMiniType, O extends z.ZodMiniType, P = undefined>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  around: ChangeAround<z.output<I>, P, z.input<O>>,
  work: (db: Queryable, input: z.output<I>, scope: ChangeScope<P>) => Promise<Changed<z.input<O>>>,
): void {
  const { feature, keyed = false, filters = false, permit, prepare, also, after: onceCommitted } = around;
  const url = `/api${definition.path}`;
  registerRead(
    app,
    context,
    definition,
    async (call, input) => {
      const at = nowSeconds(context);
      const prepared = (await prepare?.(call, input, at)) as P;
      const change = async (db: Queryable): Promise<z.input<O>> => {
        const done = await work(db, input, { call, at, prepared });
        const { operator, before = null, after = null, logged = input } = done;
        if (operator === null) return done.output;
        const effect = { feature, operator, channelId: null, tplId: null, before, after };
        await writeAudit(db, { url, input: logged, person: call.person }, done.entity ?? call.entity, effect, at);
        await also?.(db);
        return done.output;
      };
      const output = keyed
        ? await madeOnce(call, definition, input, change)
        : await transaction(context.database.pool, change);
      await onceCommitted?.(call, input);
      return around.deliver ? around.deliver(call, output) : output;
    },
    { stores: !filters, ...(permit ? { permit } : {}) },
  );
}

/** Makes a change once for each Idempotency-Key; a repetition returns the stored data of the reply. */
async function madeOnce<O>(
  { context, person, entity, request, reply }: Call,
  { id: callId, path }: Pick<CallDefinition, 'id' | 'path'>,
  input: unknown,
  change: (db: Queryable) => Promise<O>,
): Promise<O> {
  const asked = { person, callId, url: `/api${path}`, input, key: idempotencyKeyOf(request), record: null, entity };
  const { text, replayed } = await write(context, asked, async db => ({
    entity,
    effect: { apart: true, output: await change(db) },
  }));
  if (replayed) reply.header('idempotent-replayed', 'true');
  return (JSON.parse(text) as Envelope<O>).data as O;
}
