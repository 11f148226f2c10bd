import type { ClientBase } from 'pg';

/** Number of rows per INSERT: enough to amortize the call, yet few enough for the memory of the embedded database. */
const BATCH = 20_000;

/** A column of a bulk insert: its name, its SQL type and one value per row. */
export interface BulkColumn {
  name: string;
  type: 'int8' | 'int4' | 'int2' | 'text' | 'bool' | 'jsonb';
  values: readonly unknown[];
}

/** Inserts rows, which are given column by column, in batches. Table and column names must not come from user input. */
export async function insertColumns(
  client: ClientBase,
  table: string,
  columns: readonly BulkColumn[],
): Promise<number> {
  const rows = columns[0]?.values.length ?? 0;
  const names = columns.map(column => column.name).join(', ');
  const arrays = columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ');
  const text = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`;
  for (let from = 0; from < rows; from += BATCH) {
    await client.query(
      text,
      columns.map(column => column.values.slice(from, from + BATCH)),
    );
  }
  return rows;
}

/**
 * Runs `fill` without the table's indexes and recreates them afterward from their definitions. The primary key and
 * unique constraints remain. Must be called in a transaction, so that no index can be lost.
 */
export async function withoutIndexes(client: ClientBase, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.relname AS name, pg_get_indexdef(x.indexrelid) AS definition
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indrelid = $1::regclass AND NOT x.indisunique
      ORDER BY i.relname`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}
