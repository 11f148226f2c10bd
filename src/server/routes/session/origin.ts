import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';

/**
 * The origin under which people use the console: an identity provider sends them back to it, and their passkeys are
 * bound to it.
 */
export const originOf = ({ config }: Pick<ServerContext, 'config'>, request: FastifyRequest): string =>
  config.baseUrl ?? new URL(`${request.protocol}://${request.host}`).origin;
