import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, badRequest } from '../base/envelope.ts';

/** The error for a request that is not valid HTTP and therefore never reaches a route. */
function refusalOf(code: string): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      431,
      'The address or the headers of the request are too long. Remove filters, or the cookies of this site, and try again.',
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(408, 'The request was incomplete. Send it again.', { retryAfterSeconds: 1 });
  return badRequest('The request is not valid HTTP.');
}

/**
 * Replies with our envelope, as to any other request that is refused, and closes the connection. Without the envelope,
 * the console would assume that the reply came from an intermediary.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, envelope } = refusalOf(error.code ?? '');
  const body = JSON.stringify(envelope);
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
