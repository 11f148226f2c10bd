import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from './envelope.ts';

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

/** SQLSTATE classes after which the same request may succeed in a moment: connection, resources, shutdown, lock waits. */
const RETRYABLE = /^(08|53|57P0|55P03|40001|40P01)/;
const NODE_RETRYABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** The answer for whatever was thrown. Anything unforeseen is "Server error." and nothing more (ERR-7). */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return new ApiError(413, 'Request body is too large.');
  if (statusCode === 415) return new ApiError(415, 'The body must be JSON (content-type: application/json).');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new ApiError(400, 'This address cannot be read.');
  }
  if (statusCode === 400) return new ApiError(400, 'The body is not valid JSON.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, 'Bad request.');
  const text = String(code ?? '');
  if (RETRYABLE.test(text) || NODE_RETRYABLE.has(text)) {
    return new ApiError(503, 'The database is busy or restarting. Try again in a moment.', { retryAfterSeconds: 2 });
  }
  return new ApiError(500, 'Server error.');
}

/** One shape for every failed API answer; what is ours to repair goes to the log with the request's id. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = toApiError(error);
    if (answer.status >= 500) request.log.error({ err: error, url: request.url }, answer.message);
    return sendError(reply, answer);
  });
}
