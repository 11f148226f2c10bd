import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ServerOptions {
  port: number;
  dataDir: string;
  env?: Record<string, string>;
  /** The command line; defaults to that of the built server. */
  command?: readonly string[];
}

/**
 * A currently free port on the loopback address, below the range used for outgoing connections, so that it stays free
 * even after the listener has been closed for a while.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, 'localhost');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    const closed = once(probe, 'close');
    probe.close();
    await closed;
    return port;
  }
  throw new Error('no free port between 20000 and 32000 was found');
}

/** The real server as a separate process, which tests start, stop and kill, as a person or a power cut would. */
export class ServerProcess {
  #child: ChildProcess | null = null;
  #output = '';

  constructor(readonly options: ServerOptions) {}

  get url(): string {
    return `http://localhost:${this.options.port}`;
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Starts the server and waits until it reports that it is ready.
   * @throws Error with the server's output if it exits or takes too long
   */
  async start(timeoutMillis = 120_000): Promise<void> {
    const [command = process.execPath, ...args] = this.options.command ?? [process.execPath, 'dist/server/main.js'];
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(this.options.port),
        OPS_DATA: this.options.dataDir,
        ...this.options.env,
      },
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`server not ready in time:\n${this.#output}`)), timeoutMillis);
      const take = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (this.#output.includes('Ops Portal is ready at')) {
          clearTimeout(timer);
          resolve();
        }
      };
      child.stdout?.on('data', take);
      child.stderr?.on('data', take);
      child.once('exit', code => {
        clearTimeout(timer);
        reject(new Error(`server ended with ${code}:\n${this.#output}`));
      });
    });
  }

  /** Ends the process, gracefully or with SIGKILL, and waits until it has exited. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#output = '';
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
