import type { FastifyRequest } from 'fastify';
import { replyKind } from '../../contract/replyKind.ts';
import { isCountry, type Country } from '../../domain/country.ts';
import type { Person } from '../auth/person.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ApiError } from '../base/envelope.ts';
import { toApiError } from '../base/errors.ts';
import type { ServerContext } from '../context.ts';
import type { Queryable } from '../db/transaction.ts';
import { emitEvent } from '../notify/emit.ts';
import { refusedOnce, type Refused } from '../notify/sources.ts';
import { askedEntity } from './call.ts';

/** Whether an error ends a write as refused on the device that sent it (OB7). */
export const isRefusal = ({ status, envelope: { retcode, data } }: ApiError): boolean =>
  replyKind({ status, retcode, data }) === 'refused';

/** A write as it arrived. */
export interface ArrivedWrite {
  context: ServerContext;
  person: Person;
  request: FastifyRequest;
  /**
   * Idempotency-Key. A write without one does not come from a queue: its sender waits for the reply, and no event is
   * triggered.
   */
  key: string | null;
  /** Where to store the event; defaults to the pool. */
  db?: Queryable;
}

/**
 * Does the work of a write. If the write is refused, triggers an event, because its person may not be at the device any
 * more. Every call that a queue sends goes through here, from its permission check on. The same refusal of the same
 * write triggers one event, no matter how often it is sent, and so does that of an import or bulk change that its person
 * tries again.
 * @param refused describes the write, without the reason, to people of the country in which the event occurs
 */
export async function tellRefusal<R>(
  { context, person, request, key, db = context.database.pool }: ArrivedWrite,
  refused: (country: Country) => Refused | Promise<Refused>,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (thrown) {
    const error = toApiError(thrown);
    if (key !== null && isRefusal(error)) {
      const { asked } = askedEntity(request);
      const country = isCountry(asked) ? asked : person.currentEntity;
      const tell = async (): Promise<void> => {
        const { kind, fields } = await refused(country);
        await emitEvent(db, {
          kind,
          country,
          person: person.email,
          at: nowSeconds(context),
          fields: { ...fields, reason: error.message },
          onceKey: refusedOnce(person.userId, key, error.message),
        });
      };
      await tell().catch((err: unknown) => request.log.error({ err }, 'The event of a refused write was not stored'));
    }
    throw thrown;
  }
}
