import type { ClientBase, Pool, PoolClient } from 'pg';
import { errorOn, giveBack, mayWrite } from './connections.ts';

/** A pool or one of its connections. Inside a transaction it must be the connection: the embedded pool has only one. */
export type Queryable = Pick<ClientBase, 'query'>;

/** A connection that a caller holds over several transactions. */
export interface SharedConnection {
  readonly client: PoolClient;
  /** It cannot even roll back: it is thrown away instead of being handed to the next request. */
  broken?: Error;
}

interface LastStep {
  /** Steps are done in the order of their names, so that two transactions never wait for each other's locks. */
  name: string;
  work: () => Promise<void>;
}

/** What is left to do before the commit, by the connection of the transaction under way. */
const lastSteps = new WeakMap<Queryable, LastStep[]>();

/**
 * Leaves a step to the end of the transaction, right before its commit: what takes a lock that many wait for. Without a transaction of
 * this module on the connection it is done at once.
 */
export async function beforeCommit(db: Queryable, name: string, work: () => Promise<void>): Promise<void> {
  const steps = lastSteps.get(db);
  if (steps) steps.push({ name, work });
  else await work();
}

async function endSteps(client: Queryable): Promise<void> {
  const steps = lastSteps.get(client) ?? [];
  // Stable: steps of one name keep their order.
  for (const { work } of steps.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) await work();
}

/**
 * Runs `work` in one transaction and commits. Whatever `work` needs of the database it asks from the client it is given.
 * @param shared the connection to use, which stays the caller's; one of the pool when left out
 * @throws what `work` throws, after a rollback; ConnectionLost when the database ended the connection meanwhile
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
 * Holds a connection for several transactions that reach the disk by one flush, at the end: for the embedded database alone,
 * where nobody else reads before the connection is given back, so that nobody is informed of what a power cut could still undo.
 *
 * @throws what `work` throws, and where the flush fails: then nothing of it may be acknowledged
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
      // An entry of the log that is written through, and with it all before.
      await client.query("SELECT pg_logical_emit_message(false, 'ops', '', true)");
    }
  } catch (error) {
    throw errorOn(client, error);
  } finally {
    giveBack(client, shared.broken);
  }
}

/** Lets one transaction at a time go on under a name, until it ends. */
export async function lockName(db: Queryable, name: string): Promise<void> {
  await db.query({
    name: 'lock-name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}
