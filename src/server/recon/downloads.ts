import { createHash } from 'node:crypto';
import { isCurrency } from '../../domain/currency.ts';
import type { Country } from '../../domain/country.ts';
import { FEATURE } from '../../domain/permission.ts';
import { amountText } from '../../domain/rates/money.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { sidesOf, sidesText } from '../../domain/recon/billSizes.ts';
import { REASONS, type Reason } from '../../domain/recon/reason.ts';
import { RECON_STATUS_LABELS, type ReconStatus } from '../../domain/recon/status.ts';
import type { Cell, Column } from '../../domain/sheet/workbookXml.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { lockName, type Queryable } from '../db/transaction.ts';
import { DETAIL_SECONDS } from '../files/fileStore.ts';
import { addFile, newFileId } from '../files/records.ts';
import { workbookStream } from '../files/xlsx.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { parcelWhere } from './parcels.ts';
import { withPlaceNames } from './quotePlaces.ts';
import type { QuoteLine } from './quotes.ts';
import { rounds } from '../base/rounds.ts';

/** Workbooks that are created in the background (REC-8). */

const BATCH = 1_000;

export type DownloadInput = { filter: Readonly<Record<string, unknown>> } | { dispute: number };

interface DownloadRecord {
  id: number;
  entity: Country;
  title: string;
  kind: 'parcels' | 'dispute';
  input: DownloadInput;
  state: string;
  userId: number;
}

export interface NewDownload {
  entity: Country;
  title: string;
  kind: DownloadRecord['kind'];
  input: DownloadInput;
  email: string;
  userId: number;
  createdAt: number;
}

/** SQL: the state of a download at the time `$2`, which is that of its file once it has been created. */
export const DOWNLOAD_STATE = `CASE WHEN state = 'ready' AND expires_at <= $2 THEN 'expired' ELSE state END`;

/** What a person requested, and what became of it by the time `at`; undefined if the entity has no such download. */
export async function findDownload(
  db: Queryable,
  entity: Country,
  id: number,
  at: number,
): Promise<
  (Pick<DownloadRecord, 'title' | 'kind' | 'input'> & { state: 'queued' | 'ready' | 'expired' | 'failed' }) | undefined
> {
  const { rows } = await db.query<NonNullable<Awaited<ReturnType<typeof findDownload>>>>(
    `SELECT title, kind, input, ${DOWNLOAD_STATE} AS state FROM recon_downloads WHERE entity = $1 AND id = $3`,
    [entity, at, id],
  );
  return rows[0];
}

/** Number of seconds in which a second request for the same file is a double click. */
const DOUBLE_SECONDS = 5;

/**
 * Stores a download; its job is added by the caller. If the person has just requested the same file, that download is
 * returned instead.
 */
export async function addDownload(db: Queryable, download: NewDownload): Promise<number> {
  const { entity, title, kind, input, email, userId, createdAt } = download;
  await lockName(db, `recon downloads ${userId}`);
  const same = await db.query<{ id: number }>(
    `SELECT id FROM recon_downloads WHERE entity = $1 AND kind = $2 AND input = $3::jsonb AND user_id = $4
        AND (state = 'queued' OR (state = 'ready' AND created_at >= $5)) ORDER BY id DESC LIMIT 1`,
    [entity, kind, JSON.stringify(input), userId, createdAt - DOUBLE_SECONDS],
  );
  if (same.rows[0]) return same.rows[0].id;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO recon_downloads (entity, title, kind, input, state, email, user_id, created_at)
     VALUES ($1, $2, $3, $4, 'queued', $5, $6, $7) RETURNING id`,
    [entity, title, kind, JSON.stringify(input), email, userId, createdAt],
  );
  return rows[0]?.id ?? 0;
}

interface ExportedParcel {
  id: number;
  tracking: string;
  reference: string;
  service: string;
  zone: string;
  shipped: string;
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  currency: string;
  billed: string;
  expected: string | null;
  difference: string | null;
  status: ReconStatus;
  reason: string;
  remark: string;
  quote: readonly QuoteLine[] | null;
  rateHash: string;
  contested: string | null;
  credited: string | null;
}

const COLUMNS: readonly Column[] = [
  { heading: 'Tracking Number', width: 22 },
  { heading: 'Order Reference', width: 20 },
  { heading: 'Service', width: 14 },
  { heading: 'Zone', width: 10 },
  { heading: 'Shipped On', width: 12 },
  { heading: 'Billed Weight (kg)', width: 16 },
  { heading: 'Billed Sizes (cm)', width: 18 },
  { heading: 'Currency', width: 10 },
  { heading: 'Billed', width: 14 },
  { heading: 'Expected', width: 14 },
  { heading: 'Difference', width: 14 },
  { heading: 'Status', width: 14 },
  { heading: 'Reason', width: 16 },
  { heading: 'Remark', width: 30 },
];
/** Columns that show a supplier why a parcel is disputed. */
const EVIDENCE: readonly Column[] = [
  { heading: 'Contested', width: 14 },
  { heading: 'Credited', width: 14 },
  { heading: 'Evidence', width: 90 },
  { heading: 'Rate table', width: 66 },
];

/** An amount as a number cell, with as many decimal places as the currency has. */
const money = (amount: string | null, currency: string): Cell =>
  amount === null ? '' : Number(amountText(BigInt(amount), isCurrency(currency) ? currency : 'BRL', false));

function cellsOf(row: ExportedParcel, isDispute: boolean): Cell[] {
  const sides = sidesOf(row);
  const cells: Cell[] = [
    row.tracking,
    row.reference,
    row.service,
    row.zone,
    row.shipped,
    row.weight === null ? '' : Number(kilograms(row.weight)),
    sides === null ? '' : sidesText(sides),
    row.currency,
    money(row.billed, row.currency),
    money(row.expected, row.currency),
    money(row.difference, row.currency),
    RECON_STATUS_LABELS[row.status],
    row.reason === '' ? '' : REASONS[row.reason as Reason],
    row.remark,
  ];
  if (!isDispute) return cells;
  const evidence = (row.quote ?? []).map(({ label, words }) => `${label}: ${words}`).join('; ');
  return [...cells, money(row.contested, row.currency), money(row.credited, row.currency), evidence, row.rateHash];
}

async function* batchesOf(
  db: Queryable,
  { entity, input }: DownloadRecord,
  tick: () => void,
  count: (rows: number) => void,
) {
  const isDispute = 'dispute' in input;
  const { where, values } = isDispute
    ? { where: 'p.entity = $1 AND d.dispute_id = $2', values: [entity, input.dispute] as unknown[] }
    : parcelWhere(entity, input.filter);
  const join = isDispute ? 'JOIN recon_dispute_parcels d ON d.parcel_id = p.id' : '';
  for (let last = 0, round = rounds('Writing a download'); ; round()) {
    tick();
    const { rows }: { rows: ExportedParcel[] } = await db.query<ExportedParcel>(
      `SELECT p.id, p.tracking, p.reference, p.service, p.zone, p.shipped, p.weight, p.length, p.width, p.height, p.currency, p.billed::text, p.expected::text, p.difference::text,
              p.status, p.reason, p.remark, ${isDispute ? '(SELECT lines FROM recon_quotes q WHERE q.id = p.quote_id) AS quote' : 'NULL::jsonb AS quote'}, p.rate_hash AS "rateHash",
              ${isDispute ? 'd.amount::text AS contested, d.credited::text' : 'NULL AS contested, NULL AS credited'}
         FROM recon_parcels p ${join} WHERE ${where} AND p.id > $${values.length + 1} ORDER BY p.id LIMIT ${BATCH}`,
      [...values, last],
    );
    if (rows.length > 0) {
      const quotes = await withPlaceNames(
        db,
        entity,
        rows.map(({ quote }) => quote ?? []),
      );
      yield rows.map((row, at) => cellsOf({ ...row, quote: quotes[at] ?? [] }, isDispute));
    }
    count(rows.length);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
    await yieldToEventLoop();
  }
}

/** Writes the file of a download. If a process was killed while writing it, writing starts over. */
export async function runDownload(context: ServerContext, id: number, tick: () => void): Promise<void> {
  const { pool } = context.database;
  const { rows } = await pool.query<DownloadRecord>(
    'SELECT id, entity, title, kind, input, state, user_id AS "userId" FROM recon_downloads WHERE id = $1',
    [id],
  );
  const download = rows[0];
  if (!download || download.state !== 'queued') return;
  let count = 0;
  let size = 0;
  const hash = createHash('sha256');
  const isDispute = 'dispute' in download.input;
  const stream = workbookStream({
    sheet: isDispute ? 'Contested parcels' : 'Parcels',
    columns: isDispute ? [...COLUMNS, ...EVIDENCE] : COLUMNS,
    rows: batchesOf(pool, download, tick, own => (count += own)),
  });
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const file = newFileId();
  const name = `${download.title.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').slice(0, 100)}.xlsx`;
  await context.files.put(file, counted());
  await addFile(
    context,
    {
      id: file,
      name,
      size,
      entity: download.entity,
      userId: download.userId,
      hash: hash.digest('hex'),
      permission: `${FEATURE.recon}.read`,
    },
    DETAIL_SECONDS,
  );
  await pool.query(
    `UPDATE recon_downloads SET state = 'ready', file_id = $2, file_name = $3, size = $4, rows = $5, expires_at = $6 WHERE id = $1 AND state = 'queued'`,
    [id, file, name, size, count, nowSeconds(context) + DETAIL_SECONDS],
  );
}
