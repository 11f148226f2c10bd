import type { Queryable } from '../../db/transaction.ts';

/**
 * The parcels of a bill as comma-separated text. The database builds the text, so the server's thread only passes it
 * on. A quoted value is a string, and an empty field is null.
 */

/** The columns of an archive file: name, type in DuckDB, and SQL expression for a parcel `p` in PostgreSQL. */
export const COLUMNS = [
  ['parcel_id', 'BIGINT', 'p.id'],
  ['bill_id', 'INTEGER', 'p.bill_id'],
  ['country', 'VARCHAR', 'p.entity'],
  ['supplier_id', 'BIGINT', 'p.supplier_id'],
  ['month', 'VARCHAR', 'p.month'],
  ['channel_id', 'BIGINT', 'p.channel_id'],
  ['tracking', 'VARCHAR', 'p.tracking'],
  ['reference', 'VARCHAR', 'p.reference'],
  ['service', 'VARCHAR', 'p.service'],
  ['zone', 'VARCHAR', 'p.zone'],
  ['shipped', 'VARCHAR', 'p.shipped'],
  ['weight', 'BIGINT', 'p.weight'],
  ['status', 'TINYINT', 'p.status'],
  ['reason', 'VARCHAR', 'p.reason'],
  ['currency', 'VARCHAR', 'p.currency'],
  ['billed', 'AMOUNT', 'p.billed'],
  ['earlier', 'AMOUNT', 'p.earlier'],
  ['expected', 'AMOUNT', 'p.expected'],
  ['difference', 'AMOUNT', 'p.difference'],
] as const;

/** Number of parcels that a statement reads. */
const BATCH = 5_000;

const valueOf = ([, type, column]: (typeof COLUMNS)[number]): string =>
  type === 'VARCHAR' ? `'"' || replace(${column}::text, '"', '""') || '"'` : `coalesce(${column}::text, '')`;

/**
 * Uses the index of parcels by bill. With the index by id, the planner would scan the ids of all earlier bills before
 * the first id of this bill.
 */
const LINES = `SELECT max(key) AS last, count(*)::int4 AS count, string_agg(line, '' ORDER BY key) AS text
  FROM (SELECT p.key, ${COLUMNS.map(valueOf).join(` || ',' || `)} || E'\\n' AS line
          FROM recon_parcels p WHERE p.bill_id = $1 AND p.key > $2 ORDER BY p.key LIMIT ${BATCH}) l`;

/** Yields the lines for the parcels of a bill, several thousand at a time. */
export async function* parcelLines(db: Queryable, billId: number, tick: () => void): AsyncGenerator<string> {
  for (let last = '', more = true; more;) {
    tick();
    const { rows } = await db.query<{ last: string | null; count: number; text: string | null }>(LINES, [billId, last]);
    const { last: key, count, text } = rows[0] ?? { last: null, count: 0, text: null };
    if (text !== null) yield text;
    last = key ?? last;
    more = count === BATCH;
  }
}
