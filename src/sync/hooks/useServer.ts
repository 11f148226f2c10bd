import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { administer } from '../actions/administer.ts';
import { useSync } from './useSync.ts';

/** Makes calls that require the server; a failed call throws an Error with a message. */
export function useServer(): <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: CallDefinition<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>> {
  const { client, entity } = useSync();
  return (call, input) => administer(client, entity, call, input);
}
