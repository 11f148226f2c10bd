import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { loggedPath } from '../base/requestPath.ts';

/**
 * Fields of a database error that say where it occurred. `detail`, `where`, `query` and `params` quote rows, which
 * contain text typed by people.
 */
const PLACES = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'errno'] as const;
/** The SQLSTATE class "data exception", whose messages quote the invalid value. */
const QUOTES_VALUES = /^22/;

/** Returns those fields of an error that may be logged. */
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
 * Logs requests as configured by `OPS_LOG`: who requested which path, without its query string and without names in
 * the path (`loggedPath`).
 * @param level `info` to log every request, `warn` to log only problems
 * @param stream where lines are written; defaults to standard output
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
      url: loggedPath(request),
      host: request.host,
      remoteAddress: request.ip,
    }),
  },
});
