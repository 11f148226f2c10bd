import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from '../db/open.ts';
import { chainFormerEntries } from '../audit/chain.ts';
import { convertRows } from './canonicalRows.ts';
import { settleFeed } from '../db/feedEpoch.ts';
import { foldTakenOver } from './foldNames.ts';

const MIGRATION_LOCK = 7_205_319;

/**
 * The folder that contains the migrations. In the sources, it is next to the schema. For a bundle, it is next to the
 * bundle or, in a checkout, the folder in the sources.
 */
export function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [
    'migrations',
    '../migrations',
    '../db/migrations',
    '../../src/server/db/migrations',
    '../db/migrations',
  ];
  const folder = places.map(place => join(here, place)).find(path => existsSync(path));
  if (!folder) throw new Error(`The database migrations are missing next to ${here}. Build the server again.`);
  return folder;
}

/** Migrates the schema to the current version. Several API processes may start at the same time; they take turns. */
export async function migrate(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    // Waits for a slower process without a time limit.
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() });
      await foldTakenOver(client);
      await chainFormerEntries(client);
      await convertRows(client, Math.floor(Date.now() / 1000));
      await settleFeed(client, database.kind === 'embedded');
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await client.query("SET lock_timeout = '15s'");
    }
  } finally {
    client.release();
  }
}
