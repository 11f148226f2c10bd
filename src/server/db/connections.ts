import type { Pool, PoolClient } from 'pg';
import type { Turns } from './turns.ts';
import { logProblem } from '../base/logProblem.ts';

/** Thrown if the database closed a connection in use. The outcome of the statement that was running is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  /** SQLSTATE connection_failure: the same request may succeed a moment later. */
  readonly code = '08006';

  constructor(cause: unknown) {
    super(`The database connection was lost: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const lost = new WeakMap<object, Error>();

/** Returns the error to report to the caller: that of the lost connection, or else that of the statement. */
export function errorOn(client: object, error: unknown): unknown {
  return lost.has(client) && !(error instanceof ConnectionLost) ? new ConnectionLost(error) : error;
}

const writeChecks = new WeakMap<Pool, () => void>();

/** Sets a check to run before each transaction of a pool. It throws if the pool must not be written to. */
export const checkWrites = (pool: Pool, check: () => void): void => void writeChecks.set(pool, check);

/**
 * Runs the pool's check.
 * @throws the error thrown by the check
 */
export const mayWrite = (pool: Pool): void => writeChecks.get(pool)?.();

/** Returns a connection to its pool; a lost connection is discarded instead. */
export function giveBack(client: PoolClient, broken?: Error): void {
  client.release(broken ?? lost.get(client));
}

async function prepareOn(client: PoolClient, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    client.release(true);
    throw errorOn(client, error);
  }
}

/**
 * Makes a pool survive lost connections. While a connection is checked out, the pool does not listen to its errors, and
 * an error event without a listener would end the process. Errors without an SQLSTATE become ConnectionLost. A
 * connection whose statement failed is kept, because the embedded database has only one.
 * @param options `prepare` runs once on each new connection; `turns` orders callers when connections are scarce;
 *   `guard` throws if the database must no longer be used
 */
export function keepAlive(pool: Pool, options: { prepare?: string; turns?: Turns; guard?: () => void } = {}): void {
  const { prepare, turns, guard } = options;
  const prepared = new WeakSet<object>();

  pool.on('connect', client => {
    client.on('error', error => {
      if (!lost.has(client)) logProblem(`Database connection lost: ${error.message}`);
      lost.set(client, error);
    });
  });
  // Each connection has a listener of its own, which reports its errors.
  pool.on('error', () => undefined);

  const connectNow = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const connect = async (): Promise<PoolClient> => {
    const done = await turns?.take();
    let client: PoolClient;
    try {
      guard?.();
      client = await connectNow();
      // The pool's own hook is not used, because it waits forever if the connection ends in the meantime.
      if (prepare !== undefined && !prepared.has(client)) await prepareOn(client, prepare);
      prepared.add(client);
    } catch (error) {
      done?.();
      throw (error as { code?: string }).code === undefined ? new ConnectionLost(error) : error;
    }
    if (done) {
      const release = client.release.bind(client);
      client.release = error => {
        release(error);
        done();
      };
    }
    return client;
  };
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    const client = await connect();
    try {
      return await client.query(text, values);
    } catch (error) {
      throw errorOn(client, error);
    } finally {
      giveBack(client);
    }
  };
  pool.connect = connect as Pool['connect'];
  pool.query = query as Pool['query'];
}
