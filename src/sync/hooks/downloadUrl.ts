import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import { buildRequest } from '../network/transport.ts';

/**
 * URL of a GET call on this page's own server, for links that open a download in a new window (LIST-16). It includes
 * the entity, because another window may have switched the session's current entity.
 */
export const downloadUrl = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: CallDefinition<I, O>,
  input: z.input<I>,
  entity: Country,
): string => buildRequest(definition as unknown as CallDefinition, { ...(input as object), entity }, '').url;
