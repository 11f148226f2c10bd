import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { pathOf } from '../base/errors.ts';

/**
 * What `OPS_LOG` logs of each request: who requested which address, without its query. Filters have what people typed, and a log is
 * read by others, and kept for longer.
 *
 * @param level `info` logs every request, `warn` what needs somebody
 * @param stream where lines go; the standard output when left out
 */
export const requestLog = (
  level: 'info' | 'warn',
  stream?: { write: (line: string) => void },
): FastifyServerOptions['logger'] => ({
  level,
  ...(stream ? { stream } : {}),
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: pathOf(request.url),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
});
