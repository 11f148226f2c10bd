import { openDatabase } from '../../src/server/db/open.ts';

/** Changes the embedded database while no server runs on it, as an administrator's later screens will: rights, people. */
export async function editDatabase(dataDir: string, statement: string, values: unknown[] = []): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    await database.pool.query(statement, values);
  } finally {
    await database.close();
  }
}
