import { CHARGE_KINDS, type ChargeKind } from '../../domain/recon/charges.ts';
import type { Layout } from '../../domain/recon/layout.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import { nowSeconds } from '../base/clock.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import type { ServerContext } from '../context.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { ApiError } from '../base/envelope.ts';
import type { ImportReader } from '../imports/reader/process.ts';
import { adoptProgress, failAction, saveProgress, type ActionRecord } from './actions.ts';
import { readBillFile, UnreadableBill } from './billFiles.ts';
import { findBill, type BillRecord } from './bills.ts';
import { markOutdated } from './outdated.ts';
import { addReconJob } from './queue.ts';
import { slicesOf } from './read.ts';
import { forgetArchive } from './years/archives.ts';

/** Reads a bill again with its changed layout, first as a preview and then, once a person applies it, permanently. */

/** The result of reading the files of a bill once. */
interface Reading {
  /** Billed amount by parcel. */
  parcels: Map<string, bigint>;
  kinds: Map<ChargeKind, { count: number; amount: bigint }>;
  refused: number;
}

/** Number of stored parcels that are compared at a time. */
const SLICE = 5_000;

/**
 * Reads the files of a bill with a layout, without storing anything.
 * @returns the result, or a sentence that says why a file cannot be read
 */
async function readAll(
  { files }: Pick<ServerContext, 'files'>,
  reader: ImportReader,
  bill: BillRecord,
  layout: Layout,
  tick: () => void,
): Promise<Reading | string> {
  const reading: Reading = { parcels: new Map(), kinds: new Map(), refused: 0 };
  try {
    for (const file of bill.files) {
      const problem = await reader.openBill(file.name, await readBillFile(files, file), layout);
      if (problem !== null) return problem;
      for await (const slice of slicesOf(reader, layout, 0, tick)) {
        for (const { key, charges } of slice.rows) {
          let sum = reading.parcels.get(key) ?? 0n;
          for (const { kind, amount } of charges) {
            if (kind !== 'information') sum += amount;
            const seen = reading.kinds.get(kind) ?? { count: 0, amount: 0n };
            reading.kinds.set(kind, { count: seen.count + 1, amount: seen.amount + amount });
          }
          reading.parcels.set(key, sum);
        }
        reading.refused += slice.refused.length;
      }
      await reader.end();
    }
    return reading;
  } catch (error) {
    if (error instanceof UnreadableBill) return error.message;
    throw error;
  } finally {
    await reader.end();
  }
}

type Tally = ActionRecord['reasons'][string];

/**
 * Describes what the new reading would change: how many parcels are added, removed or have a different amount, and by
 * how much. Removes every stored parcel from `reading.parcels`.
 */
async function differences(db: Queryable, bill: BillRecord, reading: Reading, tick: () => void) {
  const gone = { count: 0, difference: 0n };
  const other = { count: 0, difference: 0n };
  for (let last = 0, more = true; more;) {
    tick();
    const { rows } = await db.query<{ id: number; key: string; billed: string }>(
      `SELECT id, key, billed::text FROM recon_parcels WHERE bill_id = $1 AND id > $2 ORDER BY id LIMIT ${SLICE}`,
      [bill.id, last],
    );
    for (const { key, billed } of rows) {
      const now = reading.parcels.get(key);
      reading.parcels.delete(key);
      const tally = now === undefined ? gone : other;
      if (now === BigInt(billed)) continue;
      tally.count += 1;
      tally.difference += (now ?? 0n) - BigInt(billed);
    }
    last = rows.at(-1)?.id ?? last;
    more = rows.length === SLICE;
    await yieldToEventLoop();
  }
  const added = {
    count: reading.parcels.size,
    difference: [...reading.parcels.values()].reduce((sum, n) => sum + n, 0n),
  };
  const found: Record<string, Tally> = {};
  const say = (text: string, { count, difference }: { count: number; difference: bigint }) => {
    if (count > 0) found[text] = { count, difference: String(difference) };
  };
  say('Parcels added', added);
  say('Parcels removed', gone);
  say('Parcels with a different amount', other);
  return { found, parcels: added.count + gone.count + other.count };
}

/** Describes for which kinds of charges the sums differ from before, and how many rows are now refused. */
async function kindsAndRows(db: Queryable, bill: BillRecord, reading: Reading): Promise<Record<string, Tally>> {
  const { rows } = await db.query<{ kind: ChargeKind; count: number; amount: string }>(
    `SELECT kind, count(*)::int4 AS count, sum(amount)::text AS amount FROM recon_charges WHERE month = $1 AND bill_id = $2 GROUP BY kind`,
    [bill.month, bill.id],
  );
  const before = new Map(rows.map(row => [row.kind, row]));
  const found: Record<string, Tally> = {};
  for (const kind of CHARGE_KINDS) {
    const was = before.get(kind);
    const now = reading.kinds.get(kind);
    const difference = (now?.amount ?? 0n) - BigInt(was?.amount ?? 0);
    if ((was?.count ?? 0) === (now?.count ?? 0) && difference === 0n) continue;
    found[`Charges of kind ${kind}, ${was?.count ?? 0} before`] = {
      count: now?.count ?? 0,
      difference: String(difference),
    };
  }
  const { rows: bills } = await db.query<{ refused: number }>('SELECT refused FROM recon_bills WHERE id = $1', [
    bill.id,
  ]);
  const refused = bills[0]?.refused ?? 0;
  if (refused !== reading.refused) found[`Refused rows, ${refused} before`] = { count: reading.refused };
  return found;
}

/** Previews a new reading, or applies it. */
export async function runReading(
  context: ServerContext,
  reader: ImportReader,
  action: ActionRecord,
  tick: () => void,
): Promise<void> {
  const { pool } = context.database;
  const { bill: id = 0, layout } = action.input;
  const bill = await findBill(pool, id);
  if (!bill || bill.deleted || !layout) return void (await failAction(pool, action, 'The bill was deleted.'));
  if (action.state === 'applying')
    return transaction(pool, async db => {
      await adoptProgress(db, action);
      if (action.state !== 'applying') return;
      const problem = await readAgainProblem(db, id, true);
      if (problem !== null) return void (await failAction(db, action, problem));
      await emptyBill(db, bill, layout);
      await addReconJob(db, { task: 'bill', id }, { owner: action.userId, now: nowSeconds(context) });
      action.state = 'done';
      await saveProgress(db, action);
    });
  const reading = await readAll(context, reader, bill, layout, tick);
  if (typeof reading === 'string') return void (await failAction(pool, action, reading));
  const total = reading.parcels.size;
  const kinds = await kindsAndRows(pool, bill, reading);
  const { found, parcels } = await differences(pool, bill, reading, tick);
  await transaction(pool, async db => {
    // Another process may have finished the same preview, and a person may have applied it since.
    if (!(await adoptProgress(db, action))) return;
    Object.assign(action, { state: 'review', total, done: total, changed: parcels, reasons: { ...found, ...kinds } });
    await saveProgress(db, action);
  });
}

/**
 * Deletes everything that was read from a bill, so that its job reads it again with a different layout. The caller must
 * have checked that no parcel on the bill has a status that was set by a person.
 */
async function emptyBill(db: Queryable, bill: BillRecord, layout: Layout): Promise<void> {
  const parcels = 'SELECT id FROM recon_parcels WHERE bill_id = $1';
  await db.query(`DELETE FROM recon_changes WHERE parcel_id IN (${parcels})`, [bill.id]);
  await db.query(`DELETE FROM recon_history WHERE parcel_id IN (${parcels})`, [bill.id]);
  await db.query('DELETE FROM recon_charges WHERE month = $1 AND bill_id = $2', [bill.month, bill.id]);
  await db.query('DELETE FROM recon_counters WHERE bill_id = $1', [bill.id]);
  await forgetArchive(db, bill.id);
  await db.query('DELETE FROM recon_blocks WHERE bill_id = $1', [bill.id]);
  await db.query('DELETE FROM recon_comparisons WHERE bill_id = $1', [bill.id]);
  await markOutdated(db, bill.id);
  await db.query('DELETE FROM recon_parcels WHERE bill_id = $1', [bill.id]);
  await db.query(
    `UPDATE recon_bills SET layout = $2, state = 'queued', message = '', read_file = 0, read_row = 0, lines = 0, refused = 0, ruined = 0,
            refusals = '[]', unmapped = '{}', let_through = 0, rule = NULL WHERE id = $1`,
    [bill.id, JSON.stringify(layout)],
  );
}

/** Statuses that only people set. */
const SETTLED = [RECON_STATUS.approved, RECON_STATUS.rejected, RECON_STATUS.deleted, RECON_STATUS.paid];

/** Returns why a bill cannot be read again, as a sentence, or null if it can. */
export async function readAgainProblem(db: Queryable, id: number, lock = false): Promise<string | null> {
  const { rows } = await db.query<{ billNo: string; state: string; files: number; deleted: boolean }>(
    `SELECT bill_no AS "billNo", state, jsonb_array_length(files) AS files, deleted FROM recon_bills WHERE id = $1${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  const [bill] = rows;
  if (!bill || bill.deleted) return 'The bill was deleted.';
  if (bill.state !== 'ready' && bill.state !== 'failed')
    return `Bill ${bill.billNo} is still being read. Wait until it has been compared.`;
  if (bill.files === 0)
    return `The files of bill ${bill.billNo} are not on this server, so it cannot be read again. Delete the bill and submit its files with the current layout.`;
  const counted = await db.query<{ set: number; disputed: number }>(
    `SELECT (SELECT coalesce(sum(parcels), 0) FROM recon_counters WHERE bill_id = $1 AND status = ANY ($2::int2[]))::int4 AS set,
            (SELECT count(*) FROM recon_disputes WHERE bill_id = $1)::int4 AS disputed`,
    [id, SETTLED],
  );
  const { set = 0, disputed = 0 } = counted.rows[0] ?? {};
  if (disputed > 0)
    return `Parcels of bill ${bill.billNo} are or were disputed for the amounts that were read, so it cannot be read again.`;
  if (set > 0)
    return `Someone has set the status of ${set} ${set === 1 ? 'parcel' : 'parcels'} of bill ${bill.billNo}, so it cannot be read again. Compare those parcels again first to reset it.`;
  return null;
}

/** @throws ApiError 409 if the bill cannot be read again */
export async function requireReadable(db: Queryable, id: number): Promise<void> {
  const problem = await readAgainProblem(db, id);
  if (problem !== null) throw new ApiError(409, problem);
}
