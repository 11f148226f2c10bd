import { Client } from 'pg';

/**
 * Makes the planner's statistics older than an import, as they are right after an import into a database that has not
 * been analyzed.
 */

const TABLES = [
  'channel_locations',
  'channel_location_import_rows',
  'location_cdts',
  'import_rows',
  'deleted_versions',
  'changes',
];

async function run(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Freezes the statistics at the current data. */
export const holdStatistics = (databaseUrl: string): Promise<void> =>
  run(databaseUrl, [...TABLES.map(table => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`), 'ANALYZE']);

/** Brings the statistics up to date. */
export const refreshStatistics = (databaseUrl: string): Promise<void> => run(databaseUrl, ['VACUUM (ANALYZE)']);
