import type { ClientBase, Pool } from 'pg';
import { errorOn, giveBack, mayWrite } from './connections.ts';

/** A pool or one of its connections. Inside a transaction it must be the connection: the embedded pool has only one. */
export type Queryable = Pick<ClientBase, 'query'>;

/**
 * Runs `work` in one transaction and commits. Whatever `work` needs of the database it asks from the client it is given.
 * @throws what `work` throws, after a rollback; ConnectionLost when the database ended the connection meanwhile
 */
export async function transaction<T>(pool: Pool, work: (client: Queryable) => Promise<T>): Promise<T> {
  mayWrite(pool);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw errorOn(client, error);
  } finally {
    // A connection that cannot even roll back is thrown away instead of being handed to the next request.
    giveBack(client, broken);
  }
}

/** Lets one transaction at a time go on with what a name stands for, until it ends. */
export async function lockName(db: Queryable, name: string): Promise<void> {
  await db.query({
    name: 'lock-name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}
