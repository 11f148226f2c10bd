import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { outcomeText } from '../network/outcome.ts';

/**
 * Makes an administration call immediately. Such calls are never queued, because granting a permission hours later
 * would be a security hole.
 * @throws Error with a message if the server is unreachable or refuses
 */
export async function administer<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  client: Pick<SyncClient, 'transport'>,
  entity: Country,
  call: CallDefinition<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const outcome = await client.transport.call(call, input, { entity });
  if (outcome.kind === 'ok') return outcome.data;
  const isSaid = outcome.kind === 'refused' || outcome.kind === 'conflict';
  throw new Error(
    `${outcomeText(outcome)}${isSaid ? '' : ' Nothing was changed; try again once the server can be reached.'}`,
  );
}
