import type { FastifyInstance } from 'fastify';
import { yearsReport } from '../../../contract/reconYears.ts';
import type { Country } from '../../../domain/country.ts';
import { REASONS, type Reason } from '../../../domain/recon/reason.ts';
import { RECON_STATUS_LABELS, type ReconStatus } from '../../../domain/recon/status.ts';
import type { YearGroup } from '../../../domain/recon/years.ts';
import { nowSeconds } from '../../base/clock.ts';
import { ApiError, badRequest } from '../../base/envelope.ts';
import type { ServerContext } from '../../context.ts';
import { transaction, type Queryable } from '../../db/transaction.ts';
import { registerRead } from '../../http/registrar.ts';
import type { YearsQuery } from '../../recon/years/api.ts';
import { archiveSettled, forgetArchive, SETTLED } from '../../recon/years/archives.ts';
import { DuckEnded } from '../../recon/years/process.ts';
import { FilesGone, type ReadyFile, type YearReports } from '../../recon/years/yearReports.ts';
import { supplierNames } from './support.ts';

/** Maximum number of bills that a report reads, because their files are opened one by one. */
const BILLS_MOST = 20_000;

interface Bills {
  files: ReadyFile[];
  open: number;
  waiting: number;
}

interface Months {
  from?: string | undefined;
  until?: string | undefined;
  supplier_id?: number | undefined;
}

/** Returns the bills of the given years with a single statement, so that their files represent the same moment. */
async function billsOf(
  db: Queryable,
  entity: Country,
  { from = '', until = '9999-99', supplier_id }: Months,
): Promise<Bills> {
  const { rows } = await db.query<{ billId: number; settled: boolean; hash: string | null; size: number | null }>(
    `SELECT b.id AS "billId", a.hash, a.size, a.id IS NOT NULL OR (${SETTLED}) AS settled
       FROM recon_bills b LEFT JOIN recon_archives a ON a.bill_id = b.id AND a.state = 'ready'
      WHERE b.entity = $1 AND NOT b.deleted AND b.state <> 'failed' AND b.month >= $2 AND b.month <= $3 AND ($4::int8 IS NULL OR b.supplier_id = $4)
      ORDER BY b.id LIMIT ${BILLS_MOST + 1}`,
    [entity, from, until, supplier_id ?? null],
  );
  if (rows.length > BILLS_MOST)
    throw badRequest(`There are more than ${BILLS_MOST} bills in these years. Choose fewer years, or one supplier.`);
  const files = rows.flatMap(({ billId, hash, size }) => (hash === null ? [] : [{ billId, hash, size: size ?? 0 }]));
  const open = rows.filter(({ settled }) => !settled).length;
  return { files, open, waiting: rows.length - files.length - open };
}

/** Returns a function that looks up the names of the groups in a reply. */
async function namesOf(db: Queryable, entity: Country): Promise<(by: YearGroup, key: string) => string> {
  const supplier = await supplierNames(db, entity);
  const { rows } = await db.query<{ id: number; name: string }>(
    'SELECT channel_id AS id, name FROM channels WHERE country = $1',
    [entity],
  );
  const channels = new Map(rows.map(({ id, name }) => [String(id), name]));
  return (by, key) => {
    if (by === 'supplier') return supplier(Number(key));
    if (by === 'channel') return key === '0' ? 'No shipment' : (channels.get(key) ?? key);
    if (by === 'status') return RECON_STATUS_LABELS[Number(key) as ReconStatus] ?? key;
    if (by === 'reason') return key === '' ? 'No reason' : (REASONS[key as Reason] ?? key);
    return key === '' ? 'Not on the bill' : key;
  };
}

/** Registers the calls for multi-year reports (docs/recon.md). */
export function reconYearRoutes(app: FastifyInstance, context: ServerContext, years: YearReports): void {
  const { pool } = context.database;

  /** Adds jobs that write missing files again. Until then, reports omit the bills of these files. */
  const writeAgain = async (bills: readonly number[]): Promise<void> => {
    await transaction(pool, async db => {
      for (const id of [...bills].sort((a, b) => a - b)) await forgetArchive(db, id);
      await archiveSettled(db, bills, nowSeconds(context));
    });
    context.jobs.poke();
  };

  const sum = async (entity: Country, chosen: Months, query: YearsQuery) => {
    const bills = await billsOf(pool, entity, chosen);
    try {
      return { ...bills, ...(await years.sum(bills.files, query)) };
    } catch (error) {
      if (!(error instanceof FilesGone)) throw error;
      await writeAgain(error.bills);
      const gone = new Set(error.bills);
      const files = bills.files.filter(({ billId }) => !gone.has(billId));
      return { ...bills, files, waiting: bills.waiting + gone.size, ...(await years.sum(files, query)) };
    }
  };

  registerRead(app, context, yearsReport, async ({ entity }, input) => {
    const { by, then_by, from = '', until = '9999-99', channel_id, status, reason } = input;
    if (until < from) throw badRequest('until: the last month is before the first one');
    const problem = await years.problem();
    if (problem !== null)
      return {
        state: problem.kind,
        message: problem.message,
        list: [],
        groups: 0,
        totals: [],
        bills: 0,
        open: 0,
        waiting: 0,
      };
    const groups = [by, then_by === undefined || then_by === by ? null : then_by] as const;
    const query = { by: groups, channelId: channel_id ?? null, status: status ?? null, reason: reason ?? null };
    const found = await sum(entity, input, query).catch((error: unknown) => {
      if (!(error instanceof DuckEnded)) throw error;
      throw new ApiError(
        422,
        `The report takes more ${error.over} than is allowed. Choose fewer years, one supplier, or only one group.`,
      );
    });
    const name = await namesOf(pool, entity);
    return {
      state: 'ready' as const,
      message: '',
      list: found.list.map(({ keys, ...row }) => ({
        keys: [...keys],
        names: keys.map((key, n) => name(groups[n] ?? by, key)),
        ...row,
      })),
      groups: found.groups,
      totals: [...found.totals],
      bills: found.files.length,
      open: found.open,
      waiting: found.waiting,
    };
  });
}
