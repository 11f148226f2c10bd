import type { IncomingMessage, ServerResponse } from 'node:http';

/** Number of milliseconds to wait for the reply to arrive before the connection is closed. */
const LINGER_MILLIS = 1_000;

/**
 * Ends a request whose body is refused. Otherwise, Node would read the whole body, however long, to keep the connection
 * alive. A body with a short declared length is still read. Any other body is read no further, and the connection is
 * closed shortly after the reply, because closing it immediately could lose the reply.
 * @param most maximum declared length in bytes of a body that is still read
 */
export function cutOff(request: IncomingMessage, response: ServerResponse, most: number): void {
  const declared = Number(request.headers['content-length'] ?? Infinity);
  if (request.complete || declared <= most) return;
  const { socket } = request;
  const close = (): void => {
    // Runs after Node has sent the reply and resumed reading the body.
    setImmediate(() => {
      if (request.complete) return;
      socket.pause?.();
      // The request must be destroyed, too: Node has detached it from the connection, so code that reads it would not
      // be notified when the connection closes.
      setTimeout(() => request.destroy(), LINGER_MILLIS).unref();
    });
  };
  if (response.writableFinished) close();
  else response.once('finish', close);
}
