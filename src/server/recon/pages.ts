import type { Country } from '../../domain/country.ts';
import { prepared } from '../db/prepared.ts';
import type { Queryable } from '../db/transaction.ts';
import { BLOCK_IDS } from './counters.ts';
import { parcelWhere } from './parcels.ts';

/** Reads pages of orders, sorted by bill and id, in such a way that the last page costs about as much as the first. */

type Filter = Readonly<Record<string, unknown>>;

export interface PageOf {
  /** The columns to read from recon_parcels, whose alias is p. */
  columns: string;
  offset: number;
  size: number;
}

/**
 * The filters for which the counters of each bill know the number of matching parcels. Any other filter requires
 * reading the parcels themselves.
 */
const COUNTED: ReadonlySet<string> = new Set(['bill_id', 'supplier_id', 'month', 'status', 'reason', 'channel_id']);
const FILTERS = [...COUNTED, 'tracking', 'shipped_from', 'shipped_until'];
/** The filters by which the parcels of one bill can differ. */
const CLASS = ['status', 'reason', 'channel_id'] as const;

/** Returns conditions on the class columns of a table, and appends their values to `values`. */
function classWhere(table: string, filter: Filter, values: unknown[]): string {
  return CLASS.flatMap(name => {
    if (filter[name] === undefined) return [];
    values.push(filter[name]);
    return [` AND ${table}.${name} = $${values.length}`];
  }).join('');
}

/** The page in the rows of a statement that returns the total with each row, and with a null if the page is empty. */
const pageIn = <R extends object>(rows: readonly { row: R | null; total: number }[]): { rows: R[]; total: number } => ({
  rows: rows.flatMap(({ row }) => (row === null ? [] : [row])),
  total: rows[0]?.total ?? 0,
});

/** Returns a page of orders, and the number of matching orders. */
export async function pageOfOrders<R extends object>(
  db: Queryable,
  entity: Country,
  filter: Filter,
  page: PageOf,
): Promise<{ rows: R[]; total: number }> {
  const given = FILTERS.filter(name => filter[name] !== undefined && filter[name] !== '');
  if (!given.every(name => COUNTED.has(name))) return pageOfFound(db, entity, filter, page);
  if (typeof filter['bill_id'] === 'number') return pageOfGivenBill(db, entity, filter['bill_id'], filter, page);
  const { bills, total } = await billsOfPage(db, entity, filter, page);
  const first = bills[0];
  if (!first) return { rows: [], total };
  const last = bills.at(-1) ?? first;
  const rows = await pageOfBill<R>(db, first.id, filter, { ...page, offset: page.offset - first.before });
  // All parcels of the bills between the first and the last one are on the page.
  const between = bills.slice(1, -1).map(({ id }) => id);
  if (between.length > 0) rows.push(...(await wholeBills<R>(db, between, filter, page.columns)));
  if (last !== first)
    rows.push(...(await pageOfBill<R>(db, last.id, filter, { ...page, offset: 0, size: page.size - rows.length })));
  return { rows, total };
}

/**
 * Returns the conditions of a filter on bills b and their counters c as SQL.
 * @param values gets the values of the SQL
 */
function billWhere(entity: Country, filter: Filter, values: unknown[]): string {
  const add = (column: string, value: unknown): string => {
    if (value === undefined) return '';
    values.push(value);
    return ` AND b.${column} = $${values.length}`;
  };
  const { bill_id, supplier_id, month } = filter;
  return [
    `b.entity = $${values.push(entity)}`,
    ' AND NOT b.deleted',
    add('id', bill_id),
    add('supplier_id', supplier_id),
    add('month', month),
    classWhere('c', filter, values),
  ].join('');
}

/**
 * Uses the counters to find the bills whose parcels are on the page, and how many matching parcels precede each of
 * these bills.
 */
async function billsOfPage(
  db: Queryable,
  entity: Country,
  filter: Filter,
  { offset, size }: PageOf,
): Promise<{ bills: { id: number; before: number }[]; total: number }> {
  const values: unknown[] = [offset, size];
  const where = billWhere(entity, filter, values);
  const { rows } = await db.query<{ id: number | null; before: number; total: number }>(
    prepared(
      `WITH counted AS (
         SELECT c.bill_id AS id, sum(c.parcels)::int8 AS parcels FROM recon_counters c JOIN recon_bills b ON b.id = c.bill_id
          WHERE ${where} GROUP BY c.bill_id),
       placed AS (SELECT id, parcels, sum(parcels) OVER (ORDER BY id) - parcels AS before FROM counted WHERE parcels > 0)
       SELECT p.id, p.before::int8 AS before, t.total FROM (SELECT coalesce(sum(parcels), 0)::int4 AS total FROM counted) t
         LEFT JOIN placed p ON p.before < $1::int8 + $2::int8 AND p.before + p.parcels > $1::int8
        ORDER BY p.id`,
      values,
    ),
  );
  return {
    bills: rows.flatMap(({ id, before }) => (id === null ? [] : [{ id, before: Number(before) }])),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * SQL of CTEs, of which `page` contains the ids of a bill's parcels from an offset on. Counts the blocks up to the one
 * that contains the offset, and reads only the ids of parcels before the page, in the blocks of the page. Each block that
 * counts has a parcel, so the page ends within the first `offset + size` of them.
 * @param values gets the values of the SQL
 */
function idsOfPage(
  bill: number,
  filter: Filter,
  { offset, size }: Pick<PageOf, 'offset' | 'size'>,
  values: unknown[],
): string {
  const add = (value: number): string => `$${values.push(value)}`;
  const [own, skipped, most] = [add(bill), add(offset), add(size)];
  // Skipping parcels in the first block is cheaper than counting blocks.
  if (offset < BLOCK_IDS && CLASS.every(name => filter[name] === undefined))
    return `page AS (SELECT i.id FROM recon_parcels i WHERE i.bill_id = ${own} ORDER BY i.bill_id, i.id LIMIT ${most} OFFSET ${skipped})`;
  const ofBlocks = classWhere('b', filter, values);
  const ofParcels = classWhere('p', filter, values);
  const end = `${skipped}::int8 + ${most}::int8`;
  return `blocks AS (
         SELECT b.block, sum(b.parcels) AS parcels FROM recon_blocks b WHERE b.bill_id = ${own}${ofBlocks}
          GROUP BY b.block HAVING sum(b.parcels) > 0 ORDER BY b.block LIMIT ${end}),
       located AS (SELECT block, parcels, sum(parcels) OVER (ORDER BY block) - parcels AS before FROM blocks),
       read AS (SELECT block, before FROM located WHERE before < ${end} AND before + parcels > ${skipped}::int8),
       page AS (
         SELECT i.id FROM read CROSS JOIN LATERAL (
             SELECT p.id FROM recon_parcels p WHERE p.bill_id = ${own} AND p.id >= read.block * ${BLOCK_IDS} AND p.id < (read.block + 1) * ${BLOCK_IDS}${ofParcels}
              ORDER BY p.id LIMIT ${end} - read.before) i
          ORDER BY i.id LIMIT ${most} OFFSET ${skipped}::int8 - coalesce((SELECT min(before) FROM read), 0)::int8)`;
}

/** Returns the parcels of a bill, starting at an offset. */
async function pageOfBill<R extends object>(
  db: Queryable,
  bill: number,
  filter: Filter,
  { columns, ...at }: PageOf,
): Promise<R[]> {
  const values: unknown[] = [];
  const ids = idsOfPage(bill, filter, at, values);
  const { rows } = await db.query<R>(
    prepared(
      `WITH ${ids} SELECT ${columns} FROM recon_parcels p WHERE p.id = ANY (ARRAY(SELECT id FROM page)) ORDER BY p.id`,
      values,
    ),
  );
  return rows;
}

/** Returns a page of the orders of one bill, and the number of matching orders, in a single statement. */
async function pageOfGivenBill<R extends object>(
  db: Queryable,
  entity: Country,
  bill: number,
  filter: Filter,
  { columns, ...at }: PageOf,
): Promise<{ rows: R[]; total: number }> {
  const values: unknown[] = [];
  const ids = idsOfPage(bill, filter, at, values);
  const where = billWhere(entity, filter, values);
  // A bill of another country, supplier or month has no counters here, so none of its parcels is read.
  const { rows } = await db.query<{ total: number; row: R | null }>(
    prepared(
      `WITH ${ids},
       counted AS MATERIALIZED (
         SELECT coalesce(sum(c.parcels), 0)::int4 AS total FROM recon_counters c JOIN recon_bills b ON b.id = c.bill_id WHERE ${where})
       SELECT t.total, r.row FROM counted t
         LEFT JOIN LATERAL (
           SELECT p.id, (SELECT to_json(o) FROM (SELECT ${columns}) o) AS row FROM recon_parcels p
            WHERE t.total > 0 AND p.id = ANY (ARRAY(SELECT id FROM page))) r ON true
        ORDER BY r.id`,
      values,
    ),
  );
  return pageIn(rows);
}

async function wholeBills<R extends object>(
  db: Queryable,
  bills: readonly number[],
  filter: Filter,
  columns: string,
): Promise<R[]> {
  const values: unknown[] = [bills];
  const { rows } = await db.query<R>(
    `SELECT ${columns} FROM recon_parcels p WHERE p.bill_id = ANY ($1::int4[])${classWhere('p', filter, values)} ORDER BY p.bill_id, p.id`,
    values,
  );
  return rows;
}

/**
 * For filters that no counter covers: finds all matching parcels in one search, which also yields the total, and then
 * reads those on the page.
 */
async function pageOfFound<R extends object>(
  db: Queryable,
  entity: Country,
  filter: Filter,
  { columns, offset, size }: PageOf,
): Promise<{ rows: R[]; total: number }> {
  const { where, values } = parcelWhere(entity, filter, true);
  const text = `WITH found AS MATERIALIZED (SELECT p.bill_id, p.id FROM recon_parcels p WHERE ${where}),
          page AS (SELECT bill_id, id FROM found ORDER BY bill_id, id LIMIT $${values.length + 1} OFFSET $${values.length + 2})
     SELECT t.total, r.row FROM (SELECT count(*)::int4 AS total FROM found) t
       LEFT JOIN (page CROSS JOIN LATERAL (SELECT to_json(o) AS row FROM (SELECT ${columns} FROM recon_parcels p WHERE p.id = page.id) o) r) ON true
      ORDER BY page.bill_id, page.id`;
  const all = [...values, size, offset];
  // The best plan for a range of days depends on how many rows match; for a tracking number, it is always the same.
  const { rows } = await db.query<{ row: R | null; total: number }>(
    filter['tracking'] ? prepared(text, all) : { text, values: all },
  );
  return pageIn(rows);
}
