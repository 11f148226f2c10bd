import { openDatabase } from '../../src/server/db/open.ts';

/** The activity stored in a stopped server's database. */
export async function keptActivity(
  dataDir: string,
  table: 'tracker_events' | 'usage_records',
): Promise<{ type: string; name: string; at: number }[]> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, connections: 1 });
  try {
    const found = await database.pool.query<{ type: string; name: string; at: number }>(`SELECT * FROM ${table}`);
    return found.rows;
  } finally {
    await database.close();
  }
}
