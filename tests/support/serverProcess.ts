import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ServerOptions {
  port: number;
  dataDir: string;
  env?: Record<string, string>;
  /** Command line; the built server when left out. */
  command?: readonly string[];
}

/** A port that is free now on the loopback address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The real server as a process of its own: started, stopped and killed by the tests as a person or a power cut would. */
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

  /** Starts and waits for the ready line. @throws Error with the server's own output when it ends or takes too long */
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

  /** Ends the process, politely or by SIGKILL, and waits until it is gone. */
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
