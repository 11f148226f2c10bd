import type { ImportCounts } from '../../contract/imports/calls.ts';
import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, declaredOf } from '../../contract/cached.ts';
import { ownerKey, type Resource } from '../../contract/resource.ts';
import { ofCountry, recordTable } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import type { Queryable } from '../db/transaction.ts';
import type { BulkRows, ChangeKind, ImportStore, StagedAt } from './store.ts';

/** Queries on the staged rows of an import, in the table of its store (imports/store). */

const LAST = 2_147_483_647;

/**
 * SQL: the version of a key's tombstone, or null if there is none. It is a subquery rather than a join, so that a
 * single key is looked up in the index, whatever the planner assumes.
 */
export const tombstoneOf = (collection: string, key: string): string =>
  `(SELECT d.version FROM deleted_versions d WHERE d.collection = '${collection}' AND d.key = ${key})`;

/**
 * Makes the statements of this transaction look up records by key. If statistics are older than the import, the planner
 * assumes that a chunk of thousands has one row, and would scan a whole table, or all rows of a channel, for each of
 * them.
 */
export async function planByIndex(db: Queryable): Promise<void> {
  await db.query(OFF.map(step => `SET LOCAL enable_${step} = off`).join('; '));
}
const OFF = ['hashjoin', 'mergejoin', 'material', 'seqscan', 'bitmapscan'] as const;

/** Removes an import's rows. */
export async function clearRows(db: Queryable, { table }: ImportStore, no: number): Promise<void> {
  await db.query(`DELETE FROM ${table} WHERE import_no = $1`, [no]);
}

/** Returns the number of rows that are stored for an import. */
export async function keptRows(db: Queryable, { table }: ImportStore, no: number): Promise<number> {
  const { rows } = await db.query<{ kept: number }>(`SELECT count(*) AS kept FROM ${table} WHERE import_no = $1`, [no]);
  return rows[0]?.kept ?? 0;
}

/** The channels in a range of rows; the end of the range is exclusive. */
export async function channelsOf(
  db: Queryable,
  { table, scope }: ImportStore,
  no: number,
  from = 0,
  to = LAST,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT DISTINCT ${scope} AS id FROM ${table} WHERE import_no = $1 AND n >= $2 AND n < $3 ORDER BY 1`,
    [no, from, to],
  );
  return rows.map(({ id }) => id);
}

/** Whether any record in a range of rows has a different version than planned. */
export async function isOutdated(
  db: Queryable,
  { table, joinRecord }: ImportStore,
  no: number,
  from: number,
  to: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM ${table} r ${joinRecord}
      WHERE r.import_no = $1 AND r.n >= $2 AND r.n < $3 AND coalesce(p.version, 0) <> r.before_version LIMIT 1`,
    [no, from, to],
  );
  return rowCount !== 0;
}

/**
 * The rows of an import with their records and, for removals, their tombstones, and whether each record is still as the
 * import left it.
 */
const current = ({ table, after, joinRecord, collection, key }: ImportStore) => ({
  rows: `${table} r ${joinRecord}`,
  untouched: `CASE WHEN r.${after} IS NULL
                   THEN p.version IS NULL AND ${tombstoneOf(collection, key('r'))} = r.after_version
                   ELSE p.version = r.after_version END`,
});

/**
 * Stages the rows of an import in reverse for another import, as far as the records are still as it left them.
 * @param at number of the first new row
 * @returns the number of staged rows
 */
export async function stageReversed(
  db: Queryable,
  store: ImportStore,
  rows: { of: number; from: number; to: number },
  no: number,
  at: number,
): Promise<number> {
  const { table, identity, before, after } = store;
  const named = identity.map(column => `r.${column}`).join(', ');
  const { rows: currentRows, untouched } = current(store);
  const staged = await db.query(
    `INSERT INTO ${table} (import_no, n, ${identity.join(', ')}, ${before}, ${after}, before_version, after_version)
     SELECT $2, $3 - 1 + row_number() OVER (ORDER BY r.n), ${named}, r.${after}, r.${before},
            CASE WHEN r.${after} IS NULL THEN 0 ELSE r.after_version END,
            CASE WHEN r.${after} IS NULL THEN 1 ELSE r.after_version + 1 END
       FROM ${currentRows}
      WHERE r.import_no = $1 AND r.n >= $4 AND r.n < $5 AND ${untouched}`,
    [rows.of, no, at, rows.from, rows.to],
  );
  return staged.rowCount ?? 0;
}

/** Returns the first rows whose record has changed since the import, and what undoing these rows would do. */
export async function touchedRows(
  db: Queryable,
  store: ImportStore,
  rows: { of: number; from: number; to: number },
  most: number,
): Promise<{ key: string; change: ChangeKind }[]> {
  const { before, after, key } = store;
  const { rows: currentRows, untouched } = current(store);
  const found = await db.query<{ key: string; change: ChangeKind }>(
    `SELECT ${key('r')} AS key,
            CASE WHEN r.${before} IS NULL THEN 'removed' WHEN r.${after} IS NULL THEN 'added' ELSE 'changed' END AS change
       FROM ${currentRows}
      WHERE r.import_no = $1 AND r.n >= $2 AND r.n < $3 AND (${untouched}) IS NOT TRUE ORDER BY r.n LIMIT $4`,
    [rows.of, rows.from, rows.to, most],
  );
  return found.rows;
}

/** Counts the rows of an import by their effect. */
export async function countRows(
  db: Queryable,
  { table, before, after }: ImportStore,
  no: number,
): Promise<Pick<ImportCounts, 'added' | 'changed' | 'removed'>> {
  const { rows } = await db.query<{ added: number; changed: number; removed: number }>(
    `SELECT count(*) FILTER (WHERE ${before} IS NULL) AS added, count(*) FILTER (WHERE ${after} IS NULL) AS removed,
            count(*) FILTER (WHERE ${before} IS NOT NULL AND ${after} IS NOT NULL) AS changed
       FROM ${table} WHERE import_no = $1`,
    [no],
  );
  return rows[0] ?? { added: 0, changed: 0, removed: 0 };
}

/**
 * Counts the records that lose their coverage through an import, by the rule of the import dialog (domain/serviceable,
 * losesCoverage): removed records that had any service, and changed records all of whose services are now No. If a list
 * has no services, such as routes and zones, its removed records count.
 */
export async function countLost(
  db: Queryable,
  { table, before, after, flags }: ImportStore,
  no: number,
): Promise<number> {
  const lost = flags ? `${flags(before)} > 0 AND ${flags(after)} <= 0` : `${after} IS NULL`;
  const { rows } = await db.query<{ lost: number }>(
    `SELECT count(*) FILTER (WHERE ${lost}) AS lost FROM ${table} WHERE import_no = $1`,
    [no],
  );
  return rows[0]?.lost ?? 0;
}

const SQL_TYPE: Readonly<Record<CachedKind, string>> = { number: 'int8', int: 'int4', small: 'int2', text: 'text' };

/**
 * SQL: the columns of the record that a `key` string identifies, and whether a record `p` is the one identified by `k`.
 */
function keySql(resource: Resource): { columns: string; isRecord: string } {
  const kinds = columnsOf(declaredOf(resource));
  const columns = declaredOf(resource).key.map((name): [string, string] => [
    columnSql(name),
    SQL_TYPE[kinds[name] as CachedKind],
  ]);
  const { ofEntity } = declaredOf(resource);
  const owner = ownerKey(resource).map((name): [string, string] => [columnSql(name), ofEntity ? 'text' : 'int8']);
  const parts = [...owner, ...columns];
  const read = parts.map(([column, type], at) => `split_part(key, '/', ${at + 1})::${type} AS ${column}`);
  return {
    columns: read.join(', '),
    isRecord: parts.map(([column]) => `p.${column} = k.${column}`).join(' AND '),
  };
}

/**
 * SQL: the keys in the strings `$1` as `k`, each with the string itself and the key columns of the record that it
 * identifies.
 */
function keysSql(resource: Resource): { from: string; isRecord: string } {
  const { columns, isRecord } = keySql(resource);
  return { from: `(SELECT key AS feed_key, ${columns} FROM unnest($1::text[]) AS key) k`, isRecord };
}

/**
 * SQL for the records of a bulk change: `k` with their keys in order, joined to those records `p` of the entity that
 * are still as the person saw them. $1 keys, $2 versions, $3 whether a version must be the person's own, $4 entity, $5
 * e-mail.
 */
export function bulkSql(resource: Resource): { keys: string; join: string; asSeen: string } {
  const { columns, isRecord } = keySql(resource);
  return {
    keys: `(SELECT key AS feed_key, seen, own, place, ${columns}
              FROM unnest($1::text[], $2::int4[], $3::bool[]) WITH ORDINALITY AS u(key, seen, own, place)) k`,
    join: `${recordTable(resource)} p ON ${isRecord} AND ${ofCountry(resource, '$4::text')}`,
    asSeen: 'p.version = k.seen AND (NOT k.own OR p.updated_by = $5)',
  };
}

/** The state of a bulk change's records: how many are still as the person saw them, and the keys of all others. */
export async function bulkState(
  db: Queryable,
  resource: Resource,
  { keys, versions, own }: BulkRows,
  { entity, email }: Pick<StagedAt, 'entity' | 'email'>,
): Promise<{ asSeen: number; others: { key: string; gone: boolean }[] }> {
  const sql = bulkSql(resource);
  const { rows } = await db.query<{ key: string; gone: boolean }>(
    `SELECT k.feed_key AS key, p.version IS NULL AS gone FROM ${sql.keys} LEFT JOIN ${sql.join}
      WHERE (${sql.asSeen}) IS NOT TRUE ORDER BY k.place`,
    [keys, versions, own, entity, email],
  );
  return { asSeen: keys.length - rows.length, others: rows };
}

/** Returns the keys of the records that were last changed by this person. */
export async function keysChangedBy(
  db: Queryable,
  { resource }: ImportStore,
  keys: readonly string[],
  email: string,
): Promise<string[]> {
  const { from, isRecord } = keysSql(resource);
  const { rows } = await db.query<{ key: string }>(
    `SELECT k.feed_key AS key FROM ${from} JOIN ${recordTable(resource)} p ON ${isRecord} WHERE p.updated_by = $2`,
    [keys, email],
  );
  return rows.map(({ key }) => key);
}

/** Returns the tombstones of some keys: their versions, and whether an import by the person created them. */
export async function tombstonesOf(
  db: Queryable,
  { resource, collection, table, after, isOfKey }: ImportStore,
  keys: readonly string[],
  email: string,
): Promise<{ key: string; version: number; own: boolean }[]> {
  const { from } = keysSql(resource);
  // Only the last tombstone is compared, because an earlier deletion says nothing about a later one.
  const { rows } = await db.query<{ key: string; version: number; own: boolean }>(
    `SELECT d.key, d.version, EXISTS (
              SELECT 1 FROM ${table} r JOIN imports i ON i.no = r.import_no AND i.state = 'applied'
               WHERE r.${after} IS NULL AND ${isOfKey} AND r.after_version = d.version AND i.email = $2) AS own
       FROM ${from} JOIN deleted_versions d ON d.collection = '${collection}' AND d.key = k.feed_key`,
    [keys, email],
  );
  return rows;
}
