import type { FastifyInstance } from 'fastify';
import {
  classifySummary,
  deleteSummary,
  downloadClass,
  downloadSummary,
  remarkSummary,
  reReconClass,
  searchDownloads,
  searchSummary,
  updateClassStatus,
  type BillRow,
} from '../../../contract/recon.ts';
import { INT4_MOST } from '../../../contract/common.ts';
import { getBill, requestDownloadAgain, summaryBy } from '../../../contract/reconOwn.ts';
import { fold } from '../../../domain/fold.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { FURTHER_CHARGES, type Unmapped } from '../../../domain/recon/bill.ts';
import { REASONS } from '../../../domain/recon/reason.ts';
import {
  NEXT_STATUSES,
  onlyNext,
  RECON_STATUS,
  RECON_STATUS_LABELS,
  type ReconTarget,
} from '../../../domain/recon/status.ts';
import { formatDate } from '../../../domain/format.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { containsFolded } from '../../db/foldSql.ts';
import type { Queryable } from '../../db/transaction.ts';
import { pageOf } from '../../db/page.ts';
import { fileUrl } from '../../files/records.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { addAction } from '../../recon/actions.ts';
import type { BillFile } from '../../recon/bills.ts';
import { addDownload, DOWNLOAD_STATE, findDownload } from '../../recon/downloads.ts';
import { changedSince, markOutdated, OUTDATED } from '../../recon/outdated.ts';
import { addReconJob } from '../../recon/queue.ts';
import { comparedWith } from '../../recon/store.ts';
import { forgetArchive } from '../../recon/years/archives.ts';
import { AWAITING, pageOut, reconPage, registerRecon, supplierNames, type Scope } from './support.ts';

/** SQL: the sums of bills from their stored counters; `currency` is empty for a bill with several currencies. */
const SUMS = `SELECT bill_id, sum(parcels)::int4 AS parcels, sum(billed)::text AS billed, sum(expected)::text AS expected, sum(difference)::text AS difference,
    CASE WHEN count(DISTINCT currency) = 1 THEN min(currency) ELSE '' END AS currency,
    coalesce(sum(parcels) FILTER (WHERE status = ${RECON_STATUS.matched}), 0)::int4 AS matched,
    coalesce(sum(parcels) FILTER (WHERE status = ${RECON_STATUS.discrepant}), 0)::int4 AS discrepant,
    coalesce(sum(parcels) FILTER (WHERE status = ${RECON_STATUS.failed}), 0)::int4 AS failed,
    coalesce(sum(parcels) FILTER (WHERE status = ${RECON_STATUS.pending}), 0)::int4 AS pending
  FROM recon_counters WHERE parcels > 0`;

const BILL_COLUMNS = `b.id, b.supplier_id, b.bill_no, b.bill_day, b.month, b.layout_name, b.state, b.message, b.submitted_by, b.submitted_at, b.remark,
  b.deadline, b.lines, b.refused, b.ruined, coalesce(s.parcels, 0) AS parcels, coalesce(s.billed, '0') AS billed, coalesce(s.expected, '0') AS expected,
  coalesce(s.difference, '0') AS difference, coalesce(s.currency, '') AS currency, coalesce(s.matched, 0) AS matched,
  coalesce(s.discrepant, 0) AS discrepant, coalesce(s.failed, 0) AS failed, coalesce(s.pending, 0) AS pending,
  ${OUTDATED} AS outdated`;

/**
 * The groups for which sums can be requested: SQL for the id of the group, from the counters `c` of a bill `b`, and SQL
 * for the name of the group with that id.
 */
const SUMMED_BY = {
  bill: ['b.id', '(SELECT n.bill_no FROM recon_bills n WHERE n.id = s.id)'],
  supplier: [
    'b.supplier_id',
    '(SELECT n.supplier_name FROM recon_suppliers n WHERE n.country = $1 AND n.supplier_id = s.id)',
  ],
  channel: ['c.channel_id', '(SELECT n.name FROM channels n WHERE n.channel_id = s.id)'],
  group: [
    'coalesce(g.group_id, 0)',
    '(SELECT min(n.group_name) FROM channel_groups n WHERE n.country = $1 AND n.group_id = s.id)',
  ],
  month: ['b.month', 's.id'],
  reason: ['c.reason', "''"],
} as const;

/** Maximum number of months in charts and sums, including the current month. */
const MONTHS_MOST = 24;

export interface FoundBill {
  id: number;
  supplierId: number;
  billNo: string;
  remark: string;
  deadline: string;
  month: string;
  state: string;
}

/**
 * Returns a bill of a country that has not been deleted.
 * @throws ApiError 404
 */
export async function billById(db: Queryable, entity: Country, id: number, lock = false): Promise<FoundBill> {
  const { rows } = await db.query<FoundBill>(
    `SELECT id, supplier_id AS "supplierId", bill_no AS "billNo", remark, deadline, month, state FROM recon_bills
      WHERE entity = $1 AND id = $2 AND NOT deleted${lock ? ' FOR UPDATE' : ''}`,
    [entity, id],
  );
  if (!rows[0]) throw notFound(`There is no bill ${id}. It may have been deleted; reload the list of bills.`);
  return rows[0];
}

/**
 * Splits the id of a class into bill, status and reason.
 * @throws ApiError for a number that no bill can have, or a reason that does not exist
 */
const classOf = (id: string): { bill_id: number; status: number; reason: string } => {
  const [bill, status, reason = ''] = id.split('.');
  if (Number(bill) > INT4_MOST)
    throw notFound(`There is no bill ${bill}. It may have been deleted; reload the list of bills.`);
  if (reason !== '' && !Object.hasOwn(REASONS, reason)) throw badRequest(`id: there is no reason ${reason}`);
  return { bill_id: Number(bill), status: Number(status), reason };
};

/** @throws ApiError 400 for a status that people cannot set (G26) */
export function targetOf(status: number): ReconTarget {
  if (status > RECON_STATUS.paid)
    throw badRequest('status: must be 1 Rejected, 2 Approved, 3 Deleted or 4 Paid; re-recon has a call of its own');
  return status as ReconTarget;
}

/** Registers the calls for bills, their classes and sums, and their actions (REC-3 to REC-5, REC-8, REC-11). */
export function reconBillRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, searchSummary, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const filter = [
      entity,
      input.supplier_id ?? null,
      fold(input.bill_no ?? ''),
      input.from ?? '',
      input.until ?? '9999-99',
      input.awaiting === 1,
    ];
    const where = `b.entity = $1 AND NOT b.deleted AND ($2::int8 IS NULL OR b.supplier_id = $2) AND ${containsFolded('b.bill_no', '$3')}
      AND b.month >= $4 AND b.month <= $5 AND (NOT $6::boolean OR ${AWAITING})`;
    const counted = await pool.query<{ total: number }>(
      `SELECT count(*)::int4 AS total FROM recon_bills b WHERE ${where}`,
      filter,
    );
    const { rows } = await pool.query<BillRow>(
      `SELECT ${BILL_COLUMNS} FROM (SELECT * FROM recon_bills b WHERE ${where} ORDER BY b.id DESC LIMIT $7 OFFSET $8) b
         LEFT JOIN LATERAL (${SUMS} AND bill_id = b.id GROUP BY bill_id) s ON true ORDER BY b.id DESC`,
      [...filter, page_size, offset],
    );
    const name = await supplierNames(pool, entity);
    const list = rows.map(row => ({ ...row, supplier_name: name(row.supplier_id) }));
    return { list, ...pageOut(page_no, page_size), total: counted.rows[0]?.total ?? 0 };
  });

  registerRead(app, context, getBill, async ({ entity }, { id }) => {
    await billById(pool, entity, id);
    const { rows } = await pool.query<
      BillRow & {
        files: BillFile[];
        let_through: string;
        read_rows: number;
        refusals: { file: number; row: number; problem: string }[];
        unmapped: Unmapped;
      }
    >(
      `SELECT ${BILL_COLUMNS}, b.files, b.let_through::text, b.lines + b.refused AS read_rows, b.refusals, b.unmapped
         FROM recon_bills b LEFT JOIN LATERAL (${SUMS} AND bill_id = b.id GROUP BY bill_id) s ON true WHERE b.id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) throw notFound(`There is no bill ${id}. It may have been deleted; reload the list of bills.`);
    const name = await supplierNames(pool, entity);
    return {
      ...row,
      supplier_name: name(row.supplier_id),
      files: row.files.map(file => ({ name: file.name, size: file.size, url: fileUrl(file) })),
      unmapped: Object.entries(row.unmapped)
        .filter(([name]) => name !== FURTHER_CHARGES)
        .map(([charge, seen]) => ({ name: charge, ...seen })),
      unmapped_further: row.unmapped[FURTHER_CHARGES] ?? null,
      compared: await comparedWith(pool, id),
      changed_since: await changedSince(pool, id),
    };
  });

  registerRead(app, context, classifySummary, async ({ entity }, { id }) => {
    await billById(pool, entity, id);
    const { rows } = await pool.query<{
      status: number;
      reason: string;
      parcels: number;
      billed: string;
      expected: string;
      difference: string;
      currency: string;
    }>(
      `SELECT status, reason, currency, sum(parcels)::int4 AS parcels, sum(billed)::text AS billed, sum(expected)::text AS expected,
              sum(difference)::text AS difference
         FROM recon_counters WHERE bill_id = $1 GROUP BY status, reason, currency HAVING sum(parcels) > 0 ORDER BY status DESC, reason, currency`,
      [id],
    );
    return { list: rows.map(row => ({ id: `${id}.${row.status}.${row.reason}`, ...row })) };
  });

  registerRead(app, context, summaryBy, async ({ entity }, { by, supplier_id, from, until }) => {
    const [id, name] = SUMMED_BY[by];
    const { rows } = await pool.query<{
      key: string;
      name: string;
      currency: string;
      parcels: number;
      matched: number;
      discrepant: number;
      failed: number;
      billed: string;
      expected: string;
      difference: string;
    }>(
      // Names are joined after summing; otherwise, they would be joined and compared for each counter.
      `WITH last AS (SELECT coalesce(max(month), '0000-00') AS month FROM recon_bills WHERE entity = $1 AND NOT deleted AND month <= $4),
            sums AS (
       SELECT ${id} AS id, c.currency, sum(c.parcels)::int4 AS parcels,
              coalesce(sum(c.parcels) FILTER (WHERE c.status = ${RECON_STATUS.matched}), 0)::int4 AS matched,
              coalesce(sum(c.parcels) FILTER (WHERE c.status = ${RECON_STATUS.discrepant}), 0)::int4 AS discrepant,
              coalesce(sum(c.parcels) FILTER (WHERE c.status = ${RECON_STATUS.failed}), 0)::int4 AS failed,
              sum(c.billed)::text AS billed, sum(c.expected)::text AS expected, sum(c.difference)::text AS difference
         FROM recon_bills b JOIN recon_counters c ON c.bill_id = b.id
         ${by === 'group' ? 'LEFT JOIN channel_groups g ON g.country = b.entity AND g.channel_id = c.channel_id' : ''}
        WHERE b.entity = $1 AND NOT b.deleted AND ($2::int8 IS NULL OR b.supplier_id = $2) AND b.month >= $3 AND b.month <= $4
          AND b.month > to_char(to_date((SELECT month FROM last), 'YYYY-MM') - interval '${MONTHS_MOST} months', 'YYYY-MM')
        GROUP BY 1, c.currency HAVING sum(c.parcels) > 0)
       SELECT s.id::text AS key, coalesce(${name}, '') AS name, s.currency, s.parcels, s.matched, s.discrepant, s.failed, s.billed, s.expected,
              s.difference
         FROM sums s ORDER BY 1, s.currency LIMIT 2000`,
      [entity, supplier_id ?? null, from ?? '', until ?? '9999-99'],
    );
    const words = (row: { key: string; name: string }): string => {
      if (by === 'reason') return row.key === '' ? 'No reason' : (REASONS[row.key as keyof typeof REASONS] ?? row.key);
      if (by === 'channel' && row.key === '0') return 'No shipment';
      if (by === 'group' && row.key === '0') return 'No group';
      return row.name === '' ? row.key : row.name;
    };
    return { list: rows.map(row => ({ ...row, name: words(row) })) };
  });

  registerRecon(app, context, remarkSummary, async (db, { id, remark }, { entity }) => {
    const before = await billById(db, entity, id, true);
    if (remark === before.remark) return { operator: null, output: null };
    await db.query('UPDATE recon_bills SET remark = $2 WHERE id = $1', [id, remark]);
    const bill = { id, bill_no: before.billNo };
    return { operator: 'Edit', before: { ...bill, remark: before.remark }, after: { ...bill, remark }, output: null };
  });

  registerRecon(app, context, deleteSummary, async (db, { id }, { entity }) => {
    const before = await billById(db, entity, id, true);
    const { rows } = await db.query<{ fixed: number; disputed: number }>(
      `SELECT (SELECT coalesce(sum(parcels), 0) FROM recon_counters WHERE bill_id = $1 AND status IN (${RECON_STATUS.approved}, ${RECON_STATUS.paid}))::int4 AS fixed,
              (SELECT count(*) FROM recon_disputes WHERE bill_id = $1)::int4 AS disputed`,
      [id],
    );
    const { fixed = 0, disputed = 0 } = rows[0] ?? {};
    if (fixed > 0)
      throw new ApiError(
        409,
        `${fixed} parcels of bill ${before.billNo} are Approved or Paid. Reject the approved ones first.`,
      );
    if (disputed > 0)
      throw new ApiError(
        409,
        `Parcels of bill ${before.billNo} are or were disputed, so it is kept as evidence and cannot be deleted.`,
      );
    await db.query('UPDATE recon_bills SET deleted = true WHERE id = $1', [id]);
    await forgetArchive(db, id);
    await markOutdated(db, id);
    return {
      operator: 'Delete',
      before: { ...before },
      after: null,
      output: { compared: await comparedWith(db, id) },
    };
  });

  const request = async (
    db: Queryable,
    filter: { bill_id: number; status?: number; reason?: string },
    { person, entity, at }: Scope,
  ): Promise<{ id: number }> => {
    const { billNo } = await billById(db, entity, filter.bill_id);
    const kind = filter.status === undefined ? '' : ` ${RECON_STATUS_LABELS[filter.status as 1]}`;
    const title = `Bill ${billNo}${kind}${filter.reason ? ` ${REASONS[filter.reason as keyof typeof REASONS]}` : ''}`;
    const own = { entity, title, kind: 'parcels', input: { filter }, email: person.email } as const;
    const id = await addDownload(db, { ...own, userId: person.userId, createdAt: at });
    await addReconJob(db, { task: 'download', id }, { owner: person.userId, now: at });
    return { id };
  };
  registerRecon(app, context, downloadSummary, async (db, { id }, scope) => ({
    operator: null,
    output: await request(db, { bill_id: id }, scope),
  }));
  registerRecon(app, context, downloadClass, async (db, { id }, scope) => ({
    operator: null,
    output: await request(db, classOf(id), scope),
  }));

  const act = async (
    db: Queryable,
    id: string,
    kind: 'status' | 'recon',
    { target, remark }: { target: ReconTarget; remark: string },
    { person, entity, at }: Scope,
  ) => {
    const filter = classOf(id);
    const { billNo } = await billById(db, entity, filter.bill_id);
    const from = filter.status as keyof typeof NEXT_STATUSES;
    if (!NEXT_STATUSES[from].includes(target))
      throw badRequest(
        target === RECON_STATUS.pending
          ? `${RECON_STATUS_LABELS[from]} records cannot be compared again.`
          : `These records are ${onlyNext(from, 'they')}.`,
      );
    const input = { filter, ...(kind === 'recon' ? { apply: true } : {}) };
    const own = { entity, kind, input, target, remark, email: person.email };
    const action = await addAction(db, { ...own, userId: person.userId, createdAt: at });
    await addReconJob(db, { task: 'action', id: action.id }, { owner: person.userId, now: at });
    // The log names the bill and the class, whose id means nothing to people.
    const reason = filter.reason === '' ? {} : { reason: REASONS[filter.reason as keyof typeof REASONS] };
    const named = (status: keyof typeof RECON_STATUS_LABELS) => ({
      bill_no: billNo,
      status: RECON_STATUS_LABELS[status],
      ...reason,
    });
    return { operator: 'Edit', before: named(from), after: named(target), output: { id: action.id } } as const;
  };
  registerRecon(app, context, updateClassStatus, (db, { id, status, remark = '' }, scope) =>
    act(db, id, 'status', { target: targetOf(status), remark }, scope),
  );
  registerRecon(app, context, reReconClass, (db, { id }, scope) =>
    act(db, id, 'recon', { target: RECON_STATUS.pending, remark: '' }, scope),
  );

  registerRead(app, context, searchDownloads, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const { list: rows, total } = await pageOf<{
      id: number;
      title: string;
      state: 'queued' | 'ready' | 'expired' | 'failed';
      message: string;
      file_id: string | null;
      file_name: string;
      size: number;
      rows: number;
      requested_by: string;
      requested_at: number;
      expires_at: number | null;
    }>(
      pool,
      `SELECT id, title, ${DOWNLOAD_STATE} AS state, message, file_id, file_name, size,
              rows, email AS requested_by, created_at AS requested_at, expires_at, count(*) OVER ()::int4 AS total
         FROM recon_downloads WHERE entity = $1 ORDER BY id DESC`,
      [entity, nowSeconds(context)],
      { count: page_size, offset },
    );
    const list = rows.map(({ file_id, ...row }) => ({
      ...row,
      url: file_id === null || row.state !== 'ready' ? null : fileUrl({ id: file_id, name: row.file_name }),
    }));
    return { list, ...pageOut(page_no, page_size), total };
  });

  registerRecon(app, context, requestDownloadAgain, async (db, { id }, { person, entity, at }) => {
    const former = await findDownload(db, entity, id, at);
    if (!former) throw notFound(`There is no download ${id} in this country. Reload the list of downloads.`);
    const { state, title, kind, input } = former;
    if (state === 'ready')
      throw new ApiError(409, `The file of "${title}" is ready. Reload the list of downloads, and download it there.`);
    // It is already being created, for example because two people pressed the button.
    if (state === 'queued') return { operator: null, output: { id } };
    if ('filter' in input) await billById(db, entity, Number(input.filter['bill_id']));
    const own = { entity, title, kind, input, email: person.email, userId: person.userId, createdAt: at };
    const again = await addDownload(db, own);
    await addReconJob(db, { task: 'download', id: again }, { owner: person.userId, now: at });
    return { operator: null, output: { id: again } };
  });
}

/** Returns today's date in a country, YYYY-MM-DD. */
export const todayIn = (context: Pick<ServerContext, 'now'>, entity: Country): string =>
  formatDate(Math.floor(context.now() / 1000), COUNTRIES[entity].timeZone);
