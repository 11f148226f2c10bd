import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/envelope.ts';
import { sendError } from '../base/errors.ts';

/**
 * Time limit in ms for receiving a call's body, which has at most a megabyte. Any usable connection can send that
 * within the limit.
 */
const BODY_MILLIS = 30_000;

/**
 * Ends requests whose body does not arrive, because each of them occupies a socket and one of its caller's parallel
 * requests. Uploads have more time (the server's `requestTimeout`), because it depends on their size and the
 * connection.
 */
export function limitBodyTime(app: FastifyInstance, millis = BODY_MILLIS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || raw.complete || request.routeOptions.config.limit === 'upload') return done();
    const timer = setTimeout(() => {
      if (raw.complete) return;
      reply.header('connection', 'close');
      if (!reply.sent)
        sendError(
          reply,
          new ApiError(408, 'The rest of the request did not arrive. Send it again.', { retryAfterSeconds: 1 }),
        );
      // The reply is sent first, and the rest of the body is never read.
      setImmediate(() => raw.destroy());
    }, millis);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
    return done();
  });
}
