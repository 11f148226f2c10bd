import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/envelope.ts';
import { sendError } from '../base/errors.ts';

/** Milliseconds in which the body of a call comes: a megabyte at most, over any line that a console works on. */
const BODY_MILLIS = 30_000;

/**
 * Ends requests whose body does not come: each holds a socket and a place of its caller. Uploads have more time (`requestTimeout`
 * of the server), since their size and the line decide how long they take.
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
      // The answer first; what comes of the body after it is not read.
      setImmediate(() => raw.destroy());
    }, millis);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
    return done();
  });
}
