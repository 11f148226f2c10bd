import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { outcomeText } from '../network/outcome.ts';
import type { Outcome } from '../types.ts';

/** A call failed although the server did not refuse it: the server was not reached, or could not respond. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
}

/** The server says that what the call is about does not exist, or no longer. */
export class RecordGone extends Error {
  override readonly name = 'RecordGone';
}

/** The error of a call without a result; ServerUnreachable unless the server refused the call. */
export function failureOf(outcome: Exclude<Outcome, { kind: 'ok' }>): Error {
  const text = outcomeText(outcome);
  return outcome.kind === 'refused' || outcome.kind === 'conflict' ? new Error(text) : new ServerUnreachable(text);
}

/**
 * Makes an administration call immediately. Such calls are never queued, because granting a permission hours later
 * would be a security hole.
 * @throws Error with a message if the server refuses; ServerUnreachable if it cannot be reached
 */
export async function administer<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  client: Pick<SyncClient, 'transport'>,
  entity: Country,
  call: CallDefinition<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const outcome = await client.transport.call(call, input, { entity });
  if (outcome.kind === 'ok') return outcome.data;
  // Every other outcome says itself what to do.
  if (outcome.kind !== 'noNetwork') throw failureOf(outcome);
  const text = outcomeText(outcome);
  const reads = call.method === 'GET' || call.reads?.(input) === true;
  throw new ServerUnreachable(`${text} ${adviceOf(reads, outcome.reason)} again once the server can be reached.`);
}

/** What a person should do after a call without a reply. The server may have got it, and only its reply be lost. */
function adviceOf(reads: boolean, reason: Extract<Outcome, { kind: 'noNetwork' }>['reason']): string {
  if (reads) return 'Try';
  return reason === 'notOurs'
    ? 'Nothing was changed; try'
    : 'The change may have been made nevertheless: check whether it was, and try';
}
