import type { QueryResult } from 'pg';
import type { Database } from '../db/open.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import type { Own } from './kind.ts';

/**
 * Statements of a job, each in a transaction in which no other process can have restarted the job. Only one process
 * uses the embedded database, so its statements need no such transaction.
 * @throws RestartedElsewhere from each query
 */
export function owned({ kind, pool }: Pick<Database, 'kind' | 'pool'>, own: Own): Queryable {
  if (kind === 'embedded') return pool;
  const query = (...statement: unknown[]): Promise<QueryResult> =>
    transaction(pool, async db => {
      await own(db);
      return (db.query as (...given: unknown[]) => Promise<QueryResult>).apply(db, statement);
    });
  return { query: query as Queryable['query'] };
}
