import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { keptId, readKept, sendAndKeep } from '../mirror/kept.ts';
import { outcomeText } from '../network/outcome.ts';
import { failureOf, RecordGone } from './administer.ts';

/** Server responses cached on this device. */

/** Timeout in milliseconds; long, because the server may have to read all rows of a version. */
const ANSWER_MOST = 60_000;

/**
 * Calls the server and caches its response on this device, unless the response to a later request for the same was
 * faster.
 * @throws Error with a message if the server refuses, RecordGone if it says that the record does not exist;
 *   ServerUnreachable if it cannot be reached
 */
export async function askAndKeep<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  client: SyncClient,
  entity: Country,
  call: CallDefinition<I, O>,
  input: z.input<I>,
): Promise<{ data: z.output<O>; asOf: number }> {
  const db = await client.mirror;
  let asOf = 0;
  const { reply } = await sendAndKeep(
    db,
    () => client.transport.call(call, input, { entity, timeoutMillis: ANSWER_MOST }),
    outcome => {
      asOf = client.env.clock.now();
      if (outcome.kind !== 'ok') return null;
      const id = keptId(entity, `${call.id} ${JSON.stringify(input)}`);
      return { id, entity, permission: call.permission, value: outcome.data, at: asOf };
    },
  );
  if (reply.kind === 'refused' && reply.status === 404) throw new RecordGone(outcomeText(reply));
  if (reply.kind !== 'ok') throw failureOf(reply);
  return { data: reply.data, asOf };
}

/** Returns the cached response to a request; null if there is none. */
export async function keptAnswer<O extends z.ZodMiniType>(
  client: SyncClient,
  entity: Country,
  call: CallDefinition<z.ZodMiniType, O>,
  input: unknown,
): Promise<{ data: z.output<O>; asOf: number } | null> {
  const db = await client.mirror;
  const kept = db && (await readKept(db, keptId(entity, `${call.id} ${JSON.stringify(input)}`)).catch(() => undefined));
  return kept ? { data: kept.value as z.output<O>, asOf: kept.at } : null;
}
