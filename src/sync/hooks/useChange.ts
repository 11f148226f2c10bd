import { useCallback, useRef } from 'react';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { failureOf, ServerUnreachable } from '../actions/administer.ts';
import { useSync } from './useSync.ts';

/** Makes a change on the server immediately; a failed call throws an Error with a message. */
export type Change = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: CallDefinition<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

/**
 * Makes changes that are never queued. If the reply is lost, nobody knows whether the change was made. Its repetition
 * in the same dialog or page has the same Idempotency-Key, so it is made once, and returns the first reply (OB3).
 */
export function useChange(): Change {
  const { client, entity } = useSync();
  /** The keys of changes whose outcome is unknown. */
  const keys = useRef(new Map<string, string>());
  return useCallback(
    async (call, input) => {
      const about = `${entity} ${call.id} ${JSON.stringify(input)}`;
      const idempotencyKey = keys.current.get(about) ?? client.env.uuid();
      keys.current.set(about, idempotencyKey);
      const outcome = await client.transport.call(call, input, { entity, idempotencyKey });
      const error = outcome.kind === 'ok' ? null : failureOf(outcome);
      if (!(error instanceof ServerUnreachable)) keys.current.delete(about);
      if (outcome.kind === 'ok') return outcome.data;
      if (outcome.kind !== 'noNetwork' || outcome.reason === 'notOurs') throw error;
      throw new ServerUnreachable(
        `${error?.message} The server may have carried it out nevertheless. Try again here once the server can be reached: nothing is done twice.`,
      );
    },
    [client, entity],
  );
}
