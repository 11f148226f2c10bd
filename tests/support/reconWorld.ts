import { columnsOf } from '../../src/domain/rates/columns.ts';
import { E5 } from '../../src/domain/rates/money.ts';
import { fee, sampleRows } from '../../src/domain/rates/testing/sampleRates.ts';
import type { Layout } from '../../src/domain/recon/layout.ts';
import { storeSealed } from '../../src/server/rates/sealedFiles.ts';
import type { BillRow, OrderRow } from '../../src/contract/recon.ts';
import { CHANNEL, resetRecords, STREET, type Caller, type World } from './serverFixture.ts';
import { uploadForm } from './importing.ts';

/**
 * A supplier with a layout, a rule and a rate table: 1 kg in zone B costs 18,000; 2 kg in B and 1 kg in C cost 26,000.
 */

export const SUPPLIER = 100;

/** One row per charge: tracking, service, weight, zone, shipped, code, amount. */
export const ROWS_LAYOUT: Layout = {
  skippedRows: 0,
  headerRow: true,
  decimalMark: '.',
  dateOrder: 'ymd',
  currency: 'IDR',
  weightUnit: 'kg',
  roles: { tracking: 0, reference: 1, billedWeight: 2, zone: 3, shipped: 4, code: 5, amount: 6 },
  charges: { as: 'rows' },
  kinds: { BASE: 'base', FUEL: 'fuel', ADJ: 'adjustment', VAT: 'vat', INFO: 'information' },
};
export const HEAD = 'Tracking,Reference,Weight,Zone,Shipped,Code,Amount';
export const DAY = '2026-08-03';

export const rateRows = () =>
  sampleRows({
    addresses: [
      { kind: 'zone', origin: '', destination: 'ID', code: 'B' },
      { kind: 'zone', origin: '', destination: '999999', code: 'C' },
    ],
    fees: [
      fee('B', 0, 1.5, 18_000),
      fee('B', 1.5, 2.5, 26_000),
      fee('C', 0, 1.5, 26_000),
      fee('C', 1.5, 2.5, 40_000),
      fee('B', 2.5, 50, 100_000),
      fee('C', 2.5, 50, 100_000),
    ],
  });

/** Stores a submitted version for a channel, in effect since forever. */
export async function storeRates(world: World, channelId: number = CHANNEL.first, rows = rateRows()): Promise<string> {
  const { pool } = world.database;
  const { hash } = await storeSealed(pool, columnsOf(rows), 1);
  await pool.query(
    `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, state, active_from, hash, settings)
     VALUES (0, 'ID', $1, 1, 'v1', '', 1, 1000, $2, $3)`,
    [channelId, hash, JSON.stringify(rows.settings)],
  );
  return hash;
}

export interface TestShipment {
  tracking: string;
  reference?: string;
  /** Weight in grams. */
  weight?: number;
  status?: number;
  shippedOn?: string;
  channelId?: number;
  shopId?: number;
  destinationId?: number;
}

export const addShipment = (caller: Caller, shipment: TestShipment) =>
  caller.data('/v2/ops/recon/shipments/add', {
    body: {
      reference: '',
      channelId: CHANNEL.first,
      shopId: null,
      shippedOn: DAY,
      originId: null,
      destinationId: STREET,
      cep: '',
      weight: 1000,
      length: null,
      width: null,
      height: null,
      orderValue: null,
      cod: null,
      status: 1,
      ...shipment,
    },
  });

export const saveRule = (caller: Caller, rule: object) =>
  caller.data('/recon/shipping-fee-rule/create', {
    body: {
      supplier_id: SUPPLIER,
      fee_rule_type: 3,
      over_amount: 500 * E5,
      over_percent: 20_000,
      under_amount: 0,
      under_percent: 0,
      bill_cap: null,
      status: 0,
      ...rule,
    },
  });

/** Saves a layout of the supplier; returns its id. */
export const saveLayout = async (caller: Caller, name: string, definition: Layout, days: number): Promise<number> =>
  (
    await caller.data<{ id: number }>('/v2/ops/recon/layouts', {
      body: { supplier_id: SUPPLIER, name, definition, contract_days: days },
    })
  ).id;

/** Creates the supplier and its layout; returns the layout's id. */
export async function prepare(caller: Caller, layout: Layout = ROWS_LAYOUT): Promise<number> {
  await caller.data('/recon/supplier/add', {
    body: { supplier_id: SUPPLIER, supplier_name: 'Nusantara', contact: null, status: 0 },
  });
  return saveLayout(caller, 'rows', layout, 365);
}

/** Submits a bill and waits until its job has finished. */
export async function submit(
  caller: Caller,
  layoutId: number,
  billNo: string,
  lines: readonly string[],
  head = HEAD,
): Promise<BillRow> {
  const url = await uploadForm(caller, Buffer.from(`${[head, ...lines].join('\n')}\n`), `${billNo}.csv`);
  const params = { supplier_id: SUPPLIER, layout_id: layoutId, bill_no: billNo, bill_day: '2026-08-31' };
  const { id } = await caller.data<{ id: number }>('/sls-ops/recon/submit', {
    body: { url },
    headers: { 'x-business-params': encodeURIComponent(JSON.stringify(params)) },
  });
  return ended(caller, id);
}

/** Waits until a bill has been compared. */
export async function ended(caller: Caller, id: number): Promise<BillRow> {
  for (let tries = 0; tries < 400; tries++) {
    const bill = await caller.data<BillRow>(`/v2/ops/recon/bills/${id}`);
    if (bill.state === 'ready' || bill.state === 'failed') return bill;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error(`bill ${id} is not compared`);
}

/** Waits until a job on orders has finished or requires a review. */
export async function actionEnded(caller: Caller, id: number) {
  for (let tries = 0; tries < 400; tries++) {
    const action = await caller.data<{
      id: number;
      state: string;
      changed: number;
      reasons: { text: string; count: number }[];
    }>(`/v2/ops/recon/actions/${id}`);
    if (['review', 'done', 'failed'].includes(action.state)) return action;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error(`the job ${id} does not end`);
}

export const ordersOf = async (caller: Caller, billId: number): Promise<OrderRow[]> =>
  (await caller.data<{ list: OrderRow[] }>(`/recon/order/search?bill_id=${billId}&page_size=1000`)).list;

/** An amount in currency units, in the format used on the wire. */
export const e5 = (units: number): string => String(BigInt(Math.round(units * 100)) * 1000n);

/** Deletes everything stored by reconciliation. */
export const resetRecon = (world: World) =>
  world.database.pool.query(
    [
      'recon_layouts',
      'recon_bills',
      'recon_parcels',
      'recon_charges',
      'recon_counters',
      'recon_blocks',
      'recon_comparisons',
      'recon_quotes',
      'recon_history',
      'recon_actions',
      'recon_changes',
      'recon_disputes',
      'recon_dispute_parcels',
      'recon_credits',
      'recon_credit_lines',
      'recon_downloads',
      'recon_archives',
      'recon_settings',
      'rate_versions',
    ]
      .map(table => `DELETE FROM ${table}`)
      .join('; '),
  );

/** Empties the world before a test: no records and nothing of reconciliation, only the rate table. */
export async function startOver(world: World): Promise<void> {
  await resetRecords(world.database.pool);
  await resetRecon(world);
  await storeRates(world);
}
