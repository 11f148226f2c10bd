import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The connection between a browser and the server, which a test can cut and restore. */
export interface Network {
  /** Origin at which the browser reaches the server. */
  readonly url: string;
  /** Closes the listener and all open connections, which looks to a browser like a stopped server. */
  offline: () => Promise<void>;
  /** Listens on the same port again; has no effect while online. */
  online: () => Promise<void>;
}

/** Forwards connections from one port to the server's port without reading them. */
export class Relay implements Network {
  #listener: Server | null = null;
  readonly #sockets = new Set<Socket>();
  /** Called when the relay listens again. */
  onBack: () => void = () => undefined;

  constructor(
    readonly port: number,
    readonly target: number,
  ) {}

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async online(): Promise<void> {
    if (this.#listener) return;
    const listener = createServer({ noDelay: true }, socket => this.#join(socket));
    listener.listen(this.port, 'localhost');
    await once(listener, 'listening');
    this.#listener = listener;
    this.onBack();
  }

  async offline(): Promise<void> {
    const listener = this.#listener;
    if (!listener) return;
    this.#listener = null;
    const closed = once(listener, 'close');
    listener.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(socket: Socket): void {
    const onward = connect({ port: this.target, host: 'localhost', noDelay: true });
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(end);
      end.pipe(other);
      // A reset on one side, or a missing server, closes the other side; an error is followed by `close`.
      end.on('error', () => undefined);
      end.once('close', () => {
        this.#sockets.delete(end);
        other.destroy();
      });
    }
  }
}
