import type { ClientBase, Pool, PoolClient } from 'pg';
import { errorOn, giveBack, mayWrite } from './connections.ts';

/**
 * A pool or one of its connections. Within a transaction, it must be the connection, because the embedded database's
 * pool has only one.
 */
export type Queryable = Pick<ClientBase, 'query'>;

/** A connection that a caller keeps for several transactions. */
export interface SharedConnection {
  readonly client: PoolClient;
  /**
   * Set if the connection could not even roll back, in which case it is discarded instead of being passed to the next
   * request.
   */
  broken?: Error;
}

interface LastStep {
  /** Determines the order of steps, so that two transactions cannot deadlock. */
  name: string;
  work: () => Promise<void>;
}

/** The steps to run before the commit, by the connection of the transaction. */
const lastSteps = new WeakMap<Queryable, LastStep[]>();

/**
 * Defers a step that takes a contended lock to the end of the transaction, right before its commit. If no transaction
 * of this module is open on the connection, the step runs immediately.
 */
export async function beforeCommit(db: Queryable, name: string, work: () => Promise<void>): Promise<void> {
  const steps = lastSteps.get(db);
  if (steps) steps.push({ name, work });
  else await work();
}

async function endSteps(client: Queryable): Promise<void> {
  const steps = lastSteps.get(client) ?? [];
  // The sort is stable, so steps with the same name keep their order.
  for (const { work } of steps.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) await work();
}

/**
 * Runs `work` in a transaction and then commits it. `work` must only use the client that it receives.
 * @param shared the connection to use, which the caller keeps; defaults to one from the pool
 * @throws any error thrown by `work`, after a rollback; ConnectionLost if the database closed the connection
 */
export async function transaction<T>(
  pool: Pool,
  work: (client: Queryable) => Promise<T>,
  shared?: SharedConnection,
): Promise<T> {
  mayWrite(pool);
  const on: SharedConnection = shared ?? { client: await pool.connect() };
  const { client } = on;
  try {
    await client.query('BEGIN');
    lastSteps.set(client, []);
    const result = await work(client);
    await endSteps(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      on.broken = failure;
    });
    throw errorOn(client, error);
  } finally {
    lastSteps.delete(client);
    if (!shared) giveBack(client, on.broken);
  }
}

/**
 * Keeps a connection for several transactions that are flushed to disk together at the end. Must only be used with the
 * embedded database: nobody else can read until the connection is returned, so nobody sees data that a power failure
 * could still undo.
 * @throws any error thrown by `work`, or an error if the flush fails; in that case none of the transactions may be
 *   acknowledged
 */
export async function flushedTogether<T>(pool: Pool, work: (shared: SharedConnection) => Promise<T>): Promise<T> {
  const shared: SharedConnection = { client: await pool.connect() };
  const { client } = shared;
  try {
    await client.query('SET synchronous_commit = off');
    try {
      return await work(shared);
    } finally {
      await client.query('RESET synchronous_commit');
      // Writes an entry to the write-ahead log. It is flushed together with all earlier entries.
      await client.query("SELECT pg_logical_emit_message(false, 'ops', '', true)");
    }
  } catch (error) {
    throw errorOn(client, error);
  } finally {
    giveBack(client, shared.broken);
  }
}

/** Takes a named lock until the end of the transaction, so that only one transaction with that name runs at a time. */
export async function lockName(db: Queryable, name: string): Promise<void> {
  await db.query({
    name: 'lock-name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}
