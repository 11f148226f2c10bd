import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';

/**
 * A plain HTTP proxy in front of the server that records all requests, including those of shared and service workers.
 */
export class CountingProxy {
  #server: Server | null = null;
  /** The requested paths, each with the size of the transferred response body in bytes. */
  readonly asked: { path: string; bytes: number }[] = [];

  constructor(
    readonly port: number,
    readonly target: number,
  ) {}

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    this.#server = createServer((incoming, outgoing) => {
      const entry = { path: incoming.url ?? '', bytes: 0 };
      this.asked.push(entry);
      const { method, url: path, headers } = incoming;
      const onward = request({ host: 'localhost', port: this.target, method, path, headers }, answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (chunk: Buffer) => (entry.bytes += chunk.length));
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    }).listen(this.port);
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise(resolve => (this.#server ? this.#server.close(resolve) : resolve(undefined)));
  }
}
