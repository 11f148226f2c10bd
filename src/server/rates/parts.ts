import {
  AREA_KINDS,
  BASES,
  EXTRA_TYPES,
  NO_ROWS,
  PARTS,
  type Part,
  type PartRow,
  type RateRows,
} from '../../domain/rates/rows.ts';
import { mappedInSteps } from '../../domain/steps.ts';
import { inPauses } from '../base/yieldToEventLoop.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * The tables that contain the rows of drafts. This description is used to read, write, copy and remove the rows of all
 * parts.
 */

type Cell = number | string | null;

interface Column {
  /** The name of the field in the row. */
  field: string;
  /** The name of the column in the table, plain and quoted for SQL. */
  name: string;
  sql: string;
  type: 'int2' | 'int4' | 'int8' | 'text';
  write?: (value: never) => Cell;
  read?: (value: never) => unknown;
}

interface PartTable {
  table: string;
  /** The columns of the key, in the order of the primary key. */
  key: readonly Column[];
  others: readonly Column[];
}

const plain = (field: string, type: Column['type'], name = field): Column => ({
  field,
  name,
  sql: `"${name}"`,
  type,
});
const oneOf = (field: string, all: readonly string[]): Column => ({
  ...plain(field, 'int2'),
  write: (value: string) => all.indexOf(value),
  read: (value: number) => all[value],
});
const KIND = oneOf('kind', AREA_KINDS);
const CODE = plain('code', 'text');
const PERCENT = ['ppm', 'min', 'max'].map(field => plain(field, 'int8'));

const OF: Column = {
  ...plain('of', 'int4'),
  write: (value: readonly string[]) =>
    BASES.reduce((mask, basis, bit) => mask | (value.includes(basis) ? 1 << bit : 0), 0),
  read: (mask: number) => BASES.filter((_, bit) => (mask & (1 << bit)) !== 0),
};

export const PART_TABLES: Readonly<Record<Part, PartTable>> = {
  names: { table: 'rate_names', key: [KIND, CODE], others: [plain('name', 'text')] },
  addresses: {
    table: 'rate_addresses',
    key: [KIND, plain('destination', 'text'), plain('origin', 'text')],
    others: [CODE],
  },
  fees: {
    table: 'rate_fees',
    key: [KIND, CODE, plain('start', 'int4')],
    others: [plain('end', 'int4'), plain('fee', 'int8'), plain('sides', 'int4')],
  },
  volumeFees: {
    table: 'rate_volume_fees',
    key: [KIND, CODE, plain('start', 'int4')],
    others: [plain('end', 'int4'), plain('fee', 'int8')],
  },
  extraFees: {
    table: 'rate_extra_fees',
    key: [oneOf('type', EXTRA_TYPES), CODE, plain('place', 'text'), plain('shopGroup', 'int4', 'shop_group')],
    others: [plain('name', 'text'), OF, plain('fixed', 'int8'), ...PERCENT],
  },
  cepLevels: { table: 'rate_cep_levels', key: [plain('level', 'int4')], others: PERCENT },
  cepRanges: {
    table: 'rate_cep_ranges',
    key: [plain('from', 'int4'), plain('to', 'int4')],
    others: [plain('level', 'int4')],
  },
};

/** All columns of each part, computed only once because a version may have 200,000 rows. */
const COLUMNS = Object.fromEntries(
  PARTS.map(part => [part, [...PART_TABLES[part].key, ...PART_TABLES[part].others]]),
) as unknown as Readonly<Record<Part, readonly Column[]>>;
const columnsOf = (part: Part): readonly Column[] => COLUMNS[part];

/** A row, with the version that its draft had when the row was last changed. */
export type StoredPartRow<P extends Part = Part> = PartRow<P> & { version: number };

type SqlRow = Record<string, unknown> & { version: number };

function plainRow(part: Part, row: SqlRow): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const { field, name, read } of columnsOf(part)) {
    const value = row[name];
    made[field] = read ? read(value as never) : value;
  }
  return made;
}

function readRow<P extends Part>(part: P, row: SqlRow): StoredPartRow<P> {
  const made = plainRow(part, row);
  made['version'] = row.version;
  return made as unknown as StoredPartRow<P>;
}

const writeCell = ({ field, write }: Column, row: object): Cell => {
  const value = (row as Record<string, unknown>)[field];
  return write ? write(value as never) : (value as Cell);
};

/** Restricts the rows of a part by the columns of its table. */
export interface RowsAsked {
  kind?: string | undefined;
  code?: string | undefined;
  type?: string | undefined;
}

const asked = (part: Part, { kind, code, type }: RowsAsked): [Column, unknown][] =>
  Object.entries({ kind, code, type }).flatMap(([field, value]): [Column, unknown][] => {
    const column = columnsOf(part).find(one => one.field === field);
    return column && value !== undefined ? [[column, value]] : [];
  });

/** Reads the rows of a draft in key order, either all of them or one page. */
export async function readPart<P extends Part>(
  db: Queryable,
  versionId: number,
  part: P,
  only: RowsAsked = {},
  page?: { offset: number; count: number },
): Promise<StoredPartRow<P>[]> {
  return (await sqlRows(db, versionId, part, only, page)).map(row => readRow(part, row));
}

async function sqlRows(
  db: Queryable,
  versionId: number,
  part: Part,
  only: RowsAsked = {},
  page?: { offset: number; count: number },
): Promise<SqlRow[]> {
  const { table, key } = PART_TABLES[part];
  const where = asked(part, only);
  const conditions = ['version_id = $1', ...where.map(([{ sql }], at) => `${sql} = $${at + 2}`)];
  const limit = page ? ` LIMIT ${Number(page.count)} OFFSET ${Number(page.offset)}` : '';
  const { rows } = await db.query<SqlRow>(
    `SELECT ${columnsOf(part)
      .map(({ sql }) => sql)
      .join(', ')}, version FROM ${table}
      WHERE ${conditions.join(' AND ')} ORDER BY ${key.map(({ sql }) => sql).join(', ')}${limit}`,
    [versionId, ...where.map(([column, value]) => writeCell(column, { [column.field]: value }))],
  );
  return rows;
}

export async function countPart(db: Queryable, versionId: number, part: Part, only: RowsAsked = {}): Promise<number> {
  const where = asked(part, only);
  const conditions = ['version_id = $1', ...where.map(([{ sql }], at) => `${sql} = $${at + 2}`)];
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int4 AS count FROM ${PART_TABLES[part].table} WHERE ${conditions.join(' AND ')}`,
    [versionId, ...where.map(([column, value]) => writeCell(column, { [column.field]: value }))],
  );
  return rows[0]?.count ?? 0;
}

export type PartCounts = Record<Part, number>;
export const NO_COUNTS = Object.fromEntries(PARTS.map(part => [part, 0])) as PartCounts;

/** Counts the rows of each part, by id of the draft. */
export async function countRows(db: Queryable, ids: readonly number[]): Promise<Map<number, PartCounts>> {
  const counts = new Map(ids.map(id => [id, { ...NO_COUNTS }]));
  if (ids.length === 0) return counts;
  const { rows } = await db.query<{ id: number; part: Part; count: number }>({
    name: 'rate-counts',
    text: PARTS.map(
      part =>
        `SELECT version_id AS id, '${part}' AS part, count(*)::int4 AS count FROM ${PART_TABLES[part].table}
          WHERE version_id = ANY ($1::int8[]) GROUP BY version_id`,
    ).join(' UNION ALL '),
    values: [ids],
  });
  for (const { id, part, count } of rows) (counts.get(id) as PartCounts)[part] = count;
  return counts;
}

/**
 * Reads all rows of a draft, without the columns that only tables have, so that the rows can be compared with those of
 * a sealed file. Rows are converted a few thousand at a time, so that other requests run while a long part is read.
 */
export async function readRows(db: Queryable, versionId: number, settings: RateRows['settings']): Promise<RateRows> {
  const rows: Record<string, unknown> = { ...NO_ROWS, settings };
  // One query per part. With outdated statistics, several queries per part, each sorted by key, would each sort all
  // remaining rows.
  for (const part of PARTS)
    rows[part] = await inPauses(mappedInSteps(await sqlRows(db, versionId, part), row => plainRow(part, row)));
  return rows as unknown as RateRows;
}

/** Number of rows per statement: enough to amortize its cost, yet few enough for the embedded database. */
const BATCH = 20_000;

/** The outcome of writing rows. */
export interface Brought {
  added: number;
  changed: number;
  removed: number;
}

/** The author of a write to rows, and the version that the draft has after the write. */
export interface RowWriter {
  versionId: number;
  version: number;
  by: string;
}

/**
 * Adds rows and updates existing rows (matched by key) whose values differ.
 * @param rows rows with distinct keys
 */
export async function putRows<P extends Part>(
  db: Queryable,
  { versionId, version, by }: RowWriter,
  part: P,
  rows: readonly PartRow<P>[],
): Promise<Pick<Brought, 'added' | 'changed'>> {
  const { table, key, others } = PART_TABLES[part];
  const columns = columnsOf(part);
  const names = columns.map(({ sql }) => sql).join(', ');
  const own = (prefix: string) => others.map(({ sql }) => `${prefix}.${sql}`).join(', ');
  const text = `WITH done AS (
      INSERT INTO ${table} AS t (version_id, version, updated_by, ${names})
      SELECT $1, $2, $3, u.* FROM unnest(${columns.map(({ type }, at) => `$${at + 4}::${type}[]`).join(', ')}) AS u
      ON CONFLICT (version_id, ${key.map(({ sql }) => sql).join(', ')}) DO UPDATE
        SET ${others.map(({ sql }) => `${sql} = excluded.${sql}`).join(', ')}, version = excluded.version, updated_by = excluded.updated_by
      WHERE (${own('t')}) IS DISTINCT FROM (${own('excluded')})
      RETURNING xmax = 0 AS added)
    SELECT count(*) FILTER (WHERE added)::int4 AS added, count(*) FILTER (WHERE NOT added)::int4 AS changed FROM done`;
  const sum = { added: 0, changed: 0 };
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const values = columns.map(column => batch.map(row => writeCell(column, row)));
    const done = await db.query<{ added: number; changed: number }>(text, [versionId, version, by, ...values]);
    sum.added += done.rows[0]?.added ?? 0;
    sum.changed += done.rows[0]?.changed ?? 0;
  }
  return sum;
}

/** The key columns and key values of rows, which need to contain only the fields of the key. */
const keysOf = (part: Part, rows: readonly object[]) => {
  const { key } = PART_TABLES[part];
  return {
    join: key.map(({ sql }) => `t.${sql} = k.${sql}`).join(' AND '),
    names: key.map(({ sql }) => sql).join(', '),
    arrays: (first: number) => key.map(({ type }, at) => `$${at + first}::${type}[]`).join(', '),
    values: key.map(column => rows.map(row => writeCell(column, row))),
  };
};

/**
 * Returns the rows with these keys, each with the person who last changed it. Locks the rows until the transaction
 * ends.
 */
export async function lockRows<P extends Part>(
  db: Queryable,
  versionId: number,
  part: P,
  keys: readonly object[],
): Promise<{ row: StoredPartRow<P>; by: string }[]> {
  const { join, names, arrays, values } = keysOf(part, keys);
  const { rows } = await db.query<SqlRow & { updated_by: string }>(
    `SELECT t.* FROM ${PART_TABLES[part].table} t JOIN unnest(${arrays(2)}) AS k(${names}) ON ${join}
      WHERE t.version_id = $1 FOR UPDATE OF t`,
    [versionId, ...values],
  );
  return rows.map(row => ({ row: readRow(part, row), by: row.updated_by }));
}

/** Removes rows by their keys. */
export async function removeRows(
  db: Queryable,
  versionId: number,
  part: Part,
  keys: readonly object[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const { join, names, arrays, values } = keysOf(part, keys);
  const { rowCount } = await db.query(
    `DELETE FROM ${PART_TABLES[part].table} t USING unnest(${arrays(2)}) AS k(${names}) WHERE t.version_id = $1 AND ${join}`,
    [versionId, ...values],
  );
  return rowCount ?? 0;
}

/** Replaces the rows of a part with the given ones; rows that do not change keep their versions. */
export async function replaceRows<P extends Part>(
  db: Queryable,
  writer: RowWriter,
  part: P,
  rows: readonly PartRow<P>[],
  only: RowsAsked = {},
): Promise<Brought> {
  const { table, key } = PART_TABLES[part];
  const before = await countPart(db, writer.versionId, part, only);
  const { added, changed } = await putRows(db, writer, part, rows);
  const after = await countPart(db, writer.versionId, part, only);
  if (after === rows.length) return { added, changed, removed: before + added - after };
  const { names, arrays, join, values } = keysOf(part, rows);
  const where = asked(part, only).map(([{ sql }], at) => ` AND t.${sql} = $${at + 2 + key.length}`);
  const { rowCount } = await db.query(
    `DELETE FROM ${table} t WHERE t.version_id = $1${where.join('')}
       AND NOT EXISTS (SELECT 1 FROM unnest(${arrays(2)}) AS k(${names}) WHERE ${join})`,
    [
      writer.versionId,
      ...values,
      ...asked(part, only).map(([column, value]) => writeCell(column, { [column.field]: value })),
    ],
  );
  return { added, changed, removed: rowCount ?? 0 };
}

/** Removes all rows of a draft. */
export async function removeAllRows(db: Queryable, versionId: number): Promise<void> {
  for (const part of PARTS) await db.query(`DELETE FROM ${PART_TABLES[part].table} WHERE version_id = $1`, [versionId]);
}

/** Copies all rows of a draft to another draft, which must be empty. */
export async function copyRows(db: Queryable, from: number, { versionId, version, by }: RowWriter): Promise<void> {
  for (const part of PARTS) {
    const names = columnsOf(part)
      .map(({ sql }) => sql)
      .join(', ');
    const { table } = PART_TABLES[part];
    await db.query(
      `INSERT INTO ${table} (version_id, version, updated_by, ${names})
       SELECT $2, $3, $4, ${names} FROM ${table} WHERE version_id = $1`,
      [from, versionId, version, by],
    );
  }
}
