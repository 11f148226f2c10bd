import type { PoolClient } from 'pg';
import { vi } from 'vitest';
import type { Database } from '../../src/server/db/open.ts';

export interface HeldConnections {
  clients: readonly PoolClient[];
  /** The parameters of each watched statement, including statements after the release. */
  seen: readonly (readonly unknown[])[];
  release: () => void;
}

/**
 * Takes all connections to a database, so that further callers have to wait, and records the statements whose names
 * start with `name`. `vi.restoreAllMocks` ends this.
 *
 * @param failures errors with which the first of those statements fail, in this order, instead of being executed
 * @param first watches only statements with this first parameter
 * @param answered awaited by the first of those statements after it was executed
 */
export async function holdConnections(
  { pool, connections }: Database,
  name: string,
  failures: Error[] = [],
  { first, answered }: { first?: string; answered?: Promise<void> } = {},
): Promise<HeldConnections> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const seen: (readonly unknown[])[] = [];
  for (const client of clients) {
    const query = client.query.bind(client) as (asked: unknown, values?: unknown) => unknown;
    const watched = (asked: { name?: string; values?: unknown[] }, values?: unknown): unknown => {
      const isWatched = asked.name?.startsWith(name) && (first === undefined || asked.values?.[0] === first);
      if (!isWatched) return query(asked, values);
      seen.push(asked.values ?? []);
      const failure = failures.shift();
      if (failure) return Promise.reject(failure);
      const reply = query(asked, values);
      return answered && seen.length === 1 ? answered.then(() => reply) : reply;
    };
    vi.spyOn(client, 'query').mockImplementation(watched as never);
  }
  return {
    clients,
    seen,
    release: () => {
      for (const client of clients) client.release();
    },
  };
}
