import { openDatabase } from '../../src/server/db/open.ts';

type Edit = readonly [statement: string, values?: unknown[]];

/** Makes several edits of the embedded database in turn, because opening it takes two seconds of a core. */
export async function editDatabaseBy(dataDir: string, edits: readonly Edit[]): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    for (const [statement, values = []] of edits) await database.pool.query(statement, values);
  } finally {
    await database.close();
  }
}

/** Changes the embedded database while no server runs on it, e.g. permissions or people. */
export const editDatabase = (dataDir: string, statement: string, values: unknown[] = []): Promise<void> =>
  editDatabaseBy(dataDir, [[statement, values]]);
