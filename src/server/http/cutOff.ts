import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time for the answer to arrive before the connection is closed. */
const LINGER_MILLIS = 1_000;

/**
 * Ends a request whose body is refused, because Node would read it to its end, however long, to keep the connection. A
 * body declared as short is read; of any other no further byte is read, and the connection is closed a moment after the
 * answer, because closing it immediately may drop the answer. @param most bytes read of a body
 */
export function cutOff(request: IncomingMessage, response: ServerResponse, most: number): void {
  const declared = Number(request.headers['content-length'] ?? Infinity);
  if (request.complete || declared <= most) return;
  const { socket } = request;
  const close = (): void => {
    // Node resumes the body when the answer has left; after that.
    setImmediate(() => {
      if (request.complete) return;
      socket.pause?.();
      // The request too, because Node has detached it with the answer, and its readers are not called when the
      // connection closes.
      setTimeout(() => request.destroy(), LINGER_MILLIS).unref();
    });
  };
  if (response.writableFinished) close();
  else response.once('finish', close);
}
