import { BILL_LINES_MOST, countUnmapped, REFUSALS_KEPT, type Unmapped } from '../../domain/recon/bill.ts';
import { chargesTotal } from '../../domain/recon/charges.ts';
import type { LayoutRow } from '../../domain/recon/layout.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import { trackingKey } from '../../domain/recon/tracking.ts';
import type { ServerContext } from '../context.ts';
import { AddedRows, updateStatistics } from '../db/statistics.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import type { BillSlice } from '../imports/reader/api.ts';
import type { ImportReader } from '../imports/reader/process.ts';
import { readBillFile, UnreadableBill } from './billFiles.ts';
import { flushLater, type BillRecord } from './bills.ts';
import { CounterChanges } from './counters.ts';
import { oneBehind } from './oneBehind.ts';
import type { Pool } from 'pg';

/** Months for which this process knows that the partition exists. */
const known = new WeakMap<Pool, Set<string>>();

/**
 * Ensures that the partition for a month's charges exists. Both databases are partitioned in the same way; the table of
 * a month is added when the month's first bill is read, because nobody knows how far back bills reach.
 * @param month YYYY-MM
 */
async function ensureMonth(pool: Pool, month: string): Promise<void> {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new RangeError(`"${month}" is not a month`);
  const seen = known.get(pool) ?? new Set();
  known.set(pool, seen);
  if (seen.has(month)) return;
  const table = `recon_charges_${month.replace('-', '_')}`;
  const isThere = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
    return rows[0]?.found === true;
  };
  if (!(await isThere()))
    await pool
      .query(`CREATE TABLE IF NOT EXISTS ${table} PARTITION OF recon_charges FOR VALUES IN ('${month}')`)
      .catch(async (error: unknown) => {
        // Another process has created the partition in the meantime.
        if (!(await isThere())) throw error;
      });
  seen.add(month);
}

/**
 * Number of rows that are stored in a transaction, which is the most that a kill can undo and determines how long
 * others have to wait.
 */
const READ_SLICE = 1_000;

/**
 * Thrown if another process has read further, because this one was frozen for so long that its job was restarted
 * there. This one then ends.
 */
export class ReadElsewhere extends Error {}

/** Thrown if the bill was deleted while it was being read or compared. Its job then ends. */
export class DeletedBill extends Error {}

type Refusal = { file: number; row: number; problem: string };

/** The tables that grow with a bill, and that searches join with others. */
const FILLED = ['recon_parcels', 'recon_blocks', 'recon_counters'] as const;

/**
 * Reads the files of a bill into parcels and charges, slice by slice, and writes each slice while the next one is being
 * read. A slice and the progress of the bill are written in one transaction, so reading can continue there after a
 * kill.
 * @throws UnreadableBill; ReadElsewhere; DeletedBill as soon as somebody has deleted the bill
 */
export async function readBill(
  context: Pick<ServerContext, 'database' | 'files'>,
  reader: ImportReader,
  bill: BillRecord,
  tick: () => void,
): Promise<void> {
  const { pool } = context.database;
  await ensureMonth(pool, bill.month);
  const added = new AddedRows();
  let from = bill.readRow;
  try {
    for (let file = bill.readFile; file < bill.files.length; file++, from = 0) {
      const kept = bill.files[file] as BillRecord['files'][number];
      const problem = await reader.openBill(kept.name, await readBillFile(context.files, kept), bill.layout);
      if (problem !== null) throw new UnreadableBill(problem);
      let row = from;
      await oneBehind(slicesOf(reader, bill.layout, from, tick), async slice => {
        await transaction(pool, async db => {
          await flushLater(db);
          await keepSlice(db, bill, { file, row }, slice, slice.next >= slice.total);
        });
        row = slice.next;
        if (added.add(slice.rows.length)) await updateStatistics(pool, FILLED);
      });
      await reader.end();
    }
    if (added.isOutdated) await updateStatistics(pool, FILLED);
  } finally {
    await reader.end();
  }
}

/**
 * Yields slices of rows of the bill that is open, starting at a given row.
 * @throws Error if the reader makes no progress
 */
export async function* slicesOf(
  reader: ImportReader,
  layout: BillRecord['layout'],
  first: number,
  tick: () => void,
): AsyncGenerator<BillSlice> {
  for (let from = first, total = first + 1; from < total;) {
    tick();
    const slice = await reader.billRows(layout, from, READ_SLICE);
    if (slice.next <= from && from < slice.total)
      throw new Error(`The reader of bills does not go on after row ${from}.`);
    yield slice;
    [from, total] = [slice.next, slice.total];
  }
}

/** Groups rows by key, in the order in which the file contains them. */
function byKey(rows: readonly LayoutRow[]): Map<string, LayoutRow[]> {
  const found = new Map<string, LayoutRow[]>();
  for (const row of rows) {
    const list = found.get(row.key);
    if (list) list.push(row);
    else found.set(row.key, [row]);
  }
  return found;
}

/**
 * Stores a slice of a file and the progress of the bill in the caller's transaction.
 * @param from the file, and the row at which the slice begins
 */
export async function keepSlice(
  db: Queryable,
  bill: BillRecord,
  { file, row }: { file: number; row: number },
  slice: BillSlice,
  last: boolean,
): Promise<void> {
  const { rows: now } = await db.query<{
    lines: number;
    refusals: Refusal[];
    unmapped: Unmapped;
    deleted: boolean;
    isNext: boolean;
  }>(
    `SELECT lines, refusals, unmapped, deleted, (read_file, read_row) = ($2::int4, $3::int4) AS "isNext"
       FROM recon_bills WHERE id = $1 FOR UPDATE`,
    [bill.id, file, row],
  );
  if (now[0]?.deleted !== false) throw new DeletedBill();
  if (!now[0].isNext) throw new ReadElsewhere();
  const { lines, refusals, unmapped } = now[0];
  if (lines + slice.rows.length > BILL_LINES_MOST)
    throw new UnreadableBill(`The bill has more than ${BILL_LINES_MOST} lines. Submit it as several bills.`);
  if (slice.rows.length > 0) await keepRows(db, bill, file, slice.rows);
  const named = countUnmapped(
    unmapped,
    slice.rows.flatMap(({ charges }) => charges),
  );
  const kept = [
    ...refusals,
    ...slice.refused.map(({ number, problem }) => ({ file: file + 1, row: number, problem })),
  ].slice(0, REFUSALS_KEPT);
  await db.query(
    `UPDATE recon_bills SET read_file = $2, read_row = $3, lines = lines + $4, refused = refused + $5, ruined = ruined + $6,
            refusals = $7, unmapped = $8 WHERE id = $1`,
    [
      bill.id,
      last ? file + 1 : file,
      last ? 0 : slice.next,
      slice.rows.length,
      slice.refused.length,
      slice.refused.filter(({ ruined }) => ruined).length,
      JSON.stringify(kept),
      JSON.stringify(named),
    ],
  );
}

const totalOf = (rows: readonly LayoutRow[]): bigint =>
  rows.reduce((sum, { charges }) => sum + chargesTotal(charges), 0n);

/** The first value in the rows of a parcel that is not empty. */
const first = <K extends 'tracking' | 'reference' | 'service' | 'shipped' | 'zone'>(
  rows: readonly LayoutRow[],
  field: K,
): string => rows.find(row => row[field] !== '')?.[field] ?? '';

async function keepRows(db: Queryable, bill: BillRecord, file: number, rows: readonly LayoutRow[]): Promise<void> {
  const parcels = [...byKey(rows)];
  const of = <T>(value: (rows: readonly LayoutRow[], key: string) => T): T[] =>
    parcels.map(([key, own]) => value(own, key));
  const stored = await db.query<{ id: number; key: string; added: boolean; currency: string }>(
    `INSERT INTO recon_parcels AS p (bill_id, entity, supplier_id, month, status, key, tracking, reference, reference_key, service, zone, shipped, weight, length, width, height, currency, billed)
     SELECT $1, $2, $3, $4, ${RECON_STATUS.pending}, * FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int8[],
       $13::int4[], $14::int4[], $15::int4[], $16::text[], $17::numeric[])
     ON CONFLICT (bill_id, key) DO UPDATE SET
       billed = p.billed + excluded.billed,
       tracking = CASE p.tracking WHEN '' THEN excluded.tracking ELSE p.tracking END,
       reference = CASE p.reference WHEN '' THEN excluded.reference ELSE p.reference END,
       reference_key = CASE p.reference WHEN '' THEN excluded.reference_key ELSE p.reference_key END,
       service = CASE p.service WHEN '' THEN excluded.service ELSE p.service END,
       zone = CASE p.zone WHEN '' THEN excluded.zone ELSE p.zone END,
       shipped = CASE p.shipped WHEN '' THEN excluded.shipped ELSE p.shipped END,
       weight = coalesce(p.weight, excluded.weight),
       length = coalesce(p.length, excluded.length),
       width = coalesce(p.width, excluded.width),
       height = coalesce(p.height, excluded.height)
     RETURNING id, key, xmax = 0 AS added, currency`,
    [
      bill.id,
      bill.entity,
      bill.supplierId,
      bill.month,
      of((_, key) => key),
      of(own => first(own, 'tracking')),
      of(own => first(own, 'reference')),
      of(own => trackingKey(first(own, 'reference'))),
      of(own => first(own, 'service')),
      of(own => first(own, 'zone')),
      of(own => first(own, 'shipped')),
      of(own => own.find(({ weight }) => weight !== null)?.weight ?? null),
      ...[0, 1, 2].map(side => of(own => own.find(({ sides }) => sides !== null)?.sides?.[side] ?? null)),
      of(own => own[0]?.currency ?? ''),
      of(own => String(totalOf(own))),
    ],
  );
  const ids = new Map(stored.rows.map(row => [row.key, row]));
  const counters = new CounterChanges();
  for (const [key, own] of parcels) {
    const { id = 0, added = false, currency = '' } = ids.get(key) ?? {};
    const pending = { id, billId: bill.id, status: RECON_STATUS.pending, reason: '', channelId: 0, currency };
    counters.add({ ...pending, billed: totalOf(own), expected: null, difference: null }, added ? 1 : 0, 1n);
  }
  await counters.apply(db);
  await keepCharges(db, bill, file, rows, ids);
}

async function keepCharges(
  db: Queryable,
  bill: BillRecord,
  file: number,
  rows: readonly LayoutRow[],
  ids: ReadonlyMap<string, { id: number; currency: string }>,
): Promise<void> {
  const charges = rows.flatMap(({ key, number, shipped, charges: own }) =>
    own.map(({ kind, name, amount }, n) => ({ parcel: ids.get(key)?.id ?? 0, number, n, kind, name, amount, shipped })),
  );
  await db.query(
    `INSERT INTO recon_charges (month, bill_id, file, parcel_id, row, n, kind, name, amount, shipped)
     SELECT $1, $2, $3, * FROM unnest($4::int8[], $5::int4[], $6::int2[], $7::text[], $8::text[], $9::numeric[], $10::text[])`,
    [
      bill.month,
      bill.id,
      file + 1,
      charges.map(({ parcel }) => parcel),
      charges.map(({ number }) => number),
      charges.map(({ n }) => n),
      charges.map(({ kind }) => kind),
      charges.map(({ name }) => name),
      charges.map(({ amount }) => String(amount)),
      charges.map(({ shipped }) => shipped),
    ],
  );
  // A parcel with charges in two currencies cannot be compared. It is stored with an empty currency, which no rate
  // table has, so its comparison fails.
  const mixed = rows.filter(
    ({ key, currency }) => ids.get(key)?.currency !== currency && ids.get(key)?.currency !== '',
  );
  if (mixed.length > 0) await markMixed(db, bill, [...new Set(mixed.map(({ key }) => key))]);
}

async function markMixed(db: Queryable, bill: BillRecord, keys: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ id: number; currency: string; billed: string }>(
    `UPDATE recon_parcels p SET currency = '' FROM (SELECT id, currency FROM recon_parcels WHERE bill_id = $1 AND key = ANY ($2)) was
      WHERE p.id = was.id RETURNING p.id, was.currency, p.billed::text AS billed`,
    [bill.id, keys],
  );
  const counters = new CounterChanges();
  for (const { id, currency, billed } of rows) {
    const pending = {
      id,
      billId: bill.id,
      status: RECON_STATUS.pending,
      reason: '',
      channelId: 0,
      expected: null,
      difference: null,
    };
    counters.move(
      { ...pending, currency, billed: BigInt(billed) },
      { ...pending, currency: '', billed: BigInt(billed) },
    );
  }
  await counters.apply(db);
}
