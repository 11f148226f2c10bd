import type { ClientBase } from 'pg';

/** More than the number of times that a record changes in its life. */
const RAISE = 100_000;

/**
 * A record's version without what restores have added, for comparison with versions in the log, whose entries are never
 * changed: it counts the record's writes.
 */
export const countedVersion = (version: number): number => version % RAISE;

/** The same as `countedVersion`, as SQL. */
export const countedVersionSql = (version: string): string => `(${version}) % ${RAISE}`;

/** The columns that contain the version of a record: of the row itself, and of the rows of imports and deletions. */
const COLUMNS = ['version', 'own_version', 'before_version', 'after_version'];

/**
 * Raises the versions of all records. After a restore, records have versions that they had before, so that a device
 * could send an edit that is based on a lost version 4 when a colleague has just created another version 4, and it would
 * overwrite the colleague's change silently (OB8). With raised versions, it is stale, and the device merges it or asks.
 * Versions that are compared with each other are raised alike, so that an import can still be undone. 0 stands for no
 * version.
 */
export async function raiseVersions(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
      WHERE c.relkind = 'r' AND n.nspname = 'public' AND a.atttypid = 'int4'::regtype AND a.attname = ANY ($1)
      GROUP BY 1 ORDER BY 1`,
    [COLUMNS],
  );
  for (const { table, columns } of rows) {
    const raised = columns.map(name => `${name} = CASE WHEN ${name} > 0 THEN ${name} + ${RAISE} ELSE ${name} END`);
    await client.query(`UPDATE ${table} SET ${raised.join(', ')}`);
  }
}
