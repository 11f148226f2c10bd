import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long to wait, in ms, for the reply to arrive before closing the connection. */
const LINGER_MILLIS = 1_000;

/**
 * Ends a request whose body is refused. Otherwise, Node would read the whole body, however long, to keep the connection
 * alive. A body with a short declared length is read; any other body is read no further, and the connection is closed
 * shortly after the reply, since closing it immediately could lose the reply.
 * @param most maximum declared length in bytes of a body that is still read
 */
export function cutOff(request: IncomingMessage, response: ServerResponse, most: number): void {
  const declared = Number(request.headers['content-length'] ?? Infinity);
  if (request.complete || declared <= most) return;
  const { socket } = request;
  const close = (): void => {
    // Runs after Node has sent the reply and resumed the body.
    setImmediate(() => {
      if (request.complete) return;
      socket.pause?.();
      // Destroys the request too: Node has detached it from the connection, so its readers would not be notified when
      // the connection closes.
      setTimeout(() => request.destroy(), LINGER_MILLIS).unref();
    });
  };
  if (response.writableFinished) close();
  else response.once('finish', close);
}
