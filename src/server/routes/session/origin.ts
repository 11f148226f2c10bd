import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';

/** The address that people use, to which an identity provider sends them back and for which their passkeys are. */
export const originOf = ({ config }: Pick<ServerContext, 'config'>, request: FastifyRequest): string =>
  config.baseUrl ?? new URL(`${request.protocol}://${request.host}`).origin;
