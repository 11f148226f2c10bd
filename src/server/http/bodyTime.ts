import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/envelope.ts';
import { sendError } from '../base/errors.ts';

/** Time limit in ms for receiving a call's body: it has at most a megabyte, which any usable connection can send. */
const BODY_MILLIS = 30_000;

/**
 * Ends requests whose body does not arrive, since each occupies a socket and one of its caller's parallel requests.
 * Uploads have more time (the server's `requestTimeout`), depending on their size and the connection.
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
      // The reply is sent first; the rest of the body is not read.
      setImmediate(() => raw.destroy());
    }, millis);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
    return done();
  });
}
