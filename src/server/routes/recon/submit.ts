import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { businessParams, submitBill } from '../../../contract/recon.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE, STATUS } from '../../../domain/permission.ts';
import { repeatedNameProblem } from '../../../domain/jsonNames.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { billDayProblem } from '../../../domain/recon/bill.ts';
import { disputeDeadline } from '../../../domain/recon/dispute.ts';
import { isStorable } from '../../../domain/storableText.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { fileIdOf, holdFiles, readableFile } from '../../files/records.ts';
import { ApiError, badRequest } from '../../base/envelope.ts';
import { billHash } from '../../recon/billFiles.ts';
import type { BillFile } from '../../recon/bills.ts';
import { addReconJob } from '../../recon/queue.ts';
import { todayIn } from './bills.ts';
import { OF_SUPPLIER } from '../../../contract/resources/recon.ts';
import { requireNamed } from '../../resources/references.ts';
import { registerRecon, sameNumber, type Scope } from './support.ts';

type Params = z.output<typeof businessParams>;

const NO_PARAMS = 'X-Business-Params: must be JSON with supplier_id, layout_id, bill_no and bill_day';

/**
 * Parses the values in the header.
 * @throws ApiError 400 that names the field
 */
function paramsOf(text: string): Params {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(NO_PARAMS);
  }
  const repeated = repeatedNameProblem('X-Business-Params:', text);
  if (repeated !== null) throw badRequest(repeated);
  const read = businessParams.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    if (!issue || issue.path.length === 0) throw badRequest(NO_PARAMS);
    throw badRequest(`X-Business-Params: ${issue.path.join('.')}: ${issue.message}`);
  }
  // The header itself can be stored, but its JSON can contain escapes for characters that cannot.
  if (!isStorable(read.data)) throw badRequest('X-Business-Params: contains a character that cannot be stored');
  const bill_no = normalise(read.data.bill_no, 'line');
  if (bill_no === '') throw badRequest('X-Business-Params: bill_no: is required');
  return { ...read.data, bill_no };
}

/**
 * Returns the uploaded files of a bill.
 * @throws ApiError for a file that does not exist, belongs to another person, or is listed twice
 */
async function filesOf(context: ServerContext, person: Person, urls: readonly string[]): Promise<BillFile[]> {
  const files: BillFile[] = [];
  for (const url of urls) {
    const id = fileIdOf(url);
    if (id === null) throw badRequest('url: must be the address of an uploaded file');
    const { name, hash, size } = await readableFile(context, person, id);
    files.push({ id, name, hash, size });
  }
  if (new Set(files.map(({ hash }) => hash)).size < files.length)
    throw badRequest('url: two of the files are the same. Remove one of them.');
  return files;
}

/**
 * Finds a bill that has the same files or the same number.
 * @returns the error that names it; null if there is none
 */
async function sameBill(
  db: Queryable,
  entity: Country,
  { supplier_id, bill_no }: Params,
  hash: string,
): Promise<ApiError | null> {
  const { rows } = await db.query<{ id: number; billNo: string; same: boolean }>(
    `SELECT id, bill_no AS "billNo", hash = $4 AS same FROM recon_bills
      WHERE entity = $1 AND supplier_id = $2 AND NOT deleted AND (${sameNumber('bill_no', '$3::text')} OR hash = $4) ORDER BY hash = $4 DESC LIMIT 1`,
    [entity, supplier_id, bill_no, hash],
  );
  const [found] = rows;
  if (!found) return null;
  const why = found.same ? 'The same files were already submitted' : 'A bill with this number was already submitted';
  return new ApiError(409, `${why}, as bill ${found.billNo}. Delete that bill first if it is wrong.`, {
    data: { id: found.id },
  });
}

/**
 * Finds another bill that contains one of the files. Its charges would be billed twice.
 * @returns the error that names the file and the bill; null if there is none
 */
async function samePart(
  db: Queryable,
  entity: Country,
  { supplier_id }: Params,
  files: readonly BillFile[],
): Promise<ApiError | null> {
  const { rows } = await db.query<{ id: number; billNo: string; hash: string }>(
    `SELECT b.id, b.bill_no AS "billNo", part->>'hash' AS hash FROM recon_bills b, jsonb_array_elements(b.files) part
      WHERE b.entity = $1 AND b.supplier_id = $2 AND NOT b.deleted AND part->>'hash' = ANY ($3) ORDER BY b.id LIMIT 1`,
    [entity, supplier_id, files.map(({ hash }) => hash)],
  );
  const [found] = rows;
  const file = files.find(({ hash }) => hash === found?.hash);
  if (!found || !file) return null;
  return new ApiError(
    409,
    `The file ${file.name} was already submitted as part of bill ${found.billNo}. Remove it from this bill, or delete that bill first if it is wrong.`,
    { data: { id: found.id } },
  );
}

/**
 * Registers the submission of bills (REC-11). The same files or the same number are refused the second time, so that a
 * bill cannot count twice by mistake. The same is true of a file that is part of another bill.
 */
export function reconSubmitRoutes(app: FastifyInstance, context: ServerContext): void {
  registerRecon(
    app,
    context,
    submitBill,
    async (db, _input, { person, entity, at }: Scope, { params, files }: { params: Params; files: BillFile[] }) => {
      await requireNamed(db, entity, 'supplier_id', params.supplier_id, OF_SUPPLIER);
      const supplier = await db.query(
        `SELECT 1 FROM recon_suppliers WHERE country = $1 AND supplier_id = $2 AND status = ${STATUS.normal}`,
        [entity, params.supplier_id],
      );
      if (supplier.rows.length === 0)
        throw badRequest(`supplier_id: supplier ${params.supplier_id} is disabled; set its status to Normal first`);
      const layouts = await db.query<{ name: string; definition: unknown; days: number }>(
        'SELECT name, definition, contract_days AS days FROM recon_layouts WHERE entity = $1 AND id = $2 AND supplier_id = $3',
        [entity, params.layout_id, params.supplier_id],
      );
      const layout = layouts.rows[0];
      if (!layout) throw badRequest(`layout_id: supplier ${params.supplier_id} has no such layout`);
      const wrongDay = billDayProblem(params.bill_day, todayIn(context, entity));
      if (wrongDay !== null) throw badRequest(`bill_day: ${wrongDay}`);
      const hash = billHash(files);
      // The bills of a supplier are submitted one after another: two spellings of a number, or two bills with the same
      // file, would otherwise not see each other.
      await lockName(db, `recon bills ${entity} ${params.supplier_id}`);
      const before = (await sameBill(db, entity, params, hash)) ?? (await samePart(db, entity, params, files));
      if (before) throw before;
      const { rows } = await db.query<{ id: number }>(
        `INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id,
                                  submitted_at, remark, deadline)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'queued', $10, $11, $12, $13, $14) RETURNING id`,
        [
          entity,
          params.supplier_id,
          JSON.stringify(layout.definition),
          layout.name,
          params.bill_no,
          params.bill_day,
          params.bill_day.slice(0, 7),
          JSON.stringify(files),
          hash,
          person.email,
          person.userId,
          at,
          params.remark,
          disputeDeadline(params.bill_day, layout.days),
        ],
      );
      const id = rows[0]?.id ?? 0;
      const fileIds = files.map(file => file.id);
      await holdFiles(db, fileIds);
      await db.query('UPDATE files SET expires_at = NULL, permission = $2 WHERE id = ANY ($1)', [
        fileIds,
        `${FEATURE.recon}.read`,
      ]);
      await addReconJob(db, { task: 'bill', id }, { owner: person.userId, now: at });
      return {
        operator: 'Import',
        after: { id, ...params },
        logged: { ...params, files: files.map(({ name }) => name) },
        output: { id },
      };
    },
    {
      prepare: async ({ url, business_params }, { person }) => ({
        params: paramsOf(business_params),
        files: await filesOf(context, person, typeof url === 'string' ? [url] : url),
      }),
    },
  );
}
