import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from '../../src/server/db/open.ts';
import { readFeedState } from '../../src/server/feed/cursor.ts';

/** Pauses in milliseconds between looks at the horizon, and their maximum number. */
const PAUSE = 20;
const LOOKS = 500;

/**
 * Keeps the horizon of the feed where it is until the returned function is called. It counts the transactions of the
 * whole PostgreSQL server, so other tests that use the same server move it. In an embedded database, nothing else runs.
 * @throws Error if older transactions of other tests do not end
 */
export async function holdHorizon({ pool, connectionString }: Database): Promise<() => Promise<void>> {
  if (connectionString === undefined) return () => Promise.resolve();
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  const own = BigInt(rows[0]?.xid ?? 0);
  for (let looks = 0; (await readFeedState(pool)).horizon < own; looks++) {
    if (looks === LOOKS) throw new Error('the transactions of other tests do not end');
    await pause(PAUSE);
  }
  return () => client.end();
}
