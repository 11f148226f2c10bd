import { DataFolderUnusable } from '../db/dataFolder.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { errorText } from '../../domain/errorText.ts';

/** All tables and materialized views. System tables come first, because PostgreSQL needs them to read the others. */
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'm') AND n.nspname <> 'pg_toast' AND c.relpersistence <> 't'
   ORDER BY n.nspname <> 'pg_catalog', 1`;

function reasonOf(error: unknown): string {
  if (error instanceof DataFolderUnusable) return error.reason;
  return errorText(error);
}

/**
 * Opens the database in a data folder and reads every row of every table once, with all columns and long values.
 * @param prepare changes the database after it was read
 * @returns what could not be read, as part of a sentence, or null if everything was readable
 */
export async function readAllTables(
  dataDir: string,
  prepare: (database: Database) => Promise<void> = async () => undefined,
): Promise<string | null> {
  return new Promise(resolve => {
    // If a damaged file makes PostgreSQL crash, the statement never completes.
    const onEnded = (reason: string): void => resolve(`its database ends while it is read (${reason})`);
    openDatabase({ dataDir, onEnded }).then(
      async database => {
        const problem = await readEach(database)
          .then(async found => {
            if (found === null) await prepare(database);
            return found;
          })
          .catch(reasonOf);
        await database.close().catch(() => undefined);
        resolve(problem);
      },
      (error: unknown) => resolve(`its database cannot be opened: ${reasonOf(error)}`),
    );
  });
}

async function readEach({ pool }: Database): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(TABLES);
  for (const { name } of rows) {
    try {
      // Rows are read as text, which includes values that are stored outside their row.
      await pool.query(`SELECT coalesce(sum(length(t::text)), 0) FROM ${name} AS t`);
    } catch (error) {
      return `the table ${name} cannot be read (${reasonOf(error)})`;
    }
  }
  return null;
}
