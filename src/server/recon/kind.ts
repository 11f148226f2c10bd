import type { Pool } from 'pg';
import type { BillState } from '../../domain/recon/bill.ts';
import { isSameRule, toleranceOf, type FeeRule } from '../../domain/recon/rules.ts';
import { LetThrough } from '../../domain/recon/tolerance.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import type { ImportReader } from '../imports/reader/process.ts';
import { ReaderEnded } from '../imports/reader/process.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { Later, type JobKind, type Own, type Tick } from '../jobs/kind.ts';
import { owned } from '../jobs/owned.ts';
import { runAction } from './actions.ts';
import { UnreadableBill } from './billFiles.ts';
import { findBill, flushLater, setBillState, waitsForEarlier, type BillRecord } from './bills.ts';
import { compareBatch, loadFeeRule, type StoredResult } from './compare.ts';
import { runDownload } from './downloads.ts';
import { emitBillDifference, emitBillFailure } from './events.ts';
import { emitReconFailure, namedRecon } from './jobNames.ts';
import { oneBehind } from './oneBehind.ts';
import { PARCEL_COLUMNS, type ParcelRecord } from './parcels.ts';
import { weight, type ReconJob } from './queue.ts';
import type { KnownQuotes } from './quotes.ts';
import { DeletedBill, ReadElsewhere, readBill } from './read.ts';
import { KeptQuotes, storeResults } from './store.ts';
import { rounds } from '../base/rounds.ts';
import { archiveSettled, retryArchive } from './years/archives.ts';
import { writeArchive } from './years/write.ts';
import type { YearReports } from './years/yearReports.ts';

/** Number of parcels that are compared and written together. */
const SLICE = 1_000;
/**
 * How many milliseconds a bill waits before it checks again whether another process has read an earlier bill of its
 * supplier.
 */
const WAIT_MILLIS = 2_000;

/**
 * Reconciliation, as a kind of background work (docs/jobs.md). Each step is stored together with the progress in one
 * transaction, so another process can continue after a kill.
 */
export function createReconKind(
  contextOf: () => ServerContext,
  reader: ImportReader,
  years: YearReports,
): JobKind<ReconJob> {
  return {
    kind: 'recon',
    weight,
    tellsFailure: ({ task }) => task !== 'archive',
    named: job => namedRecon(contextOf().database.pool, job),
    run: async ({ task, id }, tick, own) => {
      const context = contextOf();
      if (task === 'action') return runAction(context, reader, id, tick);
      if (task === 'download') return runDownload(context, id, tick);
      if (task === 'archive') return writeArchive(context, years, id, tick);
      return runBill(context, reader, id, tick, own).catch((error: unknown) => {
        if (!(error instanceof DeletedBill || error instanceof ReadElsewhere)) throw error;
      });
    },
    giveUp: async ({ task, id, tries }, error, own) => {
      const { pool } = contextOf().database;
      const written = owned(contextOf().database, own);
      if (task === 'archive') {
        // Until then, reports say that the bill is missing.
        await retryArchive(pool, { id, ...(tries === undefined ? {} : { tries }) }, Date.now());
        return true;
      }
      const message =
        error === null
          ? 'The server stopped several times during this job. Try again, or ask an administrator.'
          : 'The server could not finish this job. Try again, or ask an administrator.';
      if (task === 'bill') await failBill(contextOf(), written, id, message);
      else {
        // First, because a killed job is repeated.
        await emitReconFailure(pool, { task, id }, message, nowSeconds(contextOf()));
        await written.query(
          `UPDATE ${task === 'action' ? 'recon_actions' : 'recon_downloads'} SET state = 'failed', message = $2
            WHERE id = $1 AND state NOT IN ('done', 'review', 'ready', 'failed')`,
          [id, message],
        );
      }
      return true;
    },
  };
}

/** Stores that a bill failed, and why; the event comes first, because a killed job is repeated. */
async function failBill(context: ServerContext, db: Queryable, id: number, message: string): Promise<void> {
  await emitBillFailure(context.database.pool, id, message, nowSeconds(context));
  await setBillState(db, id, 'failed', message);
}

async function runBill(context: ServerContext, reader: ImportReader, id: number, tick: Tick, own: Own): Promise<void> {
  const { pool } = context.database;
  const enter = (state: BillState): Promise<void> => setBillState(owned(context.database, own), id, state);
  const fail = (message: string): Promise<void> => failBill(context, owned(context.database, own), id, message);
  let bill = await findBill(pool, id);
  if (!bill || bill.deleted || bill.state === 'ready' || bill.state === 'failed') return;
  if (bill.state !== 'comparing') {
    await enter('reading');
    try {
      await readBill(context, reader, bill, tick);
    } catch (error) {
      if (error instanceof UnreadableBill) return fail(error.message);
      if (error instanceof ReaderEnded)
        return fail(`A file takes too much ${error.over} to read. Split it into parts.`);
      throw error;
    }
    const { rows } = await pool.query<{ any: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM recon_parcels WHERE bill_id = $1) AS any',
      [id],
    );
    if (rows[0]?.any !== true)
      return fail('No row of its files could be read. Check the layout, and submit the bill again.');
    await enter('comparing');
    bill = await findBill(pool, id);
  }
  if (bill) await compareBill(context, bill, tick, own);
}

const FORMER_RULE =
  'The shipping fee rule of its supplier was changed during the comparison, so it was compared with the former rule. Compare it again.';

/** Stores the rule by which a bill is compared, so that all its slices use the same rule even after an interruption. */
async function keepRule(db: Queryable, { id, entity, supplierId }: BillRecord): Promise<FeeRule> {
  const rule = await loadFeeRule(db, entity, supplierId);
  await db.query('UPDATE recon_bills SET rule = $2 WHERE id = $1', [id, JSON.stringify(rule)]);
  return rule;
}

/** Parcels of a bill with their results, and how much difference the bill had let through before them. */
interface ComparedSlice {
  parcels: readonly ParcelRecord[];
  results: ReadonlyMap<number, StoredResult>;
  letThrough: bigint;
}

async function compareBill(context: ServerContext, bill: BillRecord, tick: Tick, own: Own): Promise<void> {
  const { pool } = context.database;
  if (await waitsForEarlier(pool, bill)) throw new Later(WAIT_MILLIS);
  const rule = bill.rule ?? (await keepRule(owned(context.database, own), bill));
  const { cap } = toleranceOf(rule);
  const kept = new KeptQuotes();
  await oneBehind(comparedSlices(pool, { ...bill, rule }, tick), async ({ parcels, results, letThrough }) => {
    await transaction(pool, async db => {
      await own(db);
      await flushLater(db);
      const { rows: bills } = await db.query<{ deleted: boolean; letThrough: string }>(
        'SELECT deleted, let_through::text AS "letThrough" FROM recon_bills WHERE id = $1 FOR UPDATE',
        [bill.id],
      );
      if (bills[0]?.deleted !== false) throw new DeletedBill();
      // People or another comparison have changed the sum, so the slice was compared with a wrong remainder of the cap.
      if (cap !== null && BigInt(bills[0].letThrough) !== letThrough) throw new Later(0);
      await storeResults(db, parcels, results, kept);
    });
    kept.committed();
  });
  await transaction(pool, async db => {
    await own(db);
    const isCurrent = isSameRule(rule, await loadFeeRule(db, bill.entity, bill.supplierId));
    await setBillState(db, bill.id, 'ready', isCurrent ? '' : FORMER_RULE);
    await emitBillDifference(db, bill.id, nowSeconds(context));
    // All parcels may have been deleted by people during the comparison.
    await archiveSettled(db, [bill.id], nowSeconds(context));
  });
}

/**
 * Compares the remaining parcels of a bill, slice by slice. A slice depends only on the last id and the running total
 * of the previous slices, so it can be compared while they are being written.
 */
async function* comparedSlices(
  pool: Pool,
  bill: BillRecord & { rule: FeeRule },
  tick: () => void,
): AsyncGenerator<ComparedSlice> {
  const tolerance = toleranceOf(bill.rule);
  const letThrough = new LetThrough(tolerance.cap, BigInt(bill.letThrough));
  const quotes: KnownQuotes = new Map();
  for (let last = 0, round = rounds('Comparing a bill'); ; round()) {
    tick();
    const { rows: parcels } = await pool.query<ParcelRecord>(
      `SELECT ${PARCEL_COLUMNS} FROM recon_parcels p WHERE p.bill_id = $1 AND p.status = 5 AND p.reason = '' AND p.id > $2 ORDER BY p.id LIMIT ${SLICE}`,
      [bill.id, last],
    );
    if (parcels.length === 0) return;
    const before = letThrough.total;
    const results = await compareBatch(pool, bill.entity, parcels, { tolerance, letThrough: () => letThrough, quotes });
    yield { parcels, results, letThrough: before };
    last = parcels.at(-1)?.id ?? last;
    await yieldToEventLoop();
  }
}
