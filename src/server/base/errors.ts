import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from './envelope.ts';
import { loggedPath } from './requestPath.ts';

/** Sends an ApiError as its envelope. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.options.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(error.options.retryAfterSeconds));
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(error.envelope));
}

/**
 * SQLSTATE classes after which the same request may succeed a moment later: connection failures, idle session timeouts,
 * a standby that does not accept writes yet, lack of resources, shutdowns, lock timeouts.
 */
const RETRYABLE = /^(08|25006|25P03|25P04|53|57P0|55P03|40001|40P01)/;
/** Those of them after which the server cannot do anything at all, because there is no connection to the database. */
const NO_DATABASE = /^(08|25006|57P0|53300)/;
const NODE_RETRYABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATE class of errors outside the database: its files are missing or cannot be read or written. */
const FILES_FAIL = /^58/;
/** SQLSTATE disk_full, and the corresponding file system error codes. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Whether the disk of the server or of its database is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.has(codeOf(error));

/** Whether the same work may succeed a moment later, such as after a restart of the database. */
export const isPassing = (error: unknown): boolean =>
  !isDiskFull(error) && (RETRYABLE.test(codeOf(error)) || NODE_RETRYABLE.has(codeOf(error)));

/**
 * Data of a reply that says that the server is reachable but cannot work, as in the reply of /api/ready. The console
 * shows it (sync/status).
 */
const NOT_READY = { ready: false } as const;

/** The message shown when the disk is full. */
export const DISK_FULL_TEXT =
  'The server’s disk is full, so nothing was saved. Ask an administrator to free up space, then try again.';

/** Converts any thrown value into an error reply. Unexpected errors are reported only as "Server error." (ERR-7). */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return new ApiError(507, DISK_FULL_TEXT, { retryAfterSeconds: 60 });
  if (isPassing(error)) {
    const code = codeOf(error);
    return new ApiError(503, 'The database is busy or restarting. Try again in a moment.', {
      retryAfterSeconds: 2,
      ...(NO_DATABASE.test(code) || NODE_RETRYABLE.has(code) ? { data: NOT_READY } : {}),
    });
  }
  if (FILES_FAIL.test(codeOf(error)))
    return new ApiError(
      503,
      'The server cannot use the files of its database, so nothing was saved. Ask an administrator to check its data folder.',
      { retryAfterSeconds: 10, data: NOT_READY },
    );
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode === 413) return new ApiError(413, 'Request body is too large.');
  if (statusCode === 415) return new ApiError(415, 'The body must be JSON (content-type: application/json).');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new ApiError(400, 'This address cannot be read.');
  }
  if (statusCode === 400) return new ApiError(400, 'The body is not valid JSON.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'Bad request.');
  return new ApiError(500, 'Server error.');
}

/**
 * Gives all error replies of the API the same format, and logs server faults with the request's id. Intentional
 * refusals are not logged, even with a 5xx status: a flood of sign-ins would fill the disk with them.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = toApiError(error);
    // The client disconnected in the middle of the request, so nothing is wrong with the server, and nobody receives
    // the reply.
    if (request.raw.destroyed && !request.raw.complete) {
      request.log.info('The caller disconnected before the whole request had arrived');
      return sendError(reply, answer);
    }
    if (answer.status >= 500 && !(error instanceof ApiError))
      request.log.error({ err: error, url: loggedPath(request) }, answer.message);
    return sendError(reply, answer);
  });
}
