import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { pathOf } from '../base/errors.ts';

/**
 * Database fields about the place of an error. `detail`, `where`, `query` and `params` quote rows, which contain typed
 * text.
 */
const PLACES = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'errno'] as const;
/** SQLSTATE class "data exception": its messages quote the value. */
const QUOTES_VALUES = /^22/;

/** The logged fields of an error. */
export function errorOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const own = error as Error & Partial<Record<(typeof PLACES)[number], unknown>>;
  const message =
    typeof own.code === 'string' && QUOTES_VALUES.test(own.code)
      ? error.message.replaceAll(/"[^"]*"|'[^']*'/g, '"..."')
      : error.message;
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...Object.fromEntries(PLACES.flatMap(key => (own[key] === undefined ? [] : [[key, own[key]]]))),
    ...(error.cause === undefined ? {} : { cause: errorOf(error.cause) }),
  };
}

/**
 * What `OPS_LOG` logs for each request: who requested which address, without its query. Filters contain typed text, and
 * a log is read by others and kept longer. @param level `info` logs every request, `warn` only problems @param stream
 * output for the lines; by default the standard output
 */
export const requestLog = (
  level: 'info' | 'warn',
  stream?: { write: (line: string) => void },
): FastifyServerOptions['logger'] => ({
  level,
  ...(stream ? { stream } : {}),
  serializers: {
    err: errorOf as never,
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: pathOf(request.url),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
});
