import { openDatabase } from '../../src/server/db/open.ts';

type Edit = readonly [statement: string, values?: unknown[]];

/** Makes several edits to the embedded database at once, because opening it takes two seconds of CPU time. */
export async function editDatabaseBy(dataDir: string, edits: readonly Edit[]): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    for (const [statement, values = []] of edits) await database.pool.query(statement, values);
  } finally {
    await database.close();
  }
}

/** Changes the embedded database (e.g. permissions or people) while no server is running on it. */
export const editDatabase = (dataDir: string, statement: string, values: unknown[] = []): Promise<void> =>
  editDatabaseBy(dataDir, [[statement, values]]);
