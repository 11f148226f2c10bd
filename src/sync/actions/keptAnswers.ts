import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { keep, keptId, readKept, rightsMark } from '../mirror/kept.ts';
import { outcomeText } from '../network/outcome.ts';

/** Server responses cached on this device. */

/** Timeout in milliseconds; long, because the server may have to read all rows of a version. */
const ANSWER_MOST = 60_000;

/** Per person's client: the number of the latest request whose response was cached, by the response's id. */
const latest = new WeakMap<SyncClient, Map<string, number>>();
let asks = 0;

/**
 * Calls the server and caches its response on this device, unless the response to a later request for the same was
 * faster.
 * @throws Error with a message if the server does not respond
 */
export async function askAndKeep<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  client: SyncClient,
  entity: Country,
  call: CallDefinition<I, O>,
  input: z.input<I>,
): Promise<{ data: z.output<O>; asOf: number }> {
  const own = (asks += 1);
  const db = await client.mirror;
  const rights = db ? await rightsMark(db) : 0;
  const outcome = await client.transport.call(call, input, { entity, timeoutMillis: ANSWER_MOST });
  if (outcome.kind !== 'ok') throw new Error(outcomeText(outcome));
  const asOf = client.env.clock.now();
  const id = keptId(entity, `${call.id} ${JSON.stringify(input)}`);
  const cached = latest.get(client) ?? new Map<string, number>();
  latest.set(client, cached);
  const isLatest = own > (cached.get(id) ?? 0);
  if (isLatest) cached.set(id, own);
  // If the disk is full, the response is still returned but not cached.
  if (db && isLatest)
    await keep(db, { id, entity, permission: call.permission, value: outcome.data, at: asOf }, rights).catch(
      () => undefined,
    );
  return { data: outcome.data, asOf };
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
