import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { deleteLayout, listLayouts, saveLayout, tryForecast, type LayoutRecord } from '../../../contract/reconOwn.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { layoutProblem, readLayoutDefinition } from '../../../domain/recon/layoutText.ts';
import { toleranceOf } from '../../../domain/recon/rules.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import { compareAmounts, LetThrough } from '../../../domain/recon/tolerance.ts';
import type { ServerContext } from '../../context.ts';
import { requireFreeName } from '../../db/freeName.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { yieldToEventLoop } from '../../base/yieldToEventLoop.ts';
import { loadFeeRule } from '../../recon/compare.ts';
import { OF_SUPPLIER } from '../../../contract/resources/recon.ts';
import { requireNamed } from '../../resources/references.ts';
import { registerRecon, supplierNames } from './support.ts';
import { rounds } from '../../base/rounds.ts';

const COLUMNS = 'id, supplier_id, name, definition, contract_days, version, updated_by, updated_at';

type Stored = Omit<LayoutRecord, 'supplier_name'>;

/** Maximum number of bills on which a forecast is tested; the newest bills are used. */
const FORECAST_BILLS = 50;
const SLICE = 2_000;

/** Registers the calls for the layouts of suppliers and for forecasts of rules (issue 30, 1; REC-9). */
export function reconLayoutRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, listLayouts, async ({ entity }, { supplier_id }) => {
    const { rows } = await pool.query<Stored>(
      `SELECT ${COLUMNS} FROM recon_layouts WHERE entity = $1 AND ($2::int8 IS NULL OR supplier_id = $2) ORDER BY supplier_id, name LIMIT 5000`,
      [entity, supplier_id ?? null],
    );
    const name = await supplierNames(pool, entity);
    return { list: rows.map(row => ({ ...row, supplier_name: name(row.supplier_id) })) };
  });

  registerRecon(app, context, saveLayout, async (db, input, { person, entity, at }) => {
    const definition = readLayoutDefinition(input.definition);
    if (!definition) throw badRequest('definition: this is not a layout');
    const problem = layoutProblem(definition);
    if (problem !== null) throw badRequest(`definition: ${problem}`);
    const name = normalise(input.name, 'line');
    if (name === '') throw badRequest('name: must not be empty');
    await requireNamed(db, entity, 'supplier_id', input.supplier_id, OF_SUPPLIER);
    const before = input.id === undefined ? null : await layoutById(db, entity, input.id);
    if (before && input.version !== undefined && input.version !== before.version)
      throw new ApiError(
        409,
        `Someone else has changed the layout ${before.name} in the meantime. Open it again and repeat your change.`,
        {
          data: { current: before, currentVersion: before.version },
        },
      );
    await lockName(db, `recon layouts ${entity} ${input.supplier_id}`);
    if (name !== before?.name || input.supplier_id !== before.supplier_id)
      await requireFreeName(
        db,
        name,
        {
          text: 'SELECT name FROM recon_layouts WHERE entity = $1 AND supplier_id = $2 AND id <> $3',
          values: [entity, input.supplier_id, before?.id ?? 0],
        },
        taken => `Supplier ${input.supplier_id} already has a layout ${taken}. Choose another name.`,
      );
    const wanted = { supplier_id: input.supplier_id, name, definition, contract_days: input.contract_days };
    const supplier_name = (await supplierNames(db, entity))(input.supplier_id);
    if (before && isDeepStrictEqual({ ...before, ...wanted }, before))
      return { operator: null, output: { ...before, supplier_name } };
    const values = [entity, input.supplier_id, name, JSON.stringify(definition), input.contract_days, person.email, at];
    const { rows } = await db.query<Stored>(
      before
        ? `UPDATE recon_layouts SET supplier_id = $2, name = $3, definition = $4, contract_days = $5, updated_by = $6, updated_at = $7,
                  version = version + 1 WHERE entity = $1 AND id = $8 RETURNING ${COLUMNS}`
        : `INSERT INTO recon_layouts (entity, supplier_id, name, definition, contract_days, updated_by, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
      before ? [...values, before.id] : values,
    );
    const row = rows[0] as Stored;
    const output = { ...row, supplier_name };
    return { operator: before ? 'Edit' : 'Create', before: before && { ...before }, after: { ...row }, output };
  });

  registerRecon(app, context, deleteLayout, async (db, { id }, { entity }) => {
    const before = await layoutById(db, entity, id);
    await db.query('DELETE FROM recon_layouts WHERE id = $1', [id]);
    return { operator: 'Delete', before: { ...before }, after: null, output: null };
  });

  registerRead(app, context, tryForecast, async ({ entity }, { supplier_id, from, until }) => {
    const found = await pool.query('SELECT 1 FROM recon_forecasts WHERE country = $1 AND supplier_id = $2', [
      entity,
      supplier_id,
    ]);
    if (found.rows.length === 0) throw notFound(`Supplier ${supplier_id} has no forecast. Create one first.`);
    const tolerance = toleranceOf(await loadFeeRule(pool, entity, supplier_id, 'recon_forecasts'));
    const bills = await pool.query<{ id: number; billNo: string }>(
      `SELECT id, bill_no AS "billNo" FROM recon_bills WHERE entity = $1 AND supplier_id = $2 AND NOT deleted AND state = 'ready'
          AND month >= $3 AND month <= $4 ORDER BY id DESC LIMIT ${FORECAST_BILLS}`,
      [entity, supplier_id, from ?? '', until ?? '9999-99'],
    );
    const list = [];
    for (const { id, billNo } of bills.rows) {
      const letThrough = new LetThrough(tolerance.cap);
      const sums = { parcels: 0, matched: 0, would_match: 0, currency: '' };
      for (let last = 0, round = rounds('Trying a tolerance'); ; round()) {
        // A rule does not affect parcels that failed, or whose reason is not about an amount.
        const { rows } = await pool.query<{
          id: number;
          billed: string;
          expected: string;
          reason: string;
          currency: string;
        }>(
          `SELECT id, billed::text, expected::text, reason, currency FROM recon_parcels
            WHERE bill_id = $1 AND id > $2 AND expected IS NOT NULL AND reason NOT IN ('billedTwice', 'notDelivered')
                AND status <> ${RECON_STATUS.deleted} ORDER BY id LIMIT ${SLICE}`,
          [id, last],
        );
        for (const { billed, expected, reason, currency } of rows) {
          const { difference, within } = compareAmounts(BigInt(billed), BigInt(expected), tolerance);
          sums.parcels += 1;
          sums.currency = currency;
          // A parcel that its comparison matched stays matched after people approve, pay or reject it.
          if (reason === '') sums.matched += 1;
          if (within && letThrough.admit(difference)) sums.would_match += 1;
        }
        if (rows.length < SLICE) break;
        last = rows.at(-1)?.id ?? last;
        await yieldToEventLoop();
      }
      list.push({ bill_id: id, bill_no: billNo, ...sums, let_through: String(letThrough.total) });
    }
    return { list };
  });
}

async function layoutById(db: Queryable, entity: string, id: number): Promise<Stored> {
  const { rows } = await db.query<Stored>(
    `SELECT ${COLUMNS} FROM recon_layouts WHERE entity = $1 AND id = $2 FOR UPDATE`,
    [entity, id],
  );
  if (!rows[0]) throw notFound(`There is no layout ${id}. It may have been deleted; reload the list of layouts.`);
  return rows[0];
}
