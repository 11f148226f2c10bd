import type { FastifyInstance } from 'fastify';
import {
  filterAvailable,
  reReconOrders,
  searchOrders,
  updateOrderStatus,
  type OrderRow,
} from '../../../contract/recon.ts';
import {
  applyAgain,
  changeMatching,
  getAction,
  getOrder,
  getReconSettings,
  matchingOrders,
  previewAgain,
  previewReading,
  setReconSettings,
  type ActionRow,
} from '../../../contract/reconOwn.ts';
import { entityProblem } from '../../../domain/administration.ts';
import type { Layout } from '../../../domain/recon/layout.ts';
import { firstNames, formatCount } from '../../../domain/format.ts';
import { countText } from '../../../domain/import/countsText.ts';
import type { Country } from '../../../domain/country.ts';
import { RECON_STATUS, RECON_STATUS_LABELS, type ReconTarget } from '../../../domain/recon/status.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, forbidden, notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import {
  addAction,
  countMatching,
  findAction,
  ruleProblem,
  type ActionInput,
  type ActionRecord,
} from '../../recon/actions.ts';
import { changeParcels, loadRule } from '../../recon/changes.ts';
import { loadEarlier } from '../../recon/earlier.ts';
import { loadShipments } from '../../recon/shipments.ts';
import { pageOfOrders } from '../../recon/pages.ts';
import { addReconJob } from '../../recon/queue.ts';
import { requireReadable } from '../../recon/readAgain.ts';
import { lockParcels, PARCEL_COLUMNS, type ParcelRecord } from '../../recon/parcels.ts';
import { withPlaceNames } from '../../recon/quotePlaces.ts';
import type { QuoteLine } from '../../recon/quotes.ts';
import { billById, targetOf } from './bills.ts';
import { pageOut, reconPage, registerRecon, type Scope } from './support.ts';

const ORDER_COLUMNS = `p.id, p.bill_id, (SELECT bill_no FROM recon_bills b WHERE b.id = p.bill_id) AS bill_no, p.supplier_id, p.tracking, p.reference, p.service,
  p.shipped, p.zone, p.weight, p.length, p.width, p.height, p.channel_id, p.shipment, p.currency, p.billed::text, p.earlier::text, p.expected::text, p.difference::text, p.status,
  p.reason, p.side, p.remark, p.changed_by, p.changed_at, p.version`;

/** Maximum number of earlier parcels in the details of an order. */
const EARLIER_SHOWN = 50;

export const actionRowOf = ({ reasons, email, createdAt, ...action }: ActionRecord): ActionRow => ({
  id: action.id,
  kind: action.kind,
  target: action.target,
  state: action.state as ActionRow['state'],
  message: action.message,
  done: action.done,
  total: action.total,
  changed: action.changed,
  reasons: Object.entries(reasons).map(([key, { text = key, count, difference = null, currency = '' }]) => ({
    text,
    count,
    difference,
    currency,
  })),
  requested_by: email,
  requested_at: createdAt,
});

/** Maximum number of unknown orders that a refusal names. */
const NAMED_MOST = 10;

/**
 * Refuses a job on orders that do not exist, which it would silently leave out.
 * @throws ApiError 404 that names them
 */
async function requireOrders(db: Queryable, entity: Country, ids: readonly number[]): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT a.id FROM unnest($2::int8[]) WITH ORDINALITY AS a (id, place)
      WHERE NOT EXISTS (SELECT 1 FROM recon_parcels p WHERE p.entity = $1 AND p.id = a.id) GROUP BY a.id ORDER BY min(a.place)`,
    [entity, ids],
  );
  if (rows.length === 0) return;
  const named = firstNames(
    rows.map(({ id }) => String(id)),
    NAMED_MOST,
  );
  throw notFound(
    `There ${rows.length === 1 ? 'is no order' : 'are no orders'} ${named}. Bills may have been read again in the meantime; reload the list of orders.`,
  );
}

/** Registers the calls for billed parcels, which the documents call orders, and for their actions (REC-6, REC-10). */
export function reconOrderRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, searchOrders, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const { rows, total } = await pageOfOrders<OrderRow>(pool, entity, input, {
      columns: ORDER_COLUMNS,
      offset,
      size: page_size,
    });
    return { list: rows, ...pageOut(page_no, page_size), total };
  });

  registerRead(app, context, getOrder, async ({ entity }, { id }) => {
    const { rows } = await pool.query<
      OrderRow & { month: string; key: string; quote: QuoteLine[] | null; rate_hash: string }
    >(
      `SELECT ${ORDER_COLUMNS}, p.month, p.key, (SELECT lines FROM recon_quotes q WHERE q.id = p.quote_id) AS quote, p.rate_hash FROM recon_parcels p WHERE p.entity = $1 AND p.id = $2`,
      [entity, id],
    );
    if (!rows[0]) throw notFound(`There is no order ${id}. Its bill may have been deleted; reload the list of orders.`);
    const { month, key, quote, rate_hash, ...order } = rows[0];
    const charges = await pool.query<{ file: number; row: number; kind: string; name: string; amount: string }>(
      `SELECT file, row, kind, name, amount::text FROM recon_charges WHERE month = $1 AND parcel_id = $2 ORDER BY file, row, n LIMIT 1000`,
      [month, id],
    );
    const history = await pool.query<{ at: number; email: string; before: number; after: number; remark: string }>(
      'SELECT at, email, before, after, remark FROM recon_history WHERE parcel_id = $1 ORDER BY id DESC LIMIT 200',
      [id],
    );
    const dispute = await pool.query<{ id: number; state: string; amount: string; credited: string }>(
      `SELECT d.id, d.state, p.amount::text, p.credited::text FROM recon_dispute_parcels p JOIN recon_disputes d ON d.id = p.dispute_id
        WHERE p.parcel_id = $1`,
      [id],
    );
    const versions = await pool.query<{ id: number }>(
      `SELECT id FROM rate_versions WHERE family = 0 AND country = $1 AND channel_id = $2 AND hash = $3 ORDER BY active_from IS NULL, id DESC LIMIT 1`,
      [entity, order.channel_id, rate_hash],
    );
    const parcel = { ...order, key, billId: order.bill_id, supplierId: order.supplier_id };
    const before = await loadEarlier(pool, entity, [parcel], await loadShipments(pool, entity, [parcel]));
    const billed = (before.get(id) ?? []).filter(({ isLater }) => !isLater).slice(0, EARLIER_SHOWN);
    const bills = await pool.query<{ id: number; bill_no: string }>(
      'SELECT id, bill_no FROM recon_bills WHERE id = ANY ($1::int4[])',
      [billed.map(({ billId }) => billId)],
    );
    const [named = []] = await withPlaceNames(pool, entity, [quote ?? []]);
    const numberOf = new Map(bills.rows.map(bill => [bill.id, bill.bill_no]));
    return {
      order,
      charges: charges.rows,
      quote: named,
      rate_hash,
      rate_version: rate_hash === '' ? null : (versions.rows[0]?.id ?? null),
      history: history.rows,
      dispute: dispute.rows[0] ?? null,
      earlier: billed.map(one => ({
        id: one.id,
        bill_no: numberOf.get(one.billId) ?? '',
        billed: one.billed,
        currency: one.currency,
      })),
    };
  });

  registerRecon(
    app,
    context,
    updateOrderStatus,
    async (db, { id_list, status, remark = '', versions }, { person, entity, at }) => {
      const target = targetOf(status);
      if (versions !== undefined && versions.length !== id_list.length)
        throw badRequest('versions: must contain one version for each order in id_list');
      const parcels = await lockParcels(db, entity, id_list);
      const { changed, refused } = await changeParcels(db, entity, parcels, {
        target,
        remark,
        email: person.email,
        at,
        seen: versions && new Map(id_list.map((id, place) => [id, versions[place] as number])),
      });
      const found = new Set(parcels.map(({ id }) => id));
      const missing = [...new Set(id_list)]
        .filter(id => !found.has(id))
        .map(id => ({ id, problem: 'There is no such order. Its bill may have been deleted.' }));
      return {
        operator: changed > 0 ? 'Edit' : null,
        after: { status: RECON_STATUS_LABELS[target], changed },
        logged: { status, remark, orders: id_list.slice(0, 200), count: id_list.length },
        output: { changed, refused: [...refused, ...missing] },
      };
    },
  );

  registerRead(app, context, filterAvailable, async ({ person, entity }, { record_ids, status, remark }) => {
    const target = targetOf(status);
    const { rows } = await pool.query<ParcelRecord>(
      `SELECT ${PARCEL_COLUMNS} FROM recon_parcels p WHERE p.entity = $1 AND p.id = ANY ($2::int8[])`,
      [entity, record_ids],
    );
    const problemOf = await loadRule(pool, entity, rows);
    const found = new Map(rows.map(row => [row.id, row]));
    const refused: { id: number; problem: string }[] = [];
    const available = [...new Set(record_ids)].filter(id => {
      const parcel = found.get(id);
      const problem = parcel
        ? problemOf(parcel, { target, remark, email: person.email })
        : 'There is no such order. Its bill may have been deleted.';
      if (problem !== null) refused.push({ id, problem });
      return problem === null;
    });
    return { record_ids: available, refused };
  });

  const chosen = (input: {
    ids?: number[] | undefined;
    filter?: Record<string, unknown> | undefined;
    except?: number[] | undefined;
  }): ActionInput => {
    if (input.ids) return { ids: input.ids };
    if (!input.filter) throw badRequest('ids: name the orders, or the filter that they match');
    return { filter: input.filter, except: input.except ?? [] };
  };
  const begin = async (
    db: Queryable,
    own: { kind: ActionRecord['kind']; input: ActionRecord['input']; target: ReconTarget; remark: string },
    { person, entity, at }: Scope,
  ): Promise<ActionRow> => {
    if ('ids' in own.input) await requireOrders(db, entity, own.input.ids);
    else if (own.input.filter['bill_id'] !== undefined) await billById(db, entity, Number(own.input.filter['bill_id']));
    const action = await addAction(db, { ...own, entity, email: person.email, userId: person.userId, createdAt: at });
    await addReconJob(db, { task: 'action', id: action.id }, { owner: person.userId, now: at });
    return actionRowOf(action);
  };

  registerRecon(app, context, reReconOrders, async (db, { id_list }, scope) => {
    const input = { ids: id_list, apply: true };
    const own = { kind: 'recon', input, target: RECON_STATUS.pending, remark: '' } as const;
    const logged = { orders: id_list.slice(0, 200), count: id_list.length };
    return { operator: 'Edit', logged, output: { id: (await begin(db, own, scope)).id } };
  });

  registerRead(app, context, matchingOrders, ({ entity }, which) => countMatching(pool, entity, chosen(which)));

  registerRecon(
    app,
    context,
    changeMatching,
    async (db, { status, remark, seen, ...which }, scope) => {
      const target = targetOf(status);
      if (seen) {
        const now = await countMatching(db, scope.entity, chosen(which));
        if (now.total !== seen.total || now.versions !== seen.versions)
          throw new ApiError(
            409,
            now.total === seen.total
              ? 'Some of the matching orders have changed since their amounts were shown. Nothing was changed. Check the amounts again, then apply.'
              : `${countText(seen.total, 'order')} matched when the amounts were shown, and now ${formatCount(now.total)}. Nothing was changed. Check the amounts again, then apply.`,
          );
      }
      const output = await begin(db, { kind: 'status', input: chosen(which), target, remark }, scope);
      return {
        operator: 'Edit',
        after: { status: RECON_STATUS_LABELS[target] },
        logged: { status, remark, ...which, ids: which.ids?.slice(0, 200), except: which.except?.slice(0, 200) },
        output,
      };
    },
    { filters: true },
  );

  registerRecon(
    app,
    context,
    previewAgain,
    async (db, which, scope) => ({
      operator: null,
      output: await begin(db, { kind: 'recon', input: chosen(which), target: RECON_STATUS.pending, remark: '' }, scope),
    }),
    { filters: true },
  );

  registerRecon(app, context, previewReading, async (db, { id }, scope) => {
    const bill = await billById(db, scope.entity, id);
    await requireReadable(db, id);
    const { rows } = await db.query<{ name: string; layout: Layout | null }>(
      `SELECT b.layout_name AS name, l.definition AS layout FROM recon_bills b
         LEFT JOIN recon_layouts l ON l.entity = b.entity AND l.supplier_id = b.supplier_id AND l.name = b.layout_name WHERE b.id = $1`,
      [id],
    );
    const { name = '', layout = null } = rows[0] ?? {};
    if (!layout)
      throw new ApiError(
        409,
        `The supplier no longer has the layout "${name}", with which bill ${bill.billNo} was read. Create a layout with this name, or delete the bill and submit it with another layout.`,
      );
    const input = { filter: { bill_id: id }, bill: id, layout };
    const own = { kind: 'read', input, target: RECON_STATUS.pending, remark: '' } as const;
    return { operator: null, output: await begin(db, own, scope) };
  });

  registerRecon(app, context, applyAgain, async (db, { id }, { person, entity, at }) => {
    const action = await findAction(db, id, true);
    if (!action || action.entity !== entity) throw notFound(`There is no comparison ${id}. Compare the orders again.`);
    if (action.state !== 'review')
      throw new ApiError(409, 'This comparison is not waiting to be applied. Compare the orders again.');
    const problem = await ruleProblem(db, action);
    if (problem !== null) throw new ApiError(409, problem);
    // From here on, the change is that of the person who applies it, whoever requested the preview.
    await db.query("UPDATE recon_actions SET state = 'applying', email = $2, user_id = $3 WHERE id = $1", [
      id,
      person.email,
      person.userId,
    ]);
    await addReconJob(db, { task: 'action', id }, { owner: person.userId, now: at });
    return {
      operator: 'Edit',
      after: { id, changed: action.changed },
      output: actionRowOf({ ...action, state: 'applying', email: person.email }),
    };
  });

  registerRead(app, context, getAction, async ({ entity }, { id }) => {
    const action = await findAction(pool, id);
    if (!action || action.entity !== entity) throw notFound(`There is no change ${id}. Reload the page.`);
    return actionRowOf(action);
  });

  registerRead(app, context, getReconSettings, async ({ entity }) => {
    const { rows } = await pool.query<{ own_approval: boolean }>(
      'SELECT own_approval FROM recon_settings WHERE entity = $1',
      [entity],
    );
    return { own_approval: rows[0]?.own_approval ?? false };
  });

  registerRecon(app, context, setReconSettings, async (db, { own_approval }, { person, entity }) => {
    const problem = entityProblem(person, entity);
    if (problem !== null) throw forbidden(problem);
    const { rowCount } = await db.query(
      `INSERT INTO recon_settings (entity, own_approval) VALUES ($1, $2) ON CONFLICT (entity) DO UPDATE SET own_approval = excluded.own_approval
        WHERE recon_settings.own_approval <> excluded.own_approval`,
      [entity, own_approval],
    );
    return { operator: rowCount === 0 ? null : 'Edit', after: { own_approval }, output: { own_approval } };
  });
}
